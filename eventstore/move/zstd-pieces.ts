import { Duplex, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { CannotMove } from './log.ts'

/**
 * The header of a skippable zstd frame (RFC 8878, 3.1.2) with four bytes in it. One precedes each frame and holds the
 * frame's length: Node reads only to the end of the first frame, so the reader must know each frame's end. The `zstd`
 * tool reads such a file like any other.
 */
export const LENGTH_FRAME = Buffer.from('502a4d1804000000', 'hex')
const HEAD = LENGTH_FRAME.length + 4
/** Maximum length of a piece in bytes, more than any piece of a log needs. */
const LONGEST = 64 * 1024 * 1024
const [compress, uncompress] = [promisify(zlib.zstdCompress), promisify(zlib.zstdDecompress)]

export async function zstdPiece(text: Buffer): Promise<Buffer> {
  const frame = await compress(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(frame.length)
  return Buffer.concat([LENGTH_FRAME, length, frame])
}

/** Decompresses a file of such pieces, except for an incomplete last one; or a single frame from the `zstd` tool. */
export const unpackZstd = (): Duplex => Duplex.from(texts)

async function* texts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  const has = async (length: number) => {
    const more: Buffer[] = []
    for (let left = length - bytes.length; left > 0; left -= more.at(-1)?.length ?? 0) {
      const { value, done } = await chunks.next()
      if (done) break
      more.push(value)
    }
    if (more.length > 0) bytes = Buffer.concat([bytes, ...more])
    return bytes.length >= length
  }
  await has(HEAD)
  if (!beginsPiece(bytes)) {
    // The last stream of the pipeline reports the errors of all.
    yield* pipeline(begun(bytes, chunks), zlib.createZstdDecompress(), () => {})
    return
  }
  for (;;) {
    const isBegun = await has(HEAD)
    if (!beginsPiece(bytes)) throw damaged()
    if (!isBegun) return
    const length = HEAD + bytes.readUInt32LE(LENGTH_FRAME.length)
    if (length > LONGEST) throw damaged()
    if (!(await has(length))) return
    yield await uncompress(bytes.subarray(HEAD, length))
    bytes = bytes.subarray(length)
  }
}

/** True if a piece begins here, as far as the bytes show. */
const beginsPiece = (bytes: Buffer) =>
  bytes.subarray(0, LENGTH_FRAME.length).equals(LENGTH_FRAME.subarray(0, bytes.length))

const damaged = () => new CannotMove('The file is damaged: it cannot be uncompressed.')

async function* begun(first: Buffer, rest: AsyncIterator<Buffer>) {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
