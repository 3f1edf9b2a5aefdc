import { once } from 'node:events'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageSizes, sizeName } from '../../backend/domain/image-sizes.ts'
import { allOf } from '../../backend/providers/bounded.ts'
import { ImageRejected, pictureTooLarge } from '../../backend/providers/picture-rejected.ts'
import { thumbnail } from '../../backend/providers/uploaded-image.ts'
import { takePicture, type UploadLimits } from '../../backend/providers/uploads.ts'

const drawing = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#789', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

let png: Buffer
let jpeg: Buffer
beforeAll(async () => {
  png = await drawing(320, 200).png().toBuffer()
  jpeg = await drawing(320, 200).jpeg().toBuffer()
})

/** As a route receives it. */
const received = (stream: Readable, maxBytes = 10 * 1024 * 1024) =>
  allOf(stream, maxBytes, () => pictureTooLarge(maxBytes))
const rejected = (input: Buffer, limits?: UploadLimits): Promise<ImageRejected> => refused(takePicture(input, limits))
const refused = (work: Promise<unknown>): Promise<ImageRejected> =>
  work.then(
    () => expect.unreachable('it was not to be taken'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ImageRejected)
      return error as ImageRejected
    },
  )

test.each([1, 99, 300, 301, 5_000])(
  'all of an upload is read where %i bytes of 300 were announced',
  async (announced) => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 256))
    const parts = Readable.from([bytes.subarray(0, 7), bytes.subarray(7, 200), bytes.subarray(200)])
    expect(await allOf(parts, 300, () => pictureTooLarge(300), announced)).toEqual(bytes)
  },
)

/** A PNG chunk: length, type, data, checksum. */
const chunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, check])
}
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const header = (width: number, height: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}
/** A picture of black pixels that is a few kilobytes long, however large it says it is. */
const flatPng = (width: number, height: number, rows = height) =>
  Buffer.concat([
    signature,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (1 + width * 3)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
/** Puts a chunk right after the header. */
const withChunk = (picture: Buffer, added: Buffer) =>
  Buffer.concat([picture.subarray(0, 33), added, picture.subarray(33)])

describe('what is taken', () => {
  test('PNG and JPEG stay what they are', async () => {
    expect(await takePicture(png)).toMatchObject({ mime: 'image/png', width: 320, height: 200 })
    const taken = await takePicture(jpeg)
    expect(taken).toMatchObject({ mime: 'image/jpeg', width: 320, height: 200 })
    expect(await sharp(taken.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
  })

  test('a PNG keeps its pixels and its transparency', async () => {
    const clear = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const { bytes } = await takePicture(clear)
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(clear).raw().toBuffer())
  })

  test('a stream is as good as a buffer', async () => {
    const pieces = [png.subarray(0, 10), png.subarray(10, 500), png.subarray(500)]
    expect(await takePicture(await received(Readable.from(pieces, { objectMode: false })))).toMatchObject({
      width: 320,
      height: 200,
    })
  })

  test('a picture that a camera held sideways stands upright', async () => {
    const sideways = await drawing(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height, bytes } = await takePicture(sideways)
    expect({ width, height }).toEqual({ width: 200, height: 300 })
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
  })

  test('nothing that it said about its maker or its place is kept', async () => {
    const exif = {
      IFD0: { Artist: 'Ada Lovelace', Copyright: 'hers' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    }
    const spoken = await drawing(64, 64)
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(spoken.includes('Ada Lovelace')).toBe(true)
    const { bytes } = await takePicture(spoken)
    expect(bytes.includes('Ada Lovelace')).toBe(false)
    expect(bytes.includes('secret')).toBe(false)
    const { exif: noExif, icc, xmp, iptc } = await sharp(bytes).metadata()
    expect([noExif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('text chunks, and a zip hidden behind the picture, are gone', async () => {
    const hidden = Buffer.concat([
      withChunk(png, chunk('tEXt', Buffer.from('Comment\0where I live'))),
      Buffer.from('PK\u0003\u0004 payload'),
    ])
    const { bytes } = await takePicture(hidden)
    expect(bytes.includes('where I live')).toBe(false)
    expect(bytes.includes('payload')).toBe(false)
  })

  test('print colours and deep pixels come out as plain sRGB', async () => {
    const print = await drawing(64, 64).toColourspace('cmyk').jpeg().toBuffer()
    expect(await sharp((await takePicture(print)).bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
    const deep = await drawing(64, 64).toColourspace('rgb16').png().toBuffer()
    expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' })
    expect(await sharp((await takePicture(deep)).bytes).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' })
  })
})

describe('what is refused by its type', () => {
  test.each([
    ['a zip', Buffer.from('PK\u0003\u0004whatever')],
    ['a text', Buffer.from('hello')],
    ['a script in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['half a signature', signature.subarray(0, 4)],
  ])('%s, whatever it is called', async (_, bytes) => {
    expect(await rejected(bytes)).toMatchObject({
      code: 'picture_type',
      message: 'Only JPEG and PNG pictures can be uploaded.',
    })
  })

  test.each(['webp', 'gif', 'tiff', 'avif'] as const)('%s', async (format) => {
    expect((await rejected(await drawing(64, 64).toFormat(format).toBuffer())).code).toBe('picture_type')
  })

  test('a moving PNG', async () => {
    expect((await rejected(withChunk(png, chunk('acTL', Buffer.alloc(8, 1))))).code).toBe('picture_animated')
  })
})

describe('what is refused as broken', () => {
  test.each([0.1, 0.5, 0.99])('a file that ends after %d of it', async (share) => {
    for (const bytes of [png, jpeg])
      expect((await rejected(bytes.subarray(0, Math.floor(bytes.length * share)))).code).toBe('picture_broken')
  })

  test('a zip with the signature of a PNG', async () => {
    expect((await rejected(Buffer.concat([signature, Buffer.from('PK\u0003\u0004'.repeat(100))]))).code).toBe(
      'picture_broken',
    )
  })

  test('a JPEG of three bytes', async () => {
    expect((await rejected(Buffer.from([0xff, 0xd8, 0xff]))).code).toBe('picture_broken')
  })

  test('pixels that are missing', async () => {
    expect((await rejected(flatPng(300, 300, 10))).code).toBe('picture_broken')
  })

  test('flipped bits', async () => {
    const bent = Buffer.from(png)
    const middle = Math.floor(bent.length / 2)
    bent.fill(0x55, middle, middle + 100)
    expect((await rejected(bent)).code).toBe('picture_broken')
  })
})

describe('what is refused by its size', () => {
  test('more bytes than allowed, 10 MB unless told', async () => {
    expect(await rejected(Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({
      code: 'picture_too_large',
      message: 'This file is too large. At most 10 MB can be uploaded.',
    })
    expect((await rejected(png, { maxBytes: 1000 })).code).toBe('picture_too_large')
  })

  test('a stream that is too long is answered at the limit, and the rest of it read and dropped', async () => {
    let sent = 0
    const long = Readable.from(
      (function* () {
        for (; sent < 5_000_000; sent += 65_536) yield Buffer.alloc(65_536)
      })(),
      { objectMode: false },
    )
    const ended = once(long, 'end')
    expect((await refused(received(long, 1_000_000))).code).toBe('picture_too_large')
    expect(sent).toBeLessThan(2_000_000)
    await ended
    expect(sent).toBeGreaterThanOrEqual(5_000_000)
  })

  test('a stream that the parser before us cut', async () => {
    const cut = Object.assign(Readable.from([png], { objectMode: false }), { truncated: true })
    expect((await refused(received(cut))).code).toBe('picture_too_large')
  })

  test('a PNG of 20,000 by 20,000, by its header alone', async () => {
    const boast = Buffer.concat([
      signature,
      header(20_000, 20_000),
      chunk('IDAT', Buffer.alloc(0)),
      chunk('IEND', Buffer.alloc(0)),
    ])
    expect(await rejected(boast)).toMatchObject({
      code: 'picture_dimensions',
      message: 'This picture is 20000x20000 pixels large. At most 32 million pixels can be uploaded.',
    })
  })

  test('a small file that unfolds into too many pixels', async () => {
    const bomb = flatPng(7000, 5000)
    expect(bomb.length).toBeLessThan(200_000)
    expect((await rejected(bomb)).code).toBe('picture_dimensions')
  })
})

describe('only the supported sizes, where asked', () => {
  test.each(imageSizes.map((size) => [sizeName(size), size] as const))('%s is taken', async (_, { width, height }) => {
    expect(await takePicture(flatPng(width, height), { supportedSizesOnly: true })).toMatchObject({ width, height })
  })

  test('any other is refused with the list', async () => {
    expect(await rejected(png, { supportedSizesOnly: true })).toMatchObject({
      code: 'picture_dimensions',
      message:
        'Invalid image dimensions. Please use one of these dimensions: 1024x1024, 1152x896, 1216x832, 1344x768, 1536x640, 640x1536, 768x1344, 832x1216, 896x1152',
    })
  })

  test('a sideways picture is judged upright', async () => {
    const sideways = await drawing(1344, 768).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await takePicture(sideways, { supportedSizesOnly: true })).toMatchObject({ width: 768, height: 1344 })
  })
})

describe('thumbnails', () => {
  test.each([320, 640])('%i pixels wide, in proportion, as WebP', async (width) => {
    const small = await thumbnail(await drawing(1536, 640).png().toBuffer(), width)
    expect(await sharp(small).metadata()).toMatchObject({
      format: 'webp',
      width,
      height: Math.round((width * 640) / 1536),
    })
  })

  test('a smaller picture is not blown up', async () => {
    expect(await sharp(await thumbnail(png, 640)).metadata()).toMatchObject({ width: 320, height: 200 })
  })
})
