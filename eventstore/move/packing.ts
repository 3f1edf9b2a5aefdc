import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { LENGTH_FRAME, unpackZstd, zstdPiece } from './zstd-pieces.ts'

/** Compression of a file, by its extension. */
export interface Packing {
  /** Compresses a text as a self-contained piece, so that an interrupted file can be cut before its last piece and continued. */
  pack(text: Buffer): Promise<Buffer>
  unpacker(): Duplex | undefined
  /** Offset of the last piece in these bytes, -1 if none begins there. */
  lastPiece(bytes: Buffer): number
}

const gzip = promisify<Buffer, Buffer>(zlib.gzip)
/** The header of each gzip member as Node writes it: no name and no time. */
const MEMBER = Buffer.from('1f8b0800000000000003', 'hex')

const plain: Packing = {
  pack: async (text) => text,
  unpacker: () => undefined,
  lastPiece: (bytes) => bytes.subarray(0, -1).lastIndexOf(10) + 1,
}

const packings: Partial<Record<string, Packing>> = {
  gz: { pack: gzip, unpacker: zlib.createGunzip, lastPiece: (bytes) => bytes.lastIndexOf(MEMBER) },
  zst: { pack: zstdPiece, unpacker: unpackZstd, lastPiece: (bytes) => bytes.lastIndexOf(LENGTH_FRAME) },
}

export const packingOf = (file: string): Packing => packings[/\.(gz|zst)$/.exec(file)?.[1] ?? ''] ?? plain
