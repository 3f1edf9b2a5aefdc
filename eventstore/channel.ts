import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { StoreAddress } from './address.ts'

/** The security of a connection: none, or TLS with the files that the address names. */
export type Channel = { insecure: true } | { insecure: false; ca?: Buffer; cert?: Buffer; key?: Buffer }

/** A file that an address names cannot be used. */
export class UnusableFile extends Error {
  readonly option: string
  readonly file: string
  constructor(option: string, file: string, reason: string) {
    super(reason)
    this.option = option
    this.file = file
  }
}

/** Reads the files that an address names. Throws UnusableFile. */
export function channelOf({ options }: Pick<StoreAddress, 'options'>): Channel {
  if (options.tls === false) return { insecure: true }
  const { tlsCAFile, userCertFile, userKeyFile } = options
  return {
    insecure: false,
    ...(tlsCAFile !== undefined && { ca: certificate('tlsCAFile', tlsCAFile) }),
    ...(userCertFile !== undefined && { cert: certificate('userCertFile', userCertFile) }),
    ...(userKeyFile !== undefined && { key: contents('userKeyFile', userKeyFile) }),
  }
}

const contents = (option: string, file: string) => {
  try {
    return readFileSync(file)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new UnusableFile(option, file, isMissing ? 'is not there' : 'cannot be read')
  }
}

const certificate = (option: string, file: string) => {
  const bytes = contents(option, file)
  try {
    new X509Certificate(bytes)
  } catch {
    throw new UnusableFile(option, file, 'holds no certificate in PEM')
  }
  return bytes
}
