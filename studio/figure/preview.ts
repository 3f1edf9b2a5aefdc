import { createCanvas } from '@napi-rs/canvas'
import { hex } from '../colour.ts'
import { encodePng } from '../png.ts'
import { turned, type View } from '../sculpt/camera.ts'
import { emptyLayers, rasterise } from '../sculpt/raster.ts'
import type { Part } from '../sculpt/sculpture.ts'
import { type Lighting, shade, smoothEdges } from '../sculpt/shade.ts'
import { openStage } from '../stage.ts'
import type { Cast } from './mesh.ts'

export interface Shot {
  side: 'hero' | 'front' | 'right' | 'back' | 'left'
  png: Uint8Array
  width: number
  height: number
}

const sides: readonly (readonly [Shot['side'], number, number])[] = [
  ['hero', -0.5, 0.2],
  ['front', 0, 0.1],
  ['right', -Math.PI / 2, 0.1],
  ['back', Math.PI, 0.1],
  ['left', Math.PI / 2, 0.1],
]

const lighting: Lighting = {
  from: [-0.62, 0.95, 0.8],
  colour: hex('#fff3e0'),
  sky: hex('#8a9ab8'),
  ground: hex('#6a5a50'),
  rim: hex('#cfe0ff'),
  rimSide: 1,
  drama: 0.15,
}

/**
 * Returns one part for the triangles of metal and one for the others, since they reflect light differently. The u coordinate of a
 * corner is its index, by which the colour is read.
 */
const partsOf = ({ at, normal, colour, isMetal, faces }: Cast): Part[] => {
  const uv = new Float32Array((at.length / 3) * 2)
  for (let i = 0; i < at.length / 3; i++) uv[2 * i] = i
  const own = (u: number) =>
    [colour[3 * u] as number, colour[3 * u + 1] as number, colour[3 * u + 2] as number] as const
  const part = (metal: 0 | 1): Part => ({
    mesh: { at, normal, uv, faces: faces.filter((_, i) => isMetal[faces[i - (i % 3)] as number] === metal) },
    colour: own,
    surface: metal ? { metal: 0.55, gloss: 0.5 } : { gloss: 0.08, soft: 0.15 },
    word: 'figure',
  })
  return [part(0), part(1)].filter(({ mesh }) => mesh.faces.length > 0)
}

const extent = ({ at }: Cast) => {
  const low = [1e9, 1e9, 1e9]
  const high = [-1e9, -1e9, -1e9]
  for (let i = 0; i < at.length; i++) {
    low[i % 3] = Math.min(low[i % 3] as number, at[i] as number)
    high[i % 3] = Math.max(high[i % 3] as number, at[i] as number)
  }
  return { low, high } as { low: [number, number, number]; high: [number, number, number] }
}

/** Returns the view in which the whole cast fits the picture. */
const fitted = ({ at }: Cast, yaw: number, pitch: number, size: number): View => {
  const turn = turned({ yaw, pitch })
  let [left, right, low, high] = [1e9, -1e9, 1e9, -1e9]
  for (let i = 0; i < at.length; i += 9) {
    const [x, y] = turn([at[i] as number, at[i + 1] as number, at[i + 2] as number])
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const reach = Math.max(right - left, high - low)
  const scale = (0.88 * size) / reach
  return {
    yaw,
    pitch,
    x: size / 2 - ((left + right) / 2) * scale,
    y: size / 2 + ((low + high) / 2) * scale,
    scale,
    eye: reach * 4,
  }
}

interface PhotographOptions {
  /** Sides of the pictures in pixels: of the hero, and of the other shots. */
  hero?: number
  other?: number
  wanted?: readonly Shot['side'][]
}

/** Renders a figure on a transparent background, the hero larger than the four sides. */
export const photograph = async (
  cast: Cast,
  madeBy: string,
  { hero = 640, other = 400, wanted = sides.map(([side]) => side) }: PhotographOptions = {},
): Promise<Shot[]> => {
  const { low, high } = extent(cast)
  const middle = low.map((v, c) => (v + (high[c] as number)) / 2) as [number, number, number]
  const centred: Cast = { ...cast, at: cast.at.map((v, i) => v - (middle[i % 3] as number)) }
  const parts = partsOf(centred)
  const shots: Shot[] = []
  const isFlat = (high[1] - low[1]) * 4 < Math.max(high[0] - low[0], high[2] - low[2])
  for (const [side, yaw, level] of sides.filter(([side]) => wanted.includes(side))) {
    // Flat casts are seen from farther above.
    const pitch = isFlat ? level + (side === 'hero' ? 0.7 : 0.35) : level
    const size = side === 'hero' ? hero : other
    const sharp = size * 2
    const stage = openStage({
      model: 'studio-likeness',
      prompt: 'figure',
      negativePrompt: '',
      stylePreset: null,
      width: sharp,
      height: sharp,
      seed: 1,
    })
    const view = fitted(centred, yaw, pitch, sharp)
    const layers = emptyLayers(sharp, sharp)
    for (const [i, part] of parts.entries()) rasterise(layers, part, i, view)
    const px = shade(stage, layers, parts, lighting)
    smoothEdges(px, layers)
    const large = createCanvas(sharp, sharp)
    const image = large.getContext('2d').createImageData(sharp, sharp)
    image.data.set(px)
    large.getContext('2d').putImageData(image, 0, 0)
    const small = createCanvas(size, size)
    const pen = small.getContext('2d')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(large, 0, 0, size, size)
    const pixels = pen.getImageData(0, 0, size, size).data
    shots.push({
      side,
      png: new Uint8Array(await encodePng(Buffer.from(pixels.buffer), size, size, madeBy)),
      width: size,
      height: size,
    })
  }
  return shots
}
