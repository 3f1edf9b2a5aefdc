import type { PictureOf } from './paint.ts'

const side = 80
const most = 400

/** Pictures of nodes, cut square, fetched when they are first drawn. `onCome` is told when there is something new to draw. */
export const pictures = (onCome: () => void): PictureOf => {
  const known = new Map<string, HTMLCanvasElement | undefined>()
  return (uri) => {
    if (known.has(uri) || known.size >= most) return known.get(uri)
    known.set(uri, undefined)
    const image = new Image()
    image.onload = () => {
      const square = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const shorter = Math.min(image.naturalWidth, image.naturalHeight)
      // Faces are in the top third.
      const [sx, sy] = [(image.naturalWidth - shorter) / 2, (image.naturalHeight - shorter) * 0.3]
      square.getContext('2d')?.drawImage(image, sx, sy, shorter, shorter, 0, 0, side, side)
      known.set(uri, square)
      onCome()
    }
    image.src = `${uri}?w=320`
    return undefined
  }
}
