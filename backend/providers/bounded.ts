import type { Readable } from 'node:stream'

/** All of an upload, unless it is larger than `maxBytes`: then `tooLarge` is thrown. */
export async function allOf(input: Buffer | Readable, maxBytes: number, tooLarge: () => Error): Promise<Buffer> {
  if (Buffer.isBuffer(input)) {
    if (input.length > maxBytes) throw tooLarge()
    return input
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) break
    chunks.push(chunk)
  }
  if (size > maxBytes) {
    // the rest is read and dropped: a browser that still sends would not hear the answer, and a multipart parser would hang
    input.resume()
    throw tooLarge()
  }
  // a multipart parser with a lower limit ends the stream early and only leaves this mark
  if ('truncated' in input && input.truncated === true) throw tooLarge()
  return Buffer.concat(chunks)
}
