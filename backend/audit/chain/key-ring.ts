import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../platform/secret-file.ts'

/** Private signing keys, newest first. Read for each use, since another process may have rotated them. */
export interface KeyRing {
  read(): readonly KeyObject[]
  /** Adds a new key as the newest. Throws if the keys are given by the settings. */
  add(): void
}

const newKey = () => generateKeyPairSync('ed25519').privateKey
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))
const blocks = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g

/** Returns the keys of the settings or, if these have none, of the data directory. */
export const installedKeys = ({ auditKeys, dataDir }: { auditKeys: readonly string[] | undefined; dataDir: string }) =>
  auditKeys ? keyRingOf(auditKeys) : keysInFile(join(dataDir, 'audit-keys'))

/** Stores keys in a file, which is created with a new key when it is first read. */
export const keysInFile = (file: string): KeyRing => {
  const write = (keys: readonly KeyObject[]) => writeWhole(file, keys.map(pemOf).join(''))
  const read = () => {
    if (!existsSync(file)) write([newKey()])
    return (readFileSync(file, 'utf8').match(blocks) ?? []).map((pem) => createPrivateKey(pem))
  }
  return { read, add: () => write([newKey(), ...read()]) }
}

/** Returns the keys that the settings give, as PKCS #8 DER in base64; none can be added. */
export const keyRingOf = (given: readonly string[]): KeyRing => {
  const keys = given.map((text) => createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' }))
  return {
    read: () => keys,
    add() {
      throw new Error('The keys are given by AUDIT_KEYS: put a new one before them there')
    },
  }
}

export const publicOf = (key: KeyObject): KeyObject => createPublicKey(key)
