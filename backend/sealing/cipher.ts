import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const lengths = { key: 32, iv: 12, tag: 16 }

export const newKey = (): Buffer => randomBytes(lengths.key)
/** Prepared once: with the bare bytes each sealing would take four times as long. */
export const keyOf = (bytes: Buffer): KeyObject => createSecretKey(bytes)

/** JSON that only the key opens, as base64 of nonce, tag and text; `boundTo` must be the same when it is opened. */
export const seal = (key: KeyObject, value: unknown, boundTo: string): string => {
  const iv = randomBytes(lengths.iv)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(boundTo))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** Throws when it was sealed with another key or bound to something else, or was changed. */
export const unseal = (key: KeyObject, sealed: string, boundTo: string): unknown => {
  const bytes = Buffer.from(sealed, 'base64')
  const [iv, tag, text] = [
    bytes.subarray(0, lengths.iv),
    bytes.subarray(lengths.iv, lengths.iv + lengths.tag),
    bytes.subarray(lengths.iv + lengths.tag),
  ]
  const decipher = createDecipheriv(algorithm, key, iv).setAAD(Buffer.from(boundTo)).setAuthTag(tag)
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'))
}
