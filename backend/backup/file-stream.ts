import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { CannotStart } from '../platform/cannot-start.ts'

/** Reads and writes tar streams in files: compressed according to the file's ending, and encrypted with `age` if there is a passphrase. */

const compressors = { '.tar': undefined, '.tar.gz': createGzip, '.tgz': createGzip, '.tar.zst': createZstdCompress }
type Ending = keyof typeof compressors
const endings = Object.keys(compressors) as Ending[]

/** Returns the ending of a file's name without `.age`; `-`, a pipe, is not compressed. Throws CannotStart for other endings. */
export const endingOf = (file: string): Ending => {
  const name = file.replace(/\.age$/, '')
  const ending = file === '-' ? '.tar' : endings.find((each) => name.endsWith(each))
  if (ending) return ending
  throw new CannotStart(`${file} must end in ${endings.join(', ')}, and .age may follow where it is encrypted.`)
}

/** Converts between streams of Node and of the web, whose type declarations do not match. */
const web = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const node = (stream: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)

/** Pipes one stream into another; an error of either ends both, as with `pipeline`. */
const through = (from: Readable, into: ReturnType<typeof createGzip>): Readable => {
  from.once('error', (error) => into.destroy(error))
  into.once('close', () => from.destroy())
  return from.pipe(into)
}

/**
 * `work` is the cost of guessing the passphrase, as `age`'s work factor: 18, its default, takes a second or more per
 * attempt.
 */
export const encodeArchive = async (
  tar: Readable,
  ending: Ending,
  passphrase: string | undefined,
  work = 18,
): Promise<Readable> => {
  const compressed = compressors[ending] ? through(tar, compressors[ending]()) : tar
  if (passphrase === undefined) return compressed
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(work)
  encrypter.setPassphrase(passphrase)
  return node(await encrypter.encrypt(web(compressed)))
}

const beginnings = {
  age: Buffer.from('age-encryption.org/'),
  gzip: Buffer.of(0x1f, 0x8b),
  zstd: Buffer.of(0x28, 0xb5, 0x2f, 0xfd),
}
const longest = 32

/** Returns the first bytes, which remain in the stream. */
const beginning = async (stream: Readable): Promise<Buffer> => {
  if (!stream.readable) return Buffer.alloc(0)
  await once(stream, 'readable')
  const head: Buffer = stream.read(longest) ?? stream.read() ?? Buffer.alloc(0)
  if (head.length > 0) stream.unshift(head)
  return head
}

const begins = (head: Buffer, kind: keyof typeof beginnings) =>
  head.subarray(0, beginnings[kind].length).equals(beginnings[kind])

const decrypted = async (stream: Readable, passphrase: string | undefined): Promise<Readable> => {
  if (passphrase === undefined)
    throw new CannotStart('The backup is encrypted: set BACKUP_PASSPHRASE, or say --passphrase-file.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return node(await decrypter.decrypt(web(stream)))
  } catch (error) {
    throw /identity|identities/.test(String(error))
      ? new CannotStart('The passphrase is not the one of this backup.')
      : error
  }
}

/** Detects the format by the first bytes, so that a pipe needs no name. */
export const tarOf = async (file: Readable, passphrase: string | undefined): Promise<Readable> => {
  const first = await beginning(file)
  if (first.length === 0) throw new CannotStart('This is no backup of Loreloom: it is empty.')
  const compressed = begins(first, 'age') ? await decrypted(file, passphrase) : file
  const head = await beginning(compressed)
  if (begins(head, 'gzip')) return through(compressed, createGunzip())
  return begins(head, 'zstd') ? through(compressed, createZstdDecompress()) : compressed
}
