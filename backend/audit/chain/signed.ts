import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from '#domain/canonical.ts'

const bytesOf = (said: object) => Buffer.from(canonical(said))

/** Ed25519 over the canonical form, base64. */
export const signatureOf = (key: KeyObject, said: object): string => sign(null, bytesOf(said), key).toString('base64')

export const isSigned = (key: KeyObject, said: object, signature: string): boolean =>
  verify(null, bytesOf(said), key, Buffer.from(signature, 'base64'))

/** A public key is called by the beginning of its hash. */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

export const pemOf = (publicKey: KeyObject): string => String(publicKey.export({ type: 'spki', format: 'pem' }))
