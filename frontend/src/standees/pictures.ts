import type { Jpeg } from './pdf.ts'

const dotsPerMm = 300 / 25.4
const mostPixels = 1400

/** A picture as an element, with its size. Rejects if it cannot be loaded. */
export const loadPicture = async (uri: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = uri
  await image.decode()
  return image
}

/** The picture on white paper at 300 dots an inch, standing on the lower edge where its proportions differ. */
export const printable = async (image: HTMLImageElement, mm: { width: number; height: number }): Promise<Jpeg> => {
  const dots = Math.min(dotsPerMm, mostPixels / Math.max(mm.width, mm.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(mm.width * dots))
  canvas.height = Math.max(1, Math.round(mm.height * dots))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is no canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const scale = Math.min(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(image, (canvas.width - width) / 2, canvas.height - height, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('The picture could not be drawn')
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height }
}
