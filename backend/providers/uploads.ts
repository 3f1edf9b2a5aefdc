import type { Readable } from 'node:stream'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { isPictureSize, pictureSizes, sizeName } from '#domain/pictures.ts'
import { allOf } from './bounded.ts'
import { isAnimated, pictureType } from './picture-type.ts'

/** Why an upload was not taken; `message` is for the person who sent it. */
type UploadProblem = 'picture_too_large' | 'picture_type' | 'picture_animated' | 'picture_dimensions' | 'picture_broken'

export class PictureRejected extends Error {
  readonly code: UploadProblem
  constructor(code: UploadProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Bytes of the file, pixels of the picture; `supportedSizesOnly` asks for one of the sizes in `#domain/pictures.ts`. */
export interface UploadLimits {
  maxBytes?: number
  maxPixels?: number
  supportedSizesOnly?: boolean
}

interface UploadedPicture {
  bytes: Buffer
  mime: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const invalidDimensions = `Invalid image dimensions. Please use one of these dimensions: ${pictureSizes.map(sizeName).join(', ')}`
const tooLarge = (maxBytes: number) =>
  new PictureRejected(
    'picture_too_large',
    `This file is too large. At most ${Math.floor(maxBytes / 1024 / 1024)} MB can be uploaded.`,
  )
const broken = (cause?: unknown) =>
  new PictureRejected(
    'picture_broken',
    'This picture is damaged and cannot be read. Please export it again and retry.',
    { cause },
  )

/**
 * Takes in a picture that somebody uploads, trusting nothing it says of itself: the type is known by content, the size is
 * judged by the header before a pixel is decoded, then everything is decoded and written anew, upright, in sRGB and without
 * metadata (where it was taken, with what) or anything else that was hidden in the file. Throws `PictureRejected`.
 */
export async function takePicture(
  input: Buffer | Readable,
  { maxBytes = 10 * 1024 * 1024, maxPixels = 32_000_000, supportedSizesOnly = false }: UploadLimits = {},
): Promise<UploadedPicture> {
  const upload = await allOf(input, maxBytes, () => tooLarge(maxBytes))
  const mime = pictureType(upload)
  if (!mime) throw new PictureRejected('picture_type', 'Only JPEG and PNG pictures can be uploaded.')
  if (mime === 'image/png' && isAnimated(upload))
    throw new PictureRejected('picture_animated', 'Animated pictures cannot be uploaded.')

  // reads the header only, so a huge picture costs nothing here
  const { autoOrient: size } = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown): Metadata => {
      throw broken(error)
    })
  if (supportedSizesOnly && !isPictureSize(size)) throw new PictureRejected('picture_dimensions', invalidDimensions)
  if (size.width * size.height > maxPixels)
    throw new PictureRejected(
      'picture_dimensions',
      `This picture is ${sizeName(size)} pixels large. At most ${Math.floor(maxPixels / 1e6)} million pixels can be uploaded.`,
    )

  const decoder = sharp(upload, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    autoOrient: true,
    sequentialRead: true,
  })
  const { data, info } = await encode[mime](decoder.toColourspace('srgb').timeout({ seconds: 20 }))
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw broken(error)
    })
  return { bytes: data, mime, width: info.width, height: info.height }
}

const encode: Record<UploadedPicture['mime'], (picture: Sharp) => Sharp> = {
  'image/png': (picture) => picture.png(),
  'image/jpeg': (picture) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
}
