import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type PackedEntry, stored, zipOf } from '../../backend/platform/zip.ts'
import { strippedStored, strippedUpload } from '../../backend/providers/stripped.ts'
import { packedIn, zipEntries } from '../../backend/providers/zip-directory.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const secret = 'Salt Lane 7, Tidewater'
const taken = (format: 'jpeg' | 'png' | 'webp', orientation = 1) =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: '#345' } })
    .withMetadata({ orientation, exif: { IFD0: { Artist: secret }, IFD3: { GPSLatitudeRef: 'N' } } })
    .toFormat(format)
    .toBuffer()

const deflated = (name: string, bytes: Buffer): PackedEntry => ({
  name,
  method: 8,
  crc: crc32(bytes),
  size: bytes.length,
  bytes: deflateRawSync(bytes),
})
const words = Buffer.from('<w:document>The bells rang twice.</w:document>')
const document = (...entries: PackedEntry[]) =>
  zipOf([deflated('[Content_Types].xml', Buffer.from('<Types/>')), deflated('word/document.xml', words), ...entries])

/** What an entry says, once it is unpacked. */
const inside = (bytes: Buffer, name: string): Buffer => {
  const entry = zipEntries(bytes)?.find((each) => each.name === name)
  if (!entry) throw new Error(`There is no ${name}`)
  const packed = packedIn(bytes, entry)
  const unpacked = entry.method === 0 ? packed : inflateRawSync(packed)
  expect([unpacked.length, crc32(unpacked)]).toEqual([entry.size, entry.crc])
  return unpacked
}

describe('a Word document', () => {
  it('loses what its pictures say of their taking, however they are packed and called, and keeps the rest as it was', async () => {
    const before = document(
      deflated('word/media/image1.jpeg', await taken('jpeg', 6)),
      stored({ name: 'word/media/image2.png', bytes: await taken('png') }),
      deflated('docProps/thumbnail.tmp', await taken('webp')),
      deflated('word/media/image3.emf', Buffer.from(`a drawing of ${secret}`)),
    )
    const after = await strippedUpload(word, before)
    for (const name of ['word/media/image1.jpeg', 'word/media/image2.png', 'docProps/thumbnail.tmp']) {
      const picture = inside(after, name)
      expect(picture.includes(secret)).toBe(false)
      expect(await sharp(picture).metadata()).toMatchObject({ width: 24, height: 16 })
    }
    expect((await sharp(inside(after, 'word/media/image1.jpeg')).metadata()).orientation).toBe(6)
    expect(zipEntries(after)?.map(({ name }) => name)).toEqual(zipEntries(before)?.map(({ name }) => name))
    for (const name of ['word/document.xml', 'word/media/image3.emf'])
      expect(inside(after, name).equals(inside(before, name))).toBe(true)
    // Nothing is left to take away, of one that is kept either.
    expect(await strippedStored(word, after)).toBe(after)
  })

  it('without pictures that say anything is the very same', async () => {
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    const before = document(deflated('word/media/image1.png', await strippedUpload('image/png', plain)))
    expect(await strippedUpload(word, before)).toBe(before)
  })

  it('keeps of a damaged picture what can be shown, without what it says', async () => {
    const whole = await taken('jpeg')
    const damaged = Buffer.concat([whole.subarray(0, -2), Buffer.of(0xff, 0xe1, 0xff, 0xff, 0x00)])
    const after = await strippedUpload(word, document(deflated('word/media/image1.jpeg', damaged)))
    expect(inside(after, 'word/media/image1.jpeg').includes(secret)).toBe(false)
    expect(await sharp(inside(after, 'word/media/image1.jpeg')).metadata()).toMatchObject({ width: 24, height: 16 })
  })

  it('takes no more room than it did, whatever its pictures unpack to', async () => {
    const whole = await taken('jpeg')
    const padded = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(1_000_000), whole.subarray(-2)])
    const before = document(deflated('word/media/image1.jpeg', padded))
    expect((await strippedUpload(word, before)).length).toBeLessThanOrEqual(before.length)
  })

  const lying = (change: (entry: Buffer) => void) => {
    const bytes = document(deflated('word/media/image1.jpeg', Buffer.alloc(2000, '\xff\xd8\xff', 'latin1')))
    change(bytes.subarray(bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1')))
    return bytes
  }
  /** Directory entries that all lead to one. */
  const repeated = (times: number) => {
    const picture = deflated('word/media/image1.jpeg', Buffer.alloc(2000, '\xff\xd8\xff', 'latin1'))
    const bytes = zipOf([picture])
    const [entry, end] = [bytes.indexOf('PK\x01\x02', 0, 'latin1'), bytes.subarray(-22)]
    end.writeUInt16LE(times, 10)
    return Buffer.concat([bytes.subarray(0, entry), ...Array(times).fill(bytes.subarray(entry, -22)), end])
  }
  it.each([
    ['says that it is larger than what can be unpacked', lying((entry) => entry.writeUInt32LE(0x7fffffff, 24))],
    ['unpacks to more than it says', lying((entry) => entry.writeUInt32LE(20, 24))],
    ['has less than it says', lying((entry) => entry.writeUInt32LE(0x00ffffff, 20))],
    ['is elsewhere than it says', lying((entry) => entry.writeUInt32LE(3, 42))],
    ['is encrypted', lying((entry) => entry.writeUInt16LE(1, 8))],
    ['is packed otherwise', lying((entry) => entry.writeUInt16LE(12, 10))],
    ['says the same a hundred times', repeated(100)],
    ['is no archive', Buffer.from('PK')],
    [
      'holds what is no picture behind the beginning of one',
      document(deflated('a.jpg', Buffer.from('\xff\xd8\xff!!', 'latin1'))),
    ],
  ])('that %s is refused', async (_how, bytes) => {
    await expect(strippedUpload(word, bytes)).rejects.toMatchObject({ code: 'picture_broken' })
  })
})
