const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/**
 * Creates a UUID v7, which begins with the time, so that ids sort by creation. Does not use `crypto.randomUUID`, which
 * browsers withhold from pages served over plain HTTP.
 */
export const newId = (now = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let i = 0; i < 6; i++) bytes[i] = Math.floor(now / 2 ** (8 * (5 - i))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = Array.from(bytes, hex).join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
