import { isImageSize, nearestSize } from '#domain/image-sizes.ts'
import { type Area, cut, damaged, notAPicture, pixelLimit, tooManyPixels } from './crop.ts'
import { type Box, headerOf } from './image-header.ts'

/** The largest part around a picture's middle that has the proportions of `size`. */
export const middleOf = (picture: Box, size: Box): Area => {
  const scale = Math.min(picture.width / size.width, picture.height / size.height)
  const width = size.width * scale
  const height = size.height * scale
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** Crops an image file to the nearest supported size if needed; returns a text if it is not usable. */
export const cropToSupportedSize = async (file: File): Promise<(Box & { file: File }) | string> => {
  const header = await headerOf(file)
  if (!header) return notAPicture
  if (isImageSize(header)) return { file, width: header.width, height: header.height }
  if (header.width * header.height > pixelLimit) return tooManyPixels(header)
  const size = nearestSize(header)
  const part = await cut(file, middleOf(header, size), size, header.mime).catch(() => null)
  return part
    ? { file: new File([part], file.name, { type: part.type }), width: size.width, height: size.height }
    : damaged
}
