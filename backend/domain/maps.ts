import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { among, endOf, Runs, union } from './fog.ts'
import { type Kind, toNull } from './kind.ts'
import { decidePlan, evolvePlan, type PlanChanges, planAsDrawn, planCommands, planEvents } from './map-changes.ts'
import { MapGrid } from './map-grid.ts'

const imageId = z.uuid()
/** The campaign whose members have the map open; they are notified of the change. */
const shownIn = z.uuid().nullable()
/** Maximum of runs in one command: a brush names a few for each row. */
const mostRuns = 4096

/** A stroke of the pointer from press to release, sent in one or more parts and undone as a whole. */
const stroke = { imageId, shownIn, strokeId: z.uuid(), columns: z.int().min(1).max(128), rows: z.int().min(1).max(128) }
const commands = {
  LayGrid: z.object({ imageId, shownIn, grid: MapGrid }),
  RevealFog: z.object({ ...stroke, cells: Runs.min(1).max(mostRuns) }),
  CoverFog: z.object({ ...stroke, cells: Runs.min(1).max(mostRuns) }),
  UndoFog: z.object({ imageId, shownIn }),
  /** Marks a room behind secret doors as found by players, or as secret again. */
  FindRoom: z.object({ imageId, shownIn, room: z.int().positive(), isFound: z.boolean() }),
  ...planCommands,
}

export const mapEvents = {
  GridLaid: commands.LayGrid,
  /** `cells` are the newly revealed ones. */
  FogRevealed: z.object({ ...stroke, cells: Runs }),
  FogCovered: z.object({ ...stroke, cells: Runs }),
  /** Reverts the last stroke. */
  FogUndone: z.object({ imageId, shownIn, strokeId: z.uuid(), revealed: Runs, covered: Runs }),
  SecretRoomFound: z.object({ imageId, shownIn, room: z.int().positive() }),
  SecretRoomHidden: z.object({ imageId, shownIn, room: z.int().positive() }),
  ...planEvents,
}

interface Stroke {
  id: string
  isRevealed: boolean
  cells: Runs
}

export interface TabledMap {
  /** Null: the grid of the drawn map. */
  grid: MapGrid | null
  /** The revealed cells of a picture of `columns` by `rows`; a picture of another size is covered entirely. */
  fog: { columns: number; rows: number; revealed: Runs }
  /** The latest strokes; the last entry is undone next. */
  strokes: readonly Stroke[]
  /** Secret rooms that players have found, by number. */
  found: readonly number[]
  plan: PlanChanges
  /** Number of visible changes of fog and rooms: the players' picture is rendered again with each. */
  revision: number
}
type Fog = TabledMap['fog']

const isSame = (one: MapGrid, other: MapGrid) =>
  Object.entries(one).every(([field, value]) => other[field as keyof MapGrid] === value)

const mostUndone = 50
const sizeOf = ({ columns, rows }: Pick<Fog, 'columns' | 'rows'>) => columns * rows

/** The fog for this number of cells: entirely covered if it was of another size. */
export const fogOf = ({ fog }: Pick<TabledMap, 'fog'>, { columns, rows }: Pick<Fog, 'columns' | 'rows'>): Fog =>
  fog.columns === columns && fog.rows === rows ? fog : { columns, rows, revealed: [] }

/** The cells that the stroke changes. */
const changed = (map: TabledMap, lattice: Pick<Fog, 'columns' | 'rows'>, cells: Runs, isRevealed: boolean): Runs => {
  const fog = fogOf(map, lattice)
  if (endOf(cells) > sizeOf(fog)) throw new Rejection('fog_outside_map')
  return among(cells, fog.revealed, sizeOf(fog), !isRevealed)
}

const brushed = (
  map: TabledMap,
  { strokeId: id, columns, rows, cells }: Omit<z.infer<typeof mapEvents.FogRevealed>, 'imageId' | 'shownIn'>,
  isRevealed: boolean,
): TabledMap => {
  const fog = fogOf(map, { columns, rows })
  const before = fog === map.fog ? map.strokes : []
  const last = before.at(-1)
  const isOngoing = last?.id === id && last.isRevealed === isRevealed
  const strokes = isOngoing
    ? [...before.slice(0, -1), { ...last, cells: union(last.cells, cells, sizeOf(fog)) }]
    : [...before, { id, isRevealed, cells }].slice(-mostUndone)
  return { ...withFog(map, fog, cells, isRevealed), strokes }
}

const withFog = (map: TabledMap, fog: Fog, cells: Runs, isRevealed: boolean): TabledMap => {
  const revealed = isRevealed ? union(fog.revealed, cells, sizeOf(fog)) : among(fog.revealed, cells, sizeOf(fog), false)
  return { ...map, fog: { ...fog, revealed }, revision: map.revision + 1 }
}

/** A DM's changes to a battle map apart from its picture: the grid, the fog for players, and changes to its plan. */
export const maps: Decider<typeof commands, typeof mapEvents, TabledMap> = {
  category: 'maps',
  keyOwner: ({ plan }) => plan.owner,
  commands,
  events: mapEvents,
  initial: {
    grid: null,
    fog: { columns: 0, rows: 0, revealed: [] },
    strokes: [],
    found: [],
    revision: 0,
    plan: planAsDrawn,
  },

  decide: {
    LayGrid: ({ grid }, data) => (grid && isSame(grid, data.grid) ? [] : [{ type: 'GridLaid', data }]),

    RevealFog(map, data) {
      const cells = changed(map, data, data.cells, true)
      return cells.length === 0 ? [] : [{ type: 'FogRevealed', data: { ...data, cells } }]
    },
    CoverFog(map, data) {
      const cells = changed(map, data, data.cells, false)
      return cells.length === 0 ? [] : [{ type: 'FogCovered', data: { ...data, cells } }]
    },

    UndoFog({ strokes, fog }, { imageId, shownIn }) {
      const last = strokes.at(-1)
      if (!last) return []
      // Cells that other users changed since stay as they are.
      const cells = among(last.cells, fog.revealed, sizeOf(fog), last.isRevealed)
      const [revealed, covered] = last.isRevealed ? [[], cells] : [cells, []]
      return [{ type: 'FogUndone', data: { imageId, shownIn, strokeId: last.id, revealed, covered } }]
    },

    FindRoom({ found }, { isFound, ...data }) {
      if (found.includes(data.room) === isFound) return []
      return [{ type: isFound ? 'SecretRoomFound' : 'SecretRoomHidden', data }]
    },

    ...decidePlan,
  },

  evolve: {
    ...evolvePlan,
    SecretRoomFound: (map, { room }) => ({ ...map, found: [...map.found, room], revision: map.revision + 1 }),
    SecretRoomHidden: (map, { room }) => ({
      ...map,
      found: map.found.filter((one) => one !== room),
      revision: map.revision + 1,
    }),
    GridLaid: (map, { grid }) => ({ ...map, grid }),
    FogRevealed: (map, event) => brushed(map, event, true),
    FogCovered: (map, event) => brushed(map, event, false),
    FogUndone(map, { revealed, covered }) {
      const shown = withFog(map, map.fog, revealed, true)
      return {
        ...withFog(shown, shown.fog, covered, false),
        revision: map.revision + 1,
        strokes: map.strokes.slice(0, -1),
      }
    },
  },

  bytesOf: ({ fog, strokes, plan }) =>
    1000 +
    [fog.revealed, ...strokes.map(({ cells }) => cells)].flat().length * 40 +
    (Object.keys(plan.doors).length + Object.keys(plan.names).length) * 200,
}

/** HTTP status and message of each refusal, by code. */
export const mapRefusals = {
  map_not_found: [404, 'This map does not exist, or it is not on your table.'],
  map_not_tabled: [409, 'This map is in no campaign. Move it to one first.'],
  only_dm_of_map: [403, 'Only a DM of its campaign can do this with a map.'],
  map_has_no_plan: [409, 'This map was not drawn from a plan: it is a picture only.'],
  room_not_secret: [404, 'There is no secret room of this number on the map.'],
  door_not_found: [404, 'There is no such door on the map.'],
  room_not_on_map: [404, 'There is no room of this number on the map.'],
  door_does_not_fit: [409, 'There is no room for a door here: it needs a free stretch of wall between two rooms.'],
  door_is_only_way: [409, 'This is the only way to some part of the map. Add another door first.'],
  plan_changed_meanwhile: [409, 'Somebody else changed this map just now. Please try again.'],
  fog_outside_map: [422, 'This is outside of the map.'],
} as const satisfies Refusals

export const mapsKind = {
  events: mapEvents,
  refusals: mapRefusals,
  references: {
    // The campaign at the time of the event, which viewers may not know.
    RoomRenamed: { campaignId: toNull },
  },
} as const satisfies Kind<typeof mapEvents>
