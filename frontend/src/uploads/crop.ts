import type { Box } from './image-header.ts'

/** A part of a picture, in its own pixels. */
export type Area = Box & { x: number; y: number }

/** Maximum number of pixels of a picture: a larger one, decoded, would not fit into a browser's memory. */
export const pixelLimit = 64_000_000

export const notAPicture = 'Only JPEG and PNG pictures can be uploaded.'
export const damaged = 'This picture is damaged and cannot be read. Please export it again and retry.'
export const tooManyPixels = ({ width, height }: Box): string =>
  `This picture is ${width}x${height} pixels large. At most ${pixelLimit / 1e6} million pixels can be opened here.`

/** Draws a part of an image at exactly `size`: PNG stays PNG, which may be transparent, others become JPEG. */
export const cut = async (file: Blob, area: Area, size: Box, mime: 'image/png' | 'image/jpeg'): Promise<Blob> => {
  const picture = await createImageBitmap(file)
  try {
    const canvas = new OffscreenCanvas(size.width, size.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no 2d canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height)
    return await canvas.convertToBlob({ type: mime, quality: 0.93 })
  } finally {
    picture.close()
  }
}

/** A file's name without its ending, as a first name for the picture. */
export const nameFrom = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]+$/i, '')
    .slice(0, 255)
    .trim()
