import { z } from 'zod'
import { Runs } from '#domain/fog.ts'
import { MapGrid } from '#domain/map-grid.ts'
import { PlanDoor } from '#domain/map-plan.ts'
import { ImageItem } from './image-answers.ts'

export const mapStatuses = ['GENERATING', 'FAILED', 'COMPLETED'] as const

/** A battle map in lists; its `description` is the negative prompt. */
export const MapItem = ImageItem.omit({ status: true }).extend({
  name: z.string(),
  description: z.string(),
  status: z.enum(mapStatuses),
})
export type MapItem = z.infer<typeof MapItem>

/** Newest first; `months` counts every month that has maps. */
export const MapList = z.object({
  battlemaps: z.array(MapItem),
  total: z.int(),
  months: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type MapList = z.infer<typeof MapList>

/** A room in the key of a map drawn from a plan. `cells` are fog cells. */
export const MapRoom = z.object({
  id: z.int(),
  name: z.string(),
  note: z.string(),
  secret: z.boolean(),
  cells: Runs,
})
export type MapRoom = z.infer<typeof MapRoom>

const Fog = z.object({
  cell: z.int(),
  columns: z.int(),
  rows: z.int(),
  revealed: Runs,
  /** Number of strokes that can be undone. */
  strokes: z.int(),
})
export type Fog = z.infer<typeof Fog>

/**
 * The `doors` of a plan, and the `walls` to which a door can be added, both in squares. A square is `px` pixels wide; the
 * top left one begins `x` and `y` pixels into the picture.
 */
export const PlanAnswer = z.object({
  px: z.int(),
  x: z.int(),
  y: z.int(),
  /** Number of changes so far. */
  revision: z.int(),
  /** Number of changes that can be undone. */
  undoable: z.int(),
  /** `rooms` are the numbers of the rooms on both sides. */
  doors: z.array(PlanDoor.extend({ id: z.string(), rooms: z.array(z.int()) })),
  walls: z.array(PlanDoor.pick({ x: true, y: true, side: true })),
})
export type PlanAnswer = z.infer<typeof PlanAnswer>

/** The whole map, for its owner and its campaign's DMs. */
export const MapForDms = MapItem.extend({
  audience: z.literal('dm'),
  username: z.string(),
  grid: MapGrid,
  fog: Fog,
  /** Null for maps not drawn from a plan. */
  rooms: z.array(MapRoom).nullable(),
  /** Null without rooms. */
  plan: PlanAnswer.nullable(),
  /** Numbers of secret rooms that players have found. */
  found: z.array(z.int()),
  isShown: z.boolean(),
  /** Address of the picture that includes secrets; null if there is none. */
  printUri: z.string().nullable(),
})
export type MapForDms = z.infer<typeof MapForDms>

/** A map on the table: only the revealed part of its picture. */
export const MapForPlayers = z.object({
  audience: z.literal('players'),
  id: z.uuid(),
  campaignId: z.uuid(),
  width: z.int(),
  height: z.int(),
  grid: MapGrid,
  /** Address of the revealed part, which changes with that part; null if there is none. */
  uri: z.string().nullable(),
})
export type MapForPlayers = z.infer<typeof MapForPlayers>

export const MapDetail = z.discriminatedUnion('audience', [MapForDms, MapForPlayers])
export type MapDetail = z.infer<typeof MapDetail>

/** The map on a campaign's table. */
export const Table = z.object({ imageId: z.uuid().nullable(), shownAt: z.string().nullable() })
export type Table = z.infer<typeof Table>
