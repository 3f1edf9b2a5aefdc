import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { Manifold, ManifoldToplevel } from 'manifold-3d'
import { clamp } from '../noise.ts'
import type { Point } from '../sculpt/mesh.ts'
import { mostTriangles, solidOf } from './mesh.ts'

/** A line on a base along which a name is lettered. `place` maps mm along the line, up from it and out of the base to a point. */
export interface NamePlate {
  /** Largest width of a name, in mm. */
  wide: number
  /** Height of capital letters, in mm. */
  tall: number
  place(along: number, up: number, out: number): Point
}

/** Fonts under the SIL Open Font License whose strokes are thick enough to be printed. */
const files = ['latin', 'latin-ext', 'cyrillic-ext', 'vietnamese'].map(
  (script) => `@fontsource-variable/hanken-grotesk/files/hanken-grotesk-${script}-wght-normal.woff2`,
)
const more = ['cyrillic', 'greek'].map(
  (script) => `@fontsource-variable/jetbrains-mono/files/jetbrains-mono-${script}-wght-normal.woff2`,
)
const families = [...files, ...more].map((_, i) => `Base ${i}`)
let isReady = false
const readyFonts = (): void => {
  if (isReady) return
  const { resolve } = createRequire(import.meta.url)
  for (const [i, file] of [...files, ...more].entries()) GlobalFonts.registerFromPath(resolve(file), families[i])
  isReady = true
}

/** Characters that none of the fonts has; they would be drawn as empty boxes. */
const illegible = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{Zs}]/gu
const mostLetters = 26

/** Returns the part of a name that fits on a base, in capitals; '' if it has no letter or digit that can be drawn. */
export const inscriptionOf = (name: string): string => {
  const clean = name.replace(illegible, '').replace(/\s+/g, ' ').trim().toUpperCase()
  if (!/[\p{L}\p{N}]/u.test(clean)) return ''
  if (clean.length <= mostLetters) return clean
  const cut = clean.slice(0, mostLetters + 1)
  return cut
    .slice(0, Math.max(cut.lastIndexOf(' '), 0) || mostLetters)
    .replace(/(?: (?:OF|THE|DE|DER|VON|VAN|LA|LE|AND))+$/, '')
    .trim()
}

const pixels = 48

interface Stencil {
  w: number
  h: number
  /** Share of each pixel that is ink, 0 to 1. */
  ink: Float32Array
}

const stencilOf = (text: string): Stencil => {
  readyFonts()
  const font = `800 ${Math.round(pixels * 1.4)}px ${families.map((family) => `"${family}"`).join(', ')}, sans-serif`
  const ruler = createCanvas(8, 8).getContext('2d')
  ruler.font = font
  ruler.letterSpacing = '3px'
  const w = Math.ceil(ruler.measureText(text).width) + 12
  const h = Math.round(pixels * 1.7)
  const pen = createCanvas(w, h).getContext('2d')
  pen.font = font
  pen.letterSpacing = '3px'
  pen.textBaseline = 'alphabetic'
  pen.filter = 'blur(1.5px)'
  pen.fillText(text, 6, Math.round(h * 0.78))
  const { data } = pen.getImageData(0, 0, w, h)
  return { w, h, ink: Float32Array.from({ length: w * h }, (_, i) => (data[4 * i + 3] as number) / 255) }
}

/** mm by which letters rise above the base, and by which they reach into it. */
const [raised, sunk] = [0.45, 0.4]

/** Returns raised letters as a solid to be united with a base; undefined if no letter can be drawn. */
const lettersOf = ({ Manifold: solids }: ManifoldToplevel, name: string, plate: NamePlate): Manifold | undefined => {
  const text = inscriptionOf(name)
  if (text === '') return undefined
  const { w, h, ink } = stencilOf(text)
  // Capitals of the face are about as tall as `pixels`.
  const scale = Math.min(plate.tall / pixels, plate.wide / w)
  const [width, height] = [w * scale, h * scale]
  const inkAt = (x: number, y: number): number => {
    const [u, v] = [clamp(x / scale, 0, w - 1.001), clamp(y / scale, 0, h - 1.001)]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const [s, t] = [u - i, v - j]
    const at = (a: number, b: number) => ink[(j + b) * w + i + a] as number
    return (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t
  }
  // The vertical middle of the capitals lies on the line of the plate.
  const middle = height * 0.78 - (pixels * scale) / 2
  const bounds = {
    min: [-width / 2, -height, -sunk - 0.3] as [number, number, number],
    max: [width / 2, height, raised + 0.3] as [number, number, number],
  }
  const flat = solids.levelSet(
    ([x, y, z]) => Math.min((inkAt(x + width / 2, middle - y) - 0.42) * 0.8, raised - z, z + sunk),
    bounds,
    Math.max(0.13, scale * 4),
  )
  if (flat.isEmpty()) return undefined
  return flat.warp((p) => {
    const [x, y, z] = plate.place(p[0], p[1], p[2])
    p[0] = x
    p[1] = y
    p[2] = z
  })
}

/** Returns the plate around the front of a round base whose rim leans inwards by `lean` mm for each mm of height. */
export const rimPlate = (radius: number, lean: number, up: number, tall: number): NamePlate => ({
  wide: radius * 2.5,
  tall,
  place(along, y, out) {
    const a = along / radius
    const r = radius - lean * (up + y) + out
    return [Math.sin(a) * r, up + y, Math.cos(a) * r]
  },
})

/** Returns the plate on a vertical face that looks along z, centred at `middle`. */
export const facePlate = (
  middle: readonly [x: number, y: number, z: number],
  wide: number,
  tall: number,
): NamePlate => ({
  wide,
  tall,
  place: (along, y, out) => [middle[0] + along, middle[1] + y, middle[2] + out],
})

/** Returns a figure with a name on its base, or the figure alone if it would have too many triangles. */
export const lettered = (
  solids: ManifoldToplevel,
  figure: Manifold,
  name: string | undefined,
  plate: NamePlate,
): Manifold => {
  const letters = name === undefined ? undefined : lettersOf(solids, name, plate)
  if (!letters) return figure
  const whole = solidOf(solids.Manifold.union([figure, letters]))
  if (whole.numTri() > mostTriangles) return figure
  return whole
}
