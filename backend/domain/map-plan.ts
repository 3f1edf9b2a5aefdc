import { z } from 'zod'

/**
 * A battle map as its content, not as pixels: the picture and the exports are made from it.
 * All lengths are squares of the grid, x to the right and y down, the corner of the first square is (0, 0).
 * Everything is bounded, since plans are read back from files.
 */
export const themes = ['crypt', 'cave', 'sewer', 'keep', 'tavern', 'village', 'forest', 'ruin', 'ship'] as const
export type Theme = (typeof themes)[number]

/** Landscapes: the look of rock, ground and plants. */
export const lands = ['plain', 'meadow', 'autumn', 'snow', 'desert', 'swamp', 'jungle', 'ash', 'sea'] as const
export type Landscape = (typeof lands)[number]

export const doorKinds = ['door', 'double', 'barred', 'arch'] as const
export type DoorKind = (typeof doorKinds)[number]

const maxSide = 200
const maxThings = 4000
const length = z
  .number()
  .min(-maxSide)
  .max(2 * maxSide)
const colour = z.string().regex(/^#[0-9a-f]{6}$/)
const cell = z
  .int()
  .min(0)
  .max(maxSide * maxSide)

/** The upper (`north`) or left (`west`) side of `span` squares in a row: the place of a door or window. */
const Edge = z.object({
  x: z.int().min(0).max(maxSide),
  y: z.int().min(0).max(maxSide),
  side: z.enum(['north', 'west']),
  span: z.int().min(1).max(4),
})
export type Edge = z.infer<typeof Edge>

const Room = z.object({
  /** The number in the key, from 1; rooms are listed in this order. */
  id: z.int().positive(),
  name: z.string().max(80),
  /** A sentence or two for the game master. */
  note: z.string().max(600),
  /** The purpose by which it was furnished, such as `kitchen`. */
  purpose: z.string().max(40),
  /** True for a room with walls to every other room; passages, caverns and streets are open to each other. */
  walled: z.boolean(),
  /** Under the sky. */
  outside: z.boolean(),
  /** A grown outline instead of a built one, drawn and exported as a smooth line. */
  natural: z.boolean(),
  floor: z.enum(['slabs', 'planks', 'earth', 'grass', 'tiles', 'carpet', 'cobbles', 'deck']),
  /** Only secret doors lead here. */
  secret: z.boolean(),
})
export type Room = z.infer<typeof Room>

/** A door without its id, as events state it. */
export const PlanDoor = z.object({
  ...Edge.shape,
  kind: z.enum(doorKinds),
  closed: z.boolean(),
  locked: z.boolean(),
  secret: z.boolean(),
})
export type PlanDoor = z.infer<typeof PlanDoor>

const Door = PlanDoor.extend({ id: z.string().max(40) })
export type Door = z.infer<typeof Door>

const Furniture = z.object({
  kind: z.string().max(30),
  /** The centre. */
  x: length,
  y: length,
  /** The size before rotation. */
  w: z.number().min(0.05).max(20),
  h: z.number().min(0.05).max(20),
  /** Radians, clockwise. */
  turn: z.number().min(-10).max(10),
  /** `blocks`: walkers go around it. `opaque`: it hides what is behind it. */
  blocks: z.boolean(),
  opaque: z.boolean(),
  /** A trap, a hidden cache: for the game master alone. */
  secret: z.boolean(),
})
export type Furniture = z.infer<typeof Furniture>

const Light = z.object({
  x: length,
  y: length,
  /** Radii. */
  bright: z.number().min(0).max(40),
  dim: z.number().min(0).max(80),
  colour,
})
export type Light = z.infer<typeof Light>

const Stairs = z.object({
  x: length,
  y: length,
  w: z.number().min(0.5).max(10),
  h: z.number().min(0.5).max(10),
  turn: z.number().min(-10).max(10),
  to: z.enum(['up', 'down']),
  /** Index in `stairs` of the stairs that these lead to; null if they leave the map. */
  leadsTo: z.int().min(0).max(50).nullable(),
})
export type Stairs = z.infer<typeof Stairs>

const Pool = z.object({
  kind: z.enum(['water', 'lava', 'slime', 'ice']),
  /** Wading is possible. */
  shallow: z.boolean(),
  cells: z.array(cell).max(maxSide * maxSide),
})
export type Pool = z.infer<typeof Pool>

export const MapPlan = z.object({
  version: z.literal(1),
  seed: z.int().min(0).max(4294967295),
  title: z.string().max(120),
  theme: z.enum(themes),
  look: z.object({
    style: z.enum(['fantasy-art', 'digital-art', 'comic-book']),
    land: z.enum(lands),
    hour: z.enum(['day', 'dusk', 'night']),
    /** The tint of stone and floors. */
    tint: colour.nullable(),
    /** Broken walls, weeds and rubble. */
    ruined: z.boolean(),
  }),
  /** Pixels of the whole print. */
  width: z.int().positive().max(8192),
  height: z.int().positive().max(8192),
  /** `px` pixels to a square of `feet` feet; the first square begins `x` and `y` pixels into the print. */
  grid: z.object({
    kind: z.literal('square'),
    px: z.int().min(4).max(512),
    cols: z.int().min(1).max(maxSide),
    rows: z.int().min(1).max(maxSide),
    x: z.int().min(0).max(512),
    y: z.int().min(0).max(512),
    feet: z.number().positive(),
    shown: z.boolean(),
  }),
  /** Row by row: the number of each square's room, 0 for none. */
  cells: z.array(z.int().min(0).max(400)).max(maxSide * maxSide),
  rooms: z.array(Room).max(400),
  doors: z.array(Door).max(1000),
  windows: z.array(Edge).max(1000),
  stairs: z.array(Stairs).max(50),
  pools: z.array(Pool).max(100),
  /** Squares of trodden path on open ground. */
  paths: z.array(cell).max(maxSide * maxSide),
  furniture: z.array(Furniture).max(maxThings),
  lights: z.array(Light).max(500),
  /** The square at which walkers enter the map. */
  entrance: z.object({ x: z.int().min(0).max(maxSide), y: z.int().min(0).max(maxSide) }),
})
export type MapPlan = z.infer<typeof MapPlan>

/** The recipients of a print or export: players receive no secrets. */
export type Audience = 'dm' | 'players'

/** The number of the room at a square, 0 for none and outside the map. */
export const roomAt = (
  { cells, grid: { cols, rows } }: Pick<MapPlan, 'cells' | 'grid'>,
  x: number,
  y: number,
): number => (x < 0 || y < 0 || x >= cols || y >= rows ? 0 : (cells[y * cols + x] ?? 0))

export const within = ({ cols, rows }: { cols: number; rows: number }, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < cols && y < rows

export const steps = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

export const roomOf = (plan: Pick<MapPlan, 'rooms'>, id: number): Room | undefined => plan.rooms[id - 1]

/** The squares of a room, by index. */
export const cellsOf = ({ cells }: Pick<MapPlan, 'cells'>, id: number): number[] =>
  cells.flatMap((room, cell) => (room === id ? [cell] : []))

/** The two squares on the sides of an edge, for each square that it spans: the near one is `edge`'s own. */
export const sidesOf = ({ x, y, side, span }: Edge): { near: [number, number]; far: [number, number] }[] =>
  Array.from({ length: span }, (_, i) =>
    side === 'north' ? { near: [x + i, y], far: [x + i, y - 1] } : { near: [x, y + i], far: [x - 1, y + i] },
  )

export const endsOf = ({ x, y, side, span }: Edge): [{ x: number; y: number }, { x: number; y: number }] => [
  { x, y },
  side === 'north' ? { x: x + span, y } : { x, y: y + span },
]

const clashes = (a: Edge, b: Edge): boolean =>
  a.side === b.side
    ? a.side === 'north'
      ? a.y === b.y && a.x < b.x + b.span + 1 && b.x < a.x + a.span + 1
      : a.x === b.x && a.y < b.y + b.span + 1 && b.y < a.y + a.span + 1
    : false

/** True if no door or window is in this part of a wall or next to it. */
export const isFreeEdge = (plan: MapPlan, edge: Edge): boolean =>
  ![...plan.doors, ...plan.windows].some((other) => clashes(edge, other))
