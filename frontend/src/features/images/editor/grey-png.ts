import type { Size } from '../../../ui/viewport.ts'

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let code = n
  for (let bit = 0; bit < 8; bit++) code = code & 1 ? 0xedb88320 ^ (code >>> 1) : code >>> 1
  return code
})
const checksum = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

const bytesOf = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]

const chunk = (name: string, data: Uint8Array): Uint8Array<ArrayBuffer> => {
  const named = Uint8Array.from([...new TextEncoder().encode(name), ...data])
  return Uint8Array.from([...bytesOf(data.length), ...named, ...bytesOf(checksum(named))])
}

const deflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Encodes one byte per pixel as an 8-bit greyscale PNG without alpha. A canvas would add colours and alpha, which a mask does not need. */
export const greyPng = async ({ width, height }: Size, bytes: Uint8Array): Promise<Blob> => {
  // Each row begins with its filter type: 0, none.
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(bytes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const header = Uint8Array.from([...bytesOf(width), ...bytesOf(height), 8, 0, 0, 0, 0])
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Blob(parts, { type: 'image/png' })
}
