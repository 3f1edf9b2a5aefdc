import { createHash } from 'node:crypto'

/** Loreloom's own namespace for name-based ids; changing it would make every repeated command a new one. */
const namespace = Buffer.from('3f1c7a5e10ad5c0ede4b9d2a7c6e1f08', 'hex')

/** Returns a name-based UUID (version 5, RFC 9562): equal parts yield equal ids, so that repeats are recognised. */
export const derivedId = (...parts: readonly (string | number)[]): string => {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(parts)).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Returns the id of an event that a command decides on a stream. The store recognises a repeated append by it, even if
 * the first answer was lost.
 */
export const eventId = (commandId: string, stream: string, index: number): string => derivedId(commandId, stream, index)
