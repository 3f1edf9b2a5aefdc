import type { PictureOf } from './paint.ts'

const side = 80
const most = 400

/** Square images of nodes, loaded when first drawn. `onLoaded` is called when another one can be drawn. */
export const pictures = (onLoaded: () => void): PictureOf => {
  const cache = new Map<string, HTMLCanvasElement | undefined>()
  return (uri) => {
    if (cache.has(uri) || cache.size >= most) return cache.get(uri)
    cache.set(uri, undefined)
    const image = new Image()
    image.onload = () => {
      const square = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const shorter = Math.min(image.naturalWidth, image.naturalHeight)
      // Faces are in the top third.
      const [sx, sy] = [(image.naturalWidth - shorter) / 2, (image.naturalHeight - shorter) * 0.3]
      square.getContext('2d')?.drawImage(image, sx, sy, shorter, shorter, 0, 0, side, side)
      cache.set(uri, square)
      onLoaded()
    }
    image.src = `${uri}?w=320`
    return undefined
  }
}
