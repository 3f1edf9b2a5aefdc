import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackZstd, zstdPiece } from '../../eventstore/move/zstd-pieces.ts'

const unpacked = async (...chunks: Buffer[]) => (await buffer(Readable.from(chunks).pipe(unpackZstd()))).toString()
const piece = await zstdPiece(Buffer.from('a log'))

test('pieces are read as far as they are whole, and so is one frame', async () => {
  expect(await unpacked()).toBe('')
  expect(await unpacked(piece, piece)).toBe('a loga log')
  expect(await unpacked(piece, piece.subarray(0, 5))).toBe('a log')
  expect(await unpacked(piece.subarray(0, -1))).toBe('')
  expect(await unpacked(zstdCompressSync('another'))).toBe('another')
  expect(await unpacked(zstdCompressSync(''))).toBe('')
})

test('what is none of it is damaged, however short, and wherever it stands', async () => {
  await expect(unpacked(Buffer.from('no zstd'))).rejects.toThrow()
  await expect(unpacked(Buffer.from('no zstd, and longer'))).rejects.toThrow()
  await expect(unpacked(piece, Buffer.from('no piece'))).rejects.toThrow('damaged')
})

test('a file that cannot be read on is told, in the middle of a frame too', async () => {
  for (const begun of [piece.subarray(0, 14), zstdCompressSync('x'.repeat(100)).subarray(0, 14)]) {
    const unpacker = unpackZstd()
    const read = buffer(unpacker)
    unpacker.write(begun, () => setImmediate(() => unpacker.destroy(new Error('the disk is gone'))))
    await expect(read).rejects.toThrow('the disk is gone')
  }
})
