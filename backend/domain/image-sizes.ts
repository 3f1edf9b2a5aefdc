import { z } from 'zod'

/** Sizes a picture may have, in pixels, as the specification lists them: square first, then landscape, then portrait. */
export const imageSizes = [
  { width: 1024, height: 1024 },
  { width: 1152, height: 896 },
  { width: 1216, height: 832 },
  { width: 1344, height: 768 },
  { width: 1536, height: 640 },
  { width: 640, height: 1536 },
  { width: 768, height: 1344 },
  { width: 832, height: 1216 },
  { width: 896, height: 1152 },
] as const

export const sizeName = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`

export const isImageSize = (size: { width: number; height: number }): boolean =>
  imageSizes.some(({ width, height }) => width === size.width && height === size.height)

/** The supported size whose proportions are nearest, compared as ratios so that 2:1 is as far from 1:1 as 1:2 is. */
export const nearestSize = ({ width, height }: { width: number; height: number }): (typeof imageSizes)[number] => {
  const off = (size: { width: number; height: number }) =>
    Math.abs(Math.log((size.width * height) / (size.height * width)))
  return imageSizes.reduce((best, size) => (off(size) < off(best) ? size : best))
}

export const standingStyles = ['fantasy-art', 'digital-art', 'comic-book'] as const

/** Styles that the browser hides unless the experiment `image-models` is on. */
export const experimentalStyles = [
  'enhance',
  'anime',
  'photographic',
  'line-art',
  'analog-film',
  'neon-punk',
  'isometric',
  'low-poly',
  'origami',
  'modeling-compound',
  'cinematic',
  '3d-model',
  'pixel-art',
  'tile-texture',
] as const

export const promptLimit = 2000
/** Characters from which the counter warns. */
export const promptWarning = 1600
export const quantityLimit = 3
export const maxSeed = 4294967294

/** The server gives up on a picture after this long; one that arrives later is stored without charge. */
export const generationDeadlineMs = 180_000
/** Additional time after a deadline, in which a running job may report its own end. */
export const workGraceMs = 60_000
/** Time after which a picture is reported to take longer than usual. */
export const generationSlowMs = 60_000

/** A stored picture file. `key` is its storage key; sizes are pixels and bytes. */
export const ImageFile = z.object({
  key: z.string(),
  mime: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.int().positive(),
  height: z.int().positive(),
  size: z.int().positive(),
  /** Size in bytes of accompanying files, such as a map's plan. Absent from older events. */
  beside: z.int().min(0).optional(),
})
export type ImageFile = z.infer<typeof ImageFile>

/** The beginning of a prompt, whole words of a limited length: the default name of a picture. */
export const beginningOf = (prompt: string, letters: number): string => {
  const words = prompt.trim().replace(/\s+/g, ' ')
  if (words.length <= letters) return words
  return `${words.slice(0, letters - 2).replace(/[\s,;:.]+\S*$/, '')}…`
}
