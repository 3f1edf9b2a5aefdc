const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 16
const base = BigInt(alphabet.length)
/** An odd number without a pattern, so that ids of parts of one thing do not collide with those of another. */
const stride = 0x9e3779b97f4a7c15f39cc0605cedc835n

/**
 * The id in Foundry VTT of a thing with a UUID, or of a part of it: 16 letters and digits. It is the same in every export, so that links
 * between journals lead somewhere, and a later export recognises what is there.
 */
export const foundryId = (uuid: string, part = 0): string => {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`) + BigInt(part) * stride
  let id = ''
  for (let n = 0; n < length; n++) {
    id = (alphabet[Number(rest % base)] ?? '0') + id
    rest /= base
  }
  return id
}
