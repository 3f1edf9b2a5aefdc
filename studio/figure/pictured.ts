import type { ManifoldToplevel } from 'manifold-3d'
import type { MapPlan } from '#domain/map-plan.ts'
import type { Rgb } from '../colour.ts'
import { clamp, smooth } from '../noise.ts'
import { type Box, crop, type Raster, readRaster, resized } from '../retouch/raster.ts'
import type { Point } from '../sculpt/mesh.ts'
import type { Things } from '../things.ts'
import { blockOf, paintedCast } from './block.ts'
import { oneThing, subjectIn } from './cut-out.ts'
import { facePlate, lettered, rimPlate } from './lettering.ts'
import { type Cast, solidOf } from './mesh.ts'
import { colourAt, depthIn, type Plane, softened, valueAt } from './plane.ts'
import { loadSolids } from './solids.ts'
import { terrain } from './terrain.ts'

/** Models of a picture: a relief on an upright plaque, its subject as a figure, or a tile of terrain. All lengths are mm. */

interface PictureRequest {
  image: Uint8Array
  as: 'relief' | 'figure' | 'terrain'
  /** Plan of the pictured map, for a tile of terrain. */
  plan?: MapPlan | undefined
  /** Masks of the things that the studio drew, for a clean outline of the subject. */
  things?: Things | undefined
  /** Name that is raised on the base. */
  name?: string | undefined
  seed: number
  height: number
  /** Part to model, as shares of the picture's width and height; the whole picture if undefined. */
  part?: { x: number; y: number; width: number; height: number } | undefined
  /** Longer side of the modelled picture, in pixels. */
  detail?: number
}

type Wanted = Pick<PictureRequest, 'height' | 'name'> & { subject: Plane }
type Report = (share: number, stage: string) => void

const usualDetail = 260
const stone: Rgb = [58, 51, 46]
const letters: Rgb = [214, 176, 92]
/** Thinnest wall that can be printed. */
const wall = 1.2

const brightnessOf = ({ w, h, px }: Raster): Plane => ({
  w,
  h,
  at: Float32Array.from({ length: w * h }, (_, i) => {
    const [r, g, b, a] = [0, 1, 2, 3].map((c) => (px[4 * i + c] as number) / 255) as [number, number, number, number]
    return (0.3 * r + 0.59 * g + 0.11 * b) * a
  }),
})

/** Returns rounded forms from the silhouette (0 at its rim to 1), fine forms from light and dark (-0.5 to 0.5), and blurred brightness. */
const formsIn = (picture: Raster, subject: Plane) => {
  const side = Math.min(picture.w, picture.h)
  const depth = depthIn(subject)
  const reach = Math.max(2, side * 0.22)
  const bulge = { ...depth, at: depth.at.map((d) => Math.sqrt(1 - (1 - Math.min(1, d / reach)) ** 2)) }
  const light = brightnessOf(picture)
  const ground = softened(light, Math.max(2, Math.round(side * 0.06)))
  const fine = softened(light, 1)
  const detail = { ...fine, at: fine.at.map((value, i) => clamp(value - (ground.at[i] as number) + 0.5) - 0.5) }
  return { bulge: softened(bulge, 1), detail: softened(detail, 1), light: ground }
}

const frameAt = (x: number, y: number, w: number, h: number, border: number): number => {
  const rim = Math.min(x * w, (1 - x) * w, y * h, (1 - y) * h)
  return 1 - smooth(border * 0.75, border, rim)
}

/** Returns an upright, framed relief on a foot. */
const relief = (solids: ManifoldToplevel, picture: Raster, { subject, height, name }: Wanted): Cast => {
  const foot = Math.max(2, height * 0.1)
  const tall = height - foot * 0.6
  const width = (tall * picture.w) / picture.h
  const thick = Math.max(1.6, tall * 0.05)
  const deep = Math.max(wall, tall * 0.09)
  const border = Math.max(wall, Math.min(width, tall) * 0.045)
  const soft = softened(subject, 1)
  const { bulge, detail, light } = formsIn(picture, subject)
  const raisedAt = (x: number, y: number) => {
    const share = valueAt(soft, x, y)
    const form = share * (0.3 + 0.5 * valueAt(bulge, x, y)) + (1 - share) * 0.12 * valueAt(light, x, y)
    return clamp(form + valueAt(detail, x, y) * (0.25 + 0.35 * share))
  }
  const depthAt = (x: number, y: number) => {
    const frame = frameAt(x, y, width, tall, border)
    return thick + deep * Math.max(frame * 0.7, (1 - frame) * raisedAt(x, y))
  }
  const plaque = blockOf(solids, { columns: picture.w, rows: picture.h, width, height: tall }, depthAt)
  const deepFoot = Math.max(8, tall * 0.42)
  const base = solids.Manifold.cube([width + 2 * border, foot, deepFoot]).translate([
    -(width / 2 + border),
    0,
    (thick + deep) / 2 - deepFoot / 2,
  ])
  const plain = solids.Manifold.union([plaque.translate([0, foot * 0.6, 0]), base])
  const front = (thick + deep) / 2 + deepFoot / 2
  const plate = facePlate([0, foot / 2, front], (width + 2 * border) * 0.9, foot * 0.55)
  const solid = lettered(solids, plain, name, plate)
  const [x0, y0] = [width / 2, foot * 0.6]
  return paintedCast(
    solid,
    (x, y, z) => {
      if (z > front + 0.03) return letters
      const [u, v] = [(x + x0) / width, (y - y0) / tall]
      const isFront = y > foot + 0.01 && z > thick * 0.98 && u >= 0 && u <= 1
      if (!isFront || frameAt(u, v, width, tall, border) > 0.5) return stone
      return colourAt(picture, u, v)
    },
    foot + 0.05,
  )
}

/** Returns colours for the back of a subject, which the picture does not show: the colours near its outline, such as hair and coat. */
const backOf = ({ w, h, px }: Raster, subject: Plane): Raster => {
  const radius = Math.max(2, Math.round(Math.min(w, h) * 0.06))
  const depth = depthIn(subject).at
  // Pixels of the rim itself are mixed with the background.
  const inside = Float32Array.from(depth, (far) => (far > 1.5 ? 1 / (1 + (far / radius) ** 3) : 0))
  const weight = softened({ w, h, at: inside }, radius).at
  const channels = [0, 1, 2].map(
    (c) => softened({ w, h, at: inside.map((share, i) => share * (px[4 * i + c] as number)) }, radius).at,
  )
  const shade = 0.9
  return {
    w,
    h,
    px: Uint8ClampedArray.from({ length: px.length }, (_, i) => {
      const [pixel, c] = [i >> 2, i % 4]
      if (c === 3) return 255
      return (shade * (channels[c]?.[pixel] as number)) / Math.max(1e-3, weight[pixel] as number)
    }),
  }
}

const shifted = ([x, y, z]: Point, by: number): Point => [x + by, y, z]

/** Returns the subject, rounded on both sides, on a round base; undefined if the picture has no subject. */
const standing = (
  solids: ManifoldToplevel,
  picture: Raster,
  { subject: found, height, name }: Wanted,
): Cast | undefined => {
  const subject = softened(oneThing(found), 1)
  const rows = Array.from({ length: picture.h }, (_, j) => j).filter((j) =>
    subject.at.subarray(j * picture.w, (j + 1) * picture.w).some((share) => share > 0.5),
  )
  const [top, bottom] = [rows[0], rows.at(-1)]
  if (top === undefined || bottom === undefined || bottom - top < 8) return undefined
  const foot = Math.max(2, height * 0.1)
  const scale = (height - foot * 0.8) / (bottom - top)
  const pixels = { width: picture.w * scale, height: picture.h * scale }
  const low = foot * 0.8 - (picture.h - 1 - bottom) * scale
  const inside = depthIn(subject)
  const outside = depthIn({ ...subject, at: subject.at.map((share) => (share > 0.5 ? 0 : 1)) })
  const { detail } = formsIn(picture, subject)
  const thickest = height * 0.1
  const reach = height * 0.12
  const share = (x: number, y: number) => [x / pixels.width + 0.5, (y - low) / pixels.height] as const
  const field = (x: number, y: number, z: number): number => {
    const [u, v] = share(x, y)
    const way = (valueAt(inside, u, v) - valueAt(outside, u, v)) * scale
    if (u < 0 || u > 1 || v > 1) return -1
    const round = Math.sqrt(Math.max(0, 1 - (1 - Math.min(1, way / reach)) ** 2))
    const half = wall / 2 + (thickest - wall / 2) * round + (z > 0 ? valueAt(detail, u, v) * height * 0.04 : 0)
    return Math.min(way + 0.2, half - Math.abs(z))
  }
  const edge = Math.max(height / 110, 0.3)
  const [wide, deep] = [pixels.width / 2 + 1, thickest * 1.4 + 1]
  const bounds = {
    min: [-wide, foot * 0.5, -deep] as [number, number, number],
    max: [wide, height + 1, deep] as [number, number, number],
  }
  const figure = solidOf(solids.Manifold.levelSet(([x, y, z]) => field(x, y, z), bounds, edge))
  const { min, max } = figure.boundingBox()
  const middle = (min[0] + max[0]) / 2
  const radius = Math.max(height * 0.25, (max[0] - min[0]) * 0.5 + 1, deep)
  const base = solids.Manifold.cylinder(foot, radius, radius * 0.95, 96)
    .rotate([-90, 0, 0])
    .translate([middle, 0, 0])
  const lean = (radius * 0.05) / foot
  const rim = rimPlate(radius, lean, foot * 0.48, foot * 0.55)
  const plate = { ...rim, place: (...p: [number, number, number]) => shifted(rim.place(...p), middle) }
  const solid = lettered(solids, solidOf(solids.Manifold.union([figure, base])), name, plate)
  const back = backOf(picture, subject)
  const look = (x: number, y: number, z: number): Rgb => {
    if (y > foot + 0.01) return colourAt(z < wall * 0.6 ? back : picture, ...share(x, y))
    return Math.hypot(x - middle, z) > radius - lean * y + 0.06 ? letters : stone
  }
  return paintedCast(solid, look, foot + 0.05)
}

/** Returns a box without its part beyond the right and lower edges of a picture. */
const clipped = (box: Box, { w, h }: Raster): Box => ({
  ...box,
  w: Math.min(box.w, w - box.x),
  h: Math.min(box.h, h - box.y),
})

/** Models a picture. Returns undefined if a figure is ordered and the picture has no subject. */
export const sculptPicture = async (
  { image, as, part, plan, things, seed, height, name, detail = usualDetail }: PictureRequest,
  report: Report = () => undefined,
): Promise<Cast | undefined> => {
  report(0.05, 'Looking at the image')
  const whole = await readRaster(image)
  const box = part && {
    x: Math.floor(part.x * whole.w),
    y: Math.floor(part.y * whole.h),
    w: Math.max(8, Math.floor(part.width * whole.w)),
    h: Math.max(8, Math.floor(part.height * whole.h)),
  }
  const cut = box ? crop(whole, clipped(box, whole)) : whole
  const scale = Math.min(1, detail / Math.max(cut.w, cut.h))
  const picture = await resized(cut, Math.max(16, Math.round(cut.w * scale)), Math.max(16, Math.round(cut.h * scale)))
  report(0.2, 'Finding the subject')
  const size = { w: picture.w, h: picture.h }
  const subject =
    as === 'terrain' ? undefined : await subjectIn({ whole, part: box && clipped(box, whole), things, seed, size })
  const wanted = { height, name, subject: subject ?? { ...size, at: new Float32Array(size.w * size.h) } }
  const solids = await loadSolids()
  report(0.35, 'Casting the surface')
  const cast =
    as === 'terrain'
      ? terrain(solids, picture, { height, plan, part: box && { ...box, of: whole } })
      : as === 'relief'
        ? relief(solids, picture, wanted)
        : standing(solids, picture, wanted)
  report(0.7, 'Painting')
  return cast
}
