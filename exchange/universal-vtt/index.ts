import { withoutSecrets } from '#domain/map-audience.ts'
import type { Audience, Edge, MapPlan } from '#domain/map-plan.ts'
import { endsOf } from '#domain/map-plan.ts'
import type { Point } from '../../studio/maps/walls.ts'
import { blockersOf, isSeen, isSeenAt, linesOf, type Revealed } from '../map-lines.ts'

/** Universal VTT, format 0.3: one JSON object with the picture, for most virtual tabletops. Lengths are squares, the origin is (0, 0). */
export interface UniversalVtt {
  format: number
  resolution: { map_origin: Point; map_size: Point; pixels_per_grid: number }
  line_of_sight: Point[][]
  objects_line_of_sight: Point[][]
  portals: { position: Point; bounds: [Point, Point]; rotation: number; closed: boolean; freestanding: boolean }[]
  environment: { baked_lighting: boolean; ambient_light: string }
  lights: { position: Point; range: number; intensity: number; color: string; shadows: boolean }[]
  image: string
}

/** A print of whole squares as a PNG (`trimmed`). */
export interface ExportPrint {
  png: Uint8Array
  bakedLighting: boolean
}

const pngSignature = '89504e470d0a1a0a'

/** Returns the size of a PNG in pixels, from its header. Throws RangeError for any other file. */
const sizeOf = (png: Uint8Array): { width: number; height: number } => {
  const head = Buffer.from(png.buffer, png.byteOffset, Math.min(24, png.byteLength))
  if (head.length < 24 || head.toString('hex', 0, 8) !== pngSignature) throw new RangeError('The print is no PNG')
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** Returns the pixels of a square's side in a print. Throws RangeError unless the print consists of whole squares. */
export const pixelsPerSquare = (
  { grid: { cols, rows } }: MapPlan,
  { width, height }: { width: number; height: number },
): number => {
  const px = width / cols
  if (!Number.isInteger(px) || height !== px * rows)
    throw new RangeError(`A print of ${width} by ${height} pixels does not fit ${cols} by ${rows} squares`)
  return px
}

const six = (value: number) => Math.round(value * 1e6) / 1e6
const point = ({ x, y }: Point): Point => ({ x: six(x), y: six(y) })

const portal = (edge: Edge, closed: boolean): UniversalVtt['portals'][number] => {
  const [from, to] = endsOf(edge)
  return {
    position: point({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }),
    bounds: [from, to],
    rotation: six(Math.atan2(to.y - from.y, to.x - from.x)),
    closed,
    freestanding: false,
  }
}

const dark = new Set(['crypt', 'cave', 'sewer'])

/** The ambient light. A print with painted light is not dimmed again. */
const ambient = ({ theme, look: { hour } }: MapPlan, baked: boolean): string =>
  baked
    ? 'ffffffff'
    : hour === 'night'
      ? 'ff5a6090'
      : dark.has(theme)
        ? 'ff7a7680'
        : hour === 'dusk'
          ? 'ffd8b0a0'
          : 'ffffffff'

const count = (n: number, one: string, many: string) => (n === 1 ? `One ${one}` : `${n} ${many}`)

/** Returns the file, and sentences about the parts that the format cannot contain. The players' file contains no trace of secrets. */
export const toUniversalVtt = (
  whole: MapPlan,
  print: ExportPrint,
  audience: Audience,
  revealed?: Revealed,
): { file: UniversalVtt; dropped: string[] } => {
  const plan = audience === 'players' ? withoutSecrets(whole) : whole
  const px = pixelsPerSquare(plan, sizeOf(print.png))
  const doors = plan.doors.filter(({ kind }) => kind !== 'arch').filter((door) => isSeen(plan, door, revealed))
  const windows = plan.windows.filter((edge) => isSeen(plan, edge, revealed))
  const file: UniversalVtt = {
    format: 0.3,
    resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: plan.grid.cols, y: plan.grid.rows }, pixels_per_grid: px },
    line_of_sight: linesOf(plan, revealed)
      .filter(({ wall }) => !wall.low)
      .map(({ points }) => points.map(point)),
    objects_line_of_sight: blockersOf(plan, revealed).map((ring) => ring.map(point)),
    portals: [...doors.map((door) => portal(door, door.closed)), ...windows.map((edge) => portal(edge, false))],
    environment: { baked_lighting: print.bakedLighting, ambient_light: ambient(plan, print.bakedLighting) },
    lights: plan.lights
      .filter((light) => isSeenAt(plan, light, revealed))
      .map(({ x, y, dim, colour }) => ({
        position: point({ x, y }),
        range: dim,
        intensity: 1,
        color: `ff${colour.slice(1)}`,
        shadows: true,
      })),
    image: Buffer.from(print.png.buffer, print.png.byteOffset, print.png.byteLength).toString('base64'),
  }
  return { file, dropped: droppedFrom(plan) }
}

const droppedFrom = (plan: MapPlan): string[] => {
  const of = (has: (door: MapPlan['doors'][number]) => boolean) => plan.doors.filter(has).length
  const [secret, locked, barred] = [
    of((door) => door.secret),
    of((door) => door.locked),
    of((door) => door.kind === 'barred'),
  ]
  const low = linesOf(plan, undefined).filter(({ wall }) => wall.low).length
  return [
    secret && `${count(secret, 'secret door is', 'secret doors are')} written as plain doors.`,
    locked && `${count(locked, 'lock', 'locks')} of doors.`,
    barred && `${count(barred, 'barred door hides', 'barred doors hide')} what is behind.`,
    plan.windows.length && 'Windows do not keep anyone from walking through.',
    low && 'Rails that one sees over.',
    plan.stairs.length && 'Where stairs lead.',
    plan.pools.length && 'Water.',
    plan.rooms.some(({ note }) => note) && 'Names and notes of the rooms.',
  ].filter((sentence) => typeof sentence === 'string')
}
