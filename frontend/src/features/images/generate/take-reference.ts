import { isImageSize, nearestSize } from '#domain/image-sizes.ts'
import { headerOf } from '../image-header.ts'
import { cut, damaged, notAPicture, pixelLimit, tooManyPixels } from '../upload/crop.ts'
import { defaultStrength, type Reference } from './form.ts'

/** The largest part around a picture's middle that has the proportions of `size`. */
export const middleOf = (picture: { width: number; height: number }, size: { width: number; height: number }) => {
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const width = size.width * scale
  const height = size.height * scale
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** A file as a picture to steer by, cropped to the nearest supported size where it has another; or a sentence on why not. */
export const takeReference = async (file: File): Promise<Reference | string> => {
  const header = await headerOf(file)
  if (!header) return notAPicture
  const as = (file: File, { width, height }: { width: number; height: number }): Reference => ({
    source: { file },
    isKept: false,
    strength: defaultStrength,
    width,
    height,
  })
  if (isImageSize(header)) return as(file, header)
  if (header.width * header.height > pixelLimit) return tooManyPixels(header)
  const size = nearestSize(header)
  const part = await cut(file, middleOf(header, size), size, header.mime).catch(() => null)
  return part ? as(new File([part], file.name, { type: part.type }), size) : damaged
}
