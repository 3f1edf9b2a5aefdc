import { withoutSecrets } from '#domain/map-audience.ts'
import type { Audience, Door, MapPlan } from '#domain/map-plan.ts'
import { endsOf } from '#domain/map-plan.ts'
import type { Point } from '../../studio/maps/walls.ts'
import { blockersOf, isSeen, isSeenAt, linesOf, type Revealed } from '../map-lines.ts'
import { pixelsPerSquare } from '../universal-vtt/index.ts'

/** A scene of Foundry VTT, as its "Import Data" reads it. Its pixels are those of the picture; the picture is a file of its own. */

const none = 0
const limited = 10
const normal = 20
const near = 30

interface FoundryWall {
  c: [number, number, number, number]
  light: number
  move: number
  sight: number
  sound: number
  dir: number
  door: number
  ds: number
  threshold: { light: number | null; sight: number | null; sound: number | null; attenuation: boolean }
}

export interface FoundryScene {
  name: string
  width: number
  height: number
  padding: number
  background: { src: string; offsetX: number; offsetY: number }
  grid: { type: number; size: number; distance: number; units: string; color: string; alpha: number }
  tokenVision: boolean
  environment: { darknessLevel: number; globalLight: { enabled: boolean } }
  walls: FoundryWall[]
  lights: {
    x: number
    y: number
    rotation: number
    walls: boolean
    vision: boolean
    hidden: boolean
    config: { dim: number; bright: number; color: string; alpha: number; angle: number; luminosity: number }
  }[]
}

/** The picture of the scene: its path in the user's data, and its size in pixels. */
export interface ScenePicture {
  src: string
  width: number
  height: number
  bakedLighting: boolean
}

const open = { light: null, sight: null, sound: null, attenuation: false }
const solid = { light: normal, move: normal, sight: normal, sound: normal, dir: 0, door: 0, ds: 0, threshold: open }

const doorOf = ({ secret, closed, locked, kind }: Door): Partial<FoundryWall> => ({
  door: secret ? 2 : 1,
  ds: closed ? (locked ? 2 : 0) : 1,
  // Bars block neither sight nor sound.
  ...(kind === 'barred' && { sight: none, light: none, sound: none }),
})

const beneath = new Set(['crypt', 'cave', 'sewer'])

/** Returns the scene, and sentences about the parts that it omits. The players' scene contains no trace of secrets. */
export const toFoundryScene = (
  whole: MapPlan,
  picture: ScenePicture,
  audience: Audience,
  revealed?: Revealed,
): { file: FoundryScene; dropped: string[] } => {
  const plan = audience === 'players' ? withoutSecrets(whole) : whole
  const px = pixelsPerSquare(plan, picture)
  const { feet } = plan.grid
  const segment = (from: Point, to: Point, more: Partial<FoundryWall> = {}): FoundryWall => ({
    ...solid,
    ...more,
    c: [from.x, from.y, to.x, to.y].map((value) => Math.round(value * px)) as FoundryWall['c'],
  })
  const chain = (points: readonly Point[], more?: Partial<FoundryWall>) =>
    points.slice(1).map((to, i) => segment(points[i] as Point, to, more))
  const rail = { light: none, sight: none, sound: none }
  const glass = { light: near, sight: near, threshold: { light: 10, sight: 10, sound: null, attenuation: true } }
  const dark = plan.look.hour === 'night' ? 0.8 : plan.look.hour === 'dusk' ? 0.4 : beneath.has(plan.theme) ? 0.5 : 0
  return {
    file: {
      name: audience === 'dm' ? plan.title : 'Battle map',
      width: picture.width,
      height: picture.height,
      padding: 0,
      background: { src: picture.src, offsetX: 0, offsetY: 0 },
      grid: { type: 1, size: px, distance: feet, units: 'ft', color: '#000000', alpha: 0.2 },
      tokenVision: true,
      // A picture with baked lighting is dark already.
      environment: {
        darknessLevel: picture.bakedLighting ? 0 : dark,
        globalLight: { enabled: !beneath.has(plan.theme) && dark === 0 },
      },
      walls: [
        ...linesOf(plan, revealed).flatMap(({ points, wall }) => chain(points, wall.low ? rail : {})),
        ...plan.doors
          .filter(({ kind }) => kind !== 'arch')
          .filter((door) => isSeen(plan, door, revealed))
          .map((door) => segment(...endsOf(door), doorOf(door))),
        ...plan.windows.filter((edge) => isSeen(plan, edge, revealed)).map((edge) => segment(...endsOf(edge), glass)),
        // An obstacle that blocks sight is visible itself.
        ...blockersOf(plan, revealed).flatMap((ring) => chain(ring, { sight: limited, light: limited, sound: none })),
      ],
      lights: plan.lights
        .filter((light) => isSeenAt(plan, light, revealed))
        .map(({ x, y, dim, bright, colour }) => ({
          x: Math.round(x * px),
          y: Math.round(y * px),
          rotation: 0,
          walls: true,
          vision: false,
          hidden: false,
          config: {
            dim: dim * feet,
            bright: bright * feet,
            color: colour,
            alpha: picture.bakedLighting ? 0.1 : 0.35,
            angle: 360,
            luminosity: 0.5,
          },
        })),
    },
    dropped: [
      plan.stairs.length && 'Where stairs lead.',
      plan.pools.length && 'Water.',
      plan.rooms.some(({ note }) => note) && 'Names and notes of the rooms.',
    ].filter((sentence) => typeof sentence === 'string'),
  }
}
