import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { ImageRejected } from '../../backend/providers/picture-rejected.ts'
import { stripped } from '../../backend/providers/stripped.ts'

const secret = 'Salt Lane 7, Tidewater'
const formats = ['jpeg', 'png', 'webp'] as const
type Format = (typeof formats)[number]
const mimeOf = (format: Format | 'gif') => `image/${format}`

/** A corner of another colour, so that one sees how it is turned; wider than high. */
const drawn = () =>
  sharp({ create: { width: 48, height: 32, channels: 3, background: '#345' } }).composite([
    { input: { create: { width: 12, height: 8, channels: 3, background: '#fc4' } }, left: 0, top: 0 },
  ])
const taken = (format: Format, orientation: number): Promise<Buffer> =>
  drawn()
    .withIccProfile('p3')
    .withExif({ IFD0: { ImageDescription: secret, Artist: secret }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation, icc: 'p3', exif: { IFD0: { ImageDescription: secret, Artist: secret } } })
    .toFormat(format)
    .toBuffer()
const pixels = (picture: Sharp) => picture.raw().toBuffer({ resolveWithObject: true })
const shown = (bytes: Buffer) => pixels(sharp(bytes).autoOrient())

describe.each(formats)('a %s', (format) => {
  it.each([1, 3, 6, 8])(
    'loses what it says of its taking and keeps its pixels, colours and orientation %i',
    async (orientation) => {
      const before = await taken(format, orientation)
      expect(before.includes(secret)).toBe(true)
      const after = stripped(mimeOf(format), before)
      expect(after.includes(secret)).toBe(false)
      expect((await shown(after)).data.equals((await shown(before)).data)).toBe(true)
      const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()]
      expect([is.width, is.height, is.autoOrient, is.orientation ?? 1]).toEqual([
        was.width,
        was.height,
        was.autoOrient,
        orientation,
      ])
      expect(was.icc && is.icc?.equals(was.icc)).toBe(true)
      // Nothing is left to take away.
      expect(stripped(mimeOf(format), after).equals(after)).toBe(true)
    },
  )

  it('that is upright has no EXIF at all', async () => {
    expect((await sharp(stripped(mimeOf(format), await taken(format, 1))).metadata()).exif).toBeUndefined()
  })

  it('that is no picture, or breaks off, is refused', async () => {
    const before = await taken(format, 6)
    expect(() =>
      stripped(mimeOf(format), Buffer.concat([before.subarray(0, 20), Buffer.from('MZ this is a program')])),
    ).toThrow(ImageRejected)
  })
})

it('a JPEG keeps neither comments, nor what other programs wrote, nor what follows its end', async () => {
  const [start, rest] = [Buffer.of(0xff, 0xd8), (await taken('jpeg', 6)).subarray(2)]
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.of(0xff, marker, 0, text.length + 2), Buffer.from(text)])
  const before = Buffer.concat([
    start,
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`),
    segment(0xe2, `MPF\0${secret}`),
    segment(0xed, `Photoshop 3.0\0${secret}`),
    segment(0xfe, secret),
    rest,
    Buffer.from(secret),
  ])
  const after = stripped('image/jpeg', before)
  expect(after.includes(secret)).toBe(false)
  expect((await shown(after)).data.equals((await shown(before)).data)).toBe(true)
})

it('a progressive JPEG in CMYK keeps all of its scans', async () => {
  const before = await drawn().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()
  const after = stripped('image/jpeg', before)
  expect((await pixels(sharp(after))).data.equals((await pixels(sharp(before))).data)).toBe(true)
})

it('a PNG keeps neither texts nor its date nor what follows its end, and stays animated', async () => {
  const before = await taken('png', 1)
  const chunk = (type: string, text: string) => {
    const named = Buffer.from(`${type}${text}`)
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(text.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const frames = chunk('acTL', '\0\0\0\u0001\0\0\0\0')
  const said = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX'].map((type) => chunk(type, secret))
  const after = stripped(
    'image/png',
    Buffer.concat([before.subarray(0, 33), frames, ...said, before.subarray(33), Buffer.from(secret)]),
  )
  expect(after.includes(secret)).toBe(false)
  expect(after.includes('acTL')).toBe(true)
  expect((await shown(after)).data.equals((await shown(before)).data)).toBe(true)
})

it('an animated GIF or WebP keeps its pictures and how often they are shown', async () => {
  const frames = await Promise.all(
    ['#345', '#fc4', '#a22'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const animated = sharp(frames, { join: { animated: true } })
  const plain = await animated
    .clone()
    .gif({ loop: 4, delay: [100, 200, 300] })
    .toBuffer()
  const comment = Buffer.concat([Buffer.of(0x21, 0xfe, secret.length), Buffer.from(secret), Buffer.of(0)])
  const said = Buffer.concat([plain.subarray(0, -1), comment, plain.subarray(-1)])
  expect(stripped('image/gif', Buffer.concat([plain, Buffer.from(secret)])).equals(plain)).toBe(true)
  const webp = await animated
    .clone()
    .withExif({ IFD0: { Artist: secret } })
    .webp({ loop: 4, delay: [100, 200, 300], lossless: true })
    .toBuffer()
  for (const [format, before] of [
    ['gif', said],
    ['webp', webp],
  ] as const) {
    expect(before.includes(secret)).toBe(true)
    const after = stripped(mimeOf(format), before)
    expect(after.includes(secret)).toBe(false)
    const read = async (bytes: Buffer) => {
      const { pages, loop, delay } = await sharp(bytes, { animated: true }).metadata()
      return { pages, loop, delay, data: (await pixels(sharp(bytes, { animated: true }))).data.toString('base64') }
    }
    expect(await read(after)).toEqual(await read(before))
  }
})

it('files of other kinds stay as they are', () => {
  const pdf = Buffer.from('%PDF-1.7 /Author (me)')
  expect(stripped('application/pdf', pdf)).toBe(pdf)
  const own = readFileSync(import.meta.filename)
  expect(stripped('text/plain', own)).toBe(own)
})
