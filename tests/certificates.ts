import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A certificate that signs itself, for this machine alone, and its key, both PEM. */
export interface Certificate {
  cert: string
  key: string
}

const HOUR = 3_600_000

/** Node reads certificates and makes none, so this one is put together by hand (RFC 5280, in DER). */
export function selfSigned(valid: { from?: Date; to?: Date } = {}): Certificate {
  const { from = new Date(Date.now() - HOUR), to = new Date(Date.now() + HOUR) } = valid
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('localhost')))))
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tagged(0x04, thisMachine)))),
  )
  return {
    cert: pem(sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)))),
    key: pkcs8(privateKey),
  }
}

/** The same as files in a folder of their own. */
export function certificateFiles({ cert, key }: Certificate = selfSigned()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
  const files = { folder, cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return files
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes)
const time = (at: Date) => tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]|\..*/g, '')}Z`))
const pem = (der: Buffer) => `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
const pkcs8 = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

const ECDSA_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const thisMachine = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))
