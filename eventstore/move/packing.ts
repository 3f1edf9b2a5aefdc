import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** How a file is compressed, by its name's ending. */
export interface Packing {
  /** What becomes of the texts of one file, in their order. */
  packer(): { pack(text: Buffer): Promise<Buffer>; end(): Promise<Buffer> }
  unpacker(): Transform | undefined
  /**
   * Where the last piece of these bytes begins, -1 when none does: pieces are complete in themselves, so that a file that broke off is cut
   * there and gone on with. Undefined: it is one piece from start to end.
   */
  lastPiece?(bytes: Buffer): number
}

const NOTHING = Buffer.alloc(0)
const alone = (pack: (text: Buffer) => Promise<Buffer>): Packing['packer'] => {
  return () => ({ pack, end: async () => NOTHING })
}
const gzip = promisify<Buffer, Buffer>(zlib.gzip)
/** What each of gzip's members begins with, as Node writes it: no name and no time. */
const MEMBER = Buffer.from('1f8b0800000000000003', 'hex')

const plain: Packing = {
  packer: alone(async (text) => text),
  unpacker: () => undefined,
  lastPiece: (bytes) => bytes.subarray(0, -1).lastIndexOf(10) + 1,
}

const packings: Partial<Record<string, Packing>> = {
  gz: { packer: alone(gzip), unpacker: zlib.createGunzip, lastPiece: (bytes) => bytes.lastIndexOf(MEMBER) },
  // Node reads no further than the first of zstd's frames, so there is one.
  zst: { packer: zstdFrame, unpacker: zlib.createZstdDecompress },
}

function zstdFrame() {
  const compress = zlib.createZstdCompress()
  let out: Buffer[] = []
  compress.on('data', (chunk: Buffer) => out.push(chunk))
  const taken = () => {
    const bytes = Buffer.concat(out)
    out = []
    return bytes
  }
  return {
    async pack(text: Buffer) {
      await new Promise<unknown>((resolve, reject) =>
        compress.write(text, (error) => (error ? reject(error) : resolve(0))),
      )
      return taken()
    },
    async end() {
      compress.end()
      await once(compress, 'end')
      return taken()
    },
  }
}

export const packingOf = (file: string): Packing => packings[/\.(gz|zst)$/.exec(file)?.[1] ?? ''] ?? plain
