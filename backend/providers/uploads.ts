import sharp, { type Metadata, type Sharp } from 'sharp'
import { imageSizes, isImageSize, sizeName } from '#domain/image-sizes.ts'
import { ImageRejected, pictureTooLarge } from './picture-rejected.ts'
import { isAnimated, pictureType } from './picture-type.ts'

/**
 * Limits in bytes of the file and pixels of the picture; `supportedSizesOnly` requires one of the sizes in
 * `#domain/image-sizes.ts`.
 */
export interface UploadLimits {
  maxBytes?: number
  maxPixels?: number
  supportedSizesOnly?: boolean
}

export interface UploadedImage {
  bytes: Buffer
  mime: 'image/png' | 'image/jpeg'
  width: number
  height: number
}

const invalidDimensions = `Invalid image dimensions. Please use one of these dimensions: ${imageSizes.map(sizeName).join(', ')}`
const broken = (cause?: unknown) =>
  new ImageRejected('picture_broken', 'This picture is damaged and cannot be read. Please export it again and retry.', {
    cause,
  })

/**
 * Validates an uploaded picture without trusting its metadata: the type is detected by content, the size is judged by
 * the header before a pixel is decoded, then everything is decoded and re-encoded, upright, in sRGB and without
 * metadata (location, device) or any other data hidden in the file. Throws `ImageRejected`.
 */
export async function takePicture(
  upload: Buffer,
  { maxBytes = 10 * 1024 * 1024, maxPixels = 32_000_000, supportedSizesOnly = false }: UploadLimits = {},
): Promise<UploadedImage> {
  if (upload.length > maxBytes) throw pictureTooLarge(maxBytes)
  const mime = pictureType(upload)
  if (!mime) throw new ImageRejected('picture_type', 'Only JPEG and PNG pictures can be uploaded.')
  if (mime === 'image/png' && isAnimated(upload))
    throw new ImageRejected('picture_animated', 'Animated pictures cannot be uploaded.')

  // reads the header only, so a huge picture costs nothing here
  const { autoOrient: size } = await sharp(upload, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown): Metadata => {
      throw broken(error)
    })
  if (supportedSizesOnly && !isImageSize(size)) throw new ImageRejected('picture_dimensions', invalidDimensions)
  if (size.width * size.height > maxPixels)
    throw new ImageRejected(
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

const encode: Record<UploadedImage['mime'], (picture: Sharp) => Sharp> = {
  'image/png': (picture) => picture.png(),
  'image/jpeg': (picture) => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
}
