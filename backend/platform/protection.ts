import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { createSecureContext } from 'node:tls'
import { CannotStart } from './cannot-start.ts'

/** Access options of `npm run eventstore`: its address, and the credentials of its clients. */
export interface Access {
  host: string
  insecure: boolean
  user: string | undefined
  passwordFile: string | undefined
  cert: string | undefined
  key: string | undefined
}

/** Credentials for the embedded event store: certificate and key in PEM, and the password in plain text. */
interface Protection {
  user: string
  password: string
  cert: string
  key: string
}

/**
 * Reads the credential files; undefined if clients need no credentials. Throws CannotStart with a message that names
 * the option.
 */
export function readProtection(access: Access, now = Date.now()): Protection | undefined {
  const { host, insecure, user, passwordFile, cert, key } = access
  const together = { '--user': user, '--password-file': passwordFile, '--cert': cert, '--key': key }
  const missing = Object.entries(together).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (user === undefined || passwordFile === undefined || cert === undefined || key === undefined) {
    if (missing.length < 4)
      throw new CannotStart(
        `${list.format(missing)} must be given too: clients send a user and a password over TLS alone.`,
      )
    if (!insecure && !isOwnMachine(host)) throw new CannotStart(openTo(host))
    return undefined
  }
  if (insecure) throw new CannotStart('--insecure means nobody is asked who they are: leave it out, or the user.')
  if (user === '' || user.includes(':')) throw new CannotStart('--user takes a name without a colon.')
  return { user, password: readPassword(passwordFile), ...readPair(cert, key, now) }
}

const list = new Intl.ListFormat('en-GB')

/** True for an address that no other machine can reach. Other names may resolve to any address, and an empty host means all addresses. */
const isOwnMachine = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

const openTo = (host: string) =>
  `--host ${host || '""'} would let whoever reaches this machine read and write the whole log. Give --user, --password-file, --cert and --key, or say --insecure where nobody else reaches it.`

function readPassword(file: string): string {
  const password = read('--password-file', file).replace(/\r?\n$/, '')
  if (password === '' || password.includes('\n'))
    throw new CannotStart(`--password-file ${file} must hold one line, the password.`)
  return password
}

function readPair(certFile: string, keyFile: string, now: number): { cert: string; key: string } {
  const [cert, key] = [read('--cert', certFile), read('--key', keyFile)]
  const [own, ...issuers] = cert.match(CERTIFICATES)?.map((pem) => certificateIn(pem, certFile)) ?? []
  if (!own) throw noCertificate(certFile)
  for (const { validFromDate: from, validToDate: to } of [own, ...issuers]) {
    if (to.getTime() <= now) throw new CannotStart(`--cert ${certFile} expired at ${to.toISOString()}: get a new one.`)
    if (from.getTime() > now) throw new CannotStart(`--cert ${certFile} is not valid before ${from.toISOString()}.`)
  }
  if (!own.checkPrivateKey(keyIn(key, keyFile)))
    throw new CannotStart(`--key ${keyFile} is not the key of --cert ${certFile}.`)
  try {
    createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
  } catch (error) {
    throw new CannotStart(
      `--cert ${certFile} cannot be used for TLS: ${error instanceof Error ? error.message : error}`,
    )
  }
  return { cert, key }
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs

const noCertificate = (file: string) => new CannotStart(`--cert ${file} holds no certificate in PEM.`)

function certificateIn(pem: string, file: string) {
  try {
    return new X509Certificate(pem)
  } catch {
    throw noCertificate(file)
  }
}

function keyIn(pem: string, file: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new CannotStart(`--key ${file} holds no private key in PEM that can be read without a passphrase.`)
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not',
  EISDIR: 'it is a folder',
}

function read(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new CannotStart(`${option} ${file} cannot be read: ${reasons[code] ?? message}.`)
  }
}
