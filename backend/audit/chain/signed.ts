import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { canonical } from '#domain/canonical.ts'

const bytesOf = (statement: object) => Buffer.from(canonical(statement))

/** Ed25519 over the canonical form, base64. */
export const signatureOf = (key: KeyObject, statement: object): string =>
  sign(null, bytesOf(statement), key).toString('base64')

export const isValidSignature = (key: KeyObject, statement: object, signature: string): boolean =>
  verify(null, bytesOf(statement), key, Buffer.from(signature, 'base64'))

/** Id of a public key: the first 16 hex digits of the SHA-256 of its DER form. */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

export const pemOf = (publicKey: KeyObject): string => String(publicKey.export({ type: 'spki', format: 'pem' }))
