import type { Readable } from 'node:stream'
import { limitRate } from '../platform/pace.ts'

/**
 * Limits the speed of reading an upload: on a fast network, copying its chunks and the garbage collection would delay other requests.
 * The largest upload, of 25 MB, takes one and a half seconds.
 */
export const uploadBytesPerSecond = 16 * 2 ** 20

const leastBytes = 64 * 1024

/** Reads all of an upload; throws `tooLarge()` if it exceeds `maxBytes`. `announced` is its approximate size, if known. */
export async function allOf(
  input: Buffer | Readable,
  maxBytes: number,
  tooLarge: () => Error,
  announced = leastBytes,
): Promise<Buffer> {
  if (Buffer.isBuffer(input)) {
    if (input.length > maxBytes) throw tooLarge()
    return input
  }
  const paced = limitRate(uploadBytesPerSecond)
  // Chunks are copied as they arrive, since joining 25 MB of them at the end would take 40 ms at once.
  let bytes = Buffer.allocUnsafeSlow(Math.min(announced, maxBytes))
  let size = 0
  for await (const chunk of input.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) break
    if (size > bytes.length) bytes = enlarged(bytes, Math.min(Math.max(size, bytes.length * 2), maxBytes))
    chunk.copy(bytes, size - chunk.length)
    await paced(chunk.length)
  }
  if (size > maxBytes) {
    // reads and drops the rest: a browser that still sends would miss the answer, and a multipart parser would block
    input.resume()
    throw tooLarge()
  }
  // a multipart parser with a lower limit ends the stream early and only leaves this mark
  if ('truncated' in input && input.truncated === true) throw tooLarge()
  return bytes.subarray(0, size)
}

/** Reads the body of a response; ends the connection and throws `tooLarge()` if it exceeds `maxBytes`. */
export async function bytesOf({ body }: Response, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const enlarged = (bytes: Buffer, length: number): Buffer<ArrayBuffer> => {
  const larger = Buffer.allocUnsafeSlow(length)
  bytes.copy(larger)
  return larger
}
