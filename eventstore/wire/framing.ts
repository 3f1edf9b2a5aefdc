import { GrpcError, status } from './grpc-error.ts'

/** Maximum size of a message in bytes, which is EventStoreDB's limit. */
const MAX_MESSAGE = 17 * 1024 * 1024

/** Prepends the flag and the length that gRPC requires before each message. */
export function frame(body: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(body.length + 5)
  framed[0] = 0
  framed.writeUInt32BE(body.length, 1)
  body.copy(framed, 5)
  return framed
}

/** Splits a stream of bytes into gRPC messages. A message within one chunk is a view of it; others are concatenated once. */
export function messageReader(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let size = 0
  let needed = 5
  return (chunk) => {
    parts.push(chunk)
    size += chunk.length
    if (size < needed) return
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts)
    let at = 0
    needed = 5
    while (bytes.length - at >= 5) {
      const length = bytes.readUInt32BE(at + 1)
      if (bytes[at] !== 0) throw new GrpcError(status.UNIMPLEMENTED, 'compressed messages are not supported')
      if (length > MAX_MESSAGE)
        throw new GrpcError(status.RESOURCE_EXHAUSTED, `a message may have ${MAX_MESSAGE} bytes`)
      needed = length + 5
      if (bytes.length - at < needed) break
      take(bytes.subarray(at + 5, at + needed))
      at += needed
      needed = 5
    }
    parts = at < bytes.length ? [bytes.subarray(at)] : []
    size = bytes.length - at
  }
}
