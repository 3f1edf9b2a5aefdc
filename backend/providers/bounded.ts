import type { Readable } from 'node:stream'
import { limitRate } from '../platform/pace.ts'

/**
 * An upload is read no faster: on a fast network, its copies and the collection of their memory would delay other requests. The largest, of 25 MB, takes
 * one and a half seconds.
 */
export const uploadBytesPerSecond = 16 * 2 ** 20

const leastBytes = 64 * 1024

/** All of an upload, unless it is larger than `maxBytes`: then `tooLarge` is thrown. `announced` is about its size, where that is known. */
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

/** The body of an answer. One that is larger than `maxBytes` is not read further, and the connection ends. */
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
