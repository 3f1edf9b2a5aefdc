import { z } from 'zod'

/**
 * A battle map as what is there, not as pixels: its picture is printed from it and its exports are read off it.
 * All lengths are squares of the grid, x to the right and y down, the corner of the first square is (0, 0).
 * Everything is bounded, since plans are read back from files.
 */
export const themes = ['crypt', 'cave', 'sewer', 'keep', 'tavern', 'village', 'forest', 'ruin', 'ship'] as const
export type Theme = (typeof themes)[number]

/** What the rock, the ground and the plants are of. */
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

/** The upper (`north`) or left (`west`) side of a square, and on for `span` squares: where doors and windows are. */
const Edge = z.object({
  x: z.int().min(0).max(maxSide),
  y: z.int().min(0).max(maxSide),
  side: z.enum(['north', 'west']),
  span: z.int().min(1).max(4),
})
export type Edge = z.infer<typeof Edge>

const Room = z.object({
  /** The number in the key; rooms stand in the order of their numbers, from 1. */
  id: z.int().positive(),
  name: z.string().max(80),
  /** A sentence or two for the game master. */
  note: z.string().max(600),
  /** What it is for, such as `kitchen`: what it was furnished by. */
  purpose: z.string().max(40),
  /** Parted by walls from every other room; without, it is open to all that is not walled itself: passages, caverns, streets. */
  walled: z.boolean(),
  /** Under the sky. */
  outside: z.boolean(),
  /** Its outline is grown, not built: drawn and exported smooth. */
  natural: z.boolean(),
  floor: z.enum(['slabs', 'planks', 'earth', 'grass', 'tiles', 'carpet', 'cobbles', 'deck']),
  /** Nobody gets there but through a secret door. */
  secret: z.boolean(),
})
export type Room = z.infer<typeof Room>

const Door = z.object({
  ...Edge.shape,
  id: z.string().max(40),
  kind: z.enum(doorKinds),
  closed: z.boolean(),
  locked: z.boolean(),
  secret: z.boolean(),
})
export type Door = z.infer<typeof Door>

const Furniture = z.object({
  kind: z.string().max(30),
  /** Its middle. */
  x: length,
  y: length,
  /** Before it is turned. */
  w: z.number().min(0.05).max(20),
  h: z.number().min(0.05).max(20),
  /** Radians, clockwise. */
  turn: z.number().min(-10).max(10),
  /** Whether one has to walk around it, and whether it hides what is behind. */
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
  /** The number of the stairs on this map that they lead to, by place in the list. */
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
    /** What stone and floors lean to. */
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
  /** Row by row: the number of the room that a square is of, 0 where nobody can stand. */
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
  /** The square where one comes in. */
  entrance: z.object({ x: z.int().min(0).max(maxSide), y: z.int().min(0).max(maxSide) }),
})
export type MapPlan = z.infer<typeof MapPlan>

/** For whom something is made: what is secret stays with the game master. */
export type Audience = 'dm' | 'players'

/** The number of the room at a square, 0 outside the map and where nobody can stand. */
export const roomAt = (
  { cells, grid: { cols, rows } }: Pick<MapPlan, 'cells' | 'grid'>,
  x: number,
  y: number,
): number => (x < 0 || y < 0 || x >= cols || y >= rows ? 0 : (cells[y * cols + x] ?? 0))
