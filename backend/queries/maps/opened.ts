import { Rejection } from '#domain/decider.ts'
import { type FogLattice, fogLattice } from '#domain/fog.ts'
import type { ImageFile } from '#domain/image-sizes.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { amendPlan, markSecretRooms } from '#domain/map-doors.ts'
import { firstGrid, type MapGrid } from '#domain/map-grid.ts'
import { type MapPlan, roomAt, sidesOf } from '#domain/map-plan.ts'
import { fogOf, maps, type TabledMap } from '#domain/maps.ts'
import type { Deps } from '../../http/deps.ts'
import { readSidecar } from '../../providers/sidecars.ts'

/** Returns the plan after players have found these secret rooms: secret doors that lead there become ordinary ones. */
const withRoomsFound = (plan: MapPlan, found: readonly number[]): MapPlan => {
  if (found.length === 0) return plan
  const leadsThere = (door: MapPlan['doors'][number]) =>
    sidesOf(door).some(({ near, far }) => [near, far].some(([x, y]) => found.includes(roomAt(plan, x, y))))
  const doors = plan.doors.map((door) => (door.secret && leadsThere(door) ? { ...door, secret: false } : door))
  return markSecretRooms({ ...plan, doors }) ?? plan
}

/** The present state of a map: its picture, the plan it was drawn from, and the changes made at the table. */
export interface OpenedMap {
  id: string
  file: ImageFile
  /** The plan as it was drawn. */
  drawn: MapPlan | undefined
  /** The plan with the DM's changes. */
  changed: MapPlan | undefined
  changes: TabledMap['plan']
  /** The changed plan, in which the secret rooms that players have found are no longer secret. */
  plan: MapPlan | undefined
  found: readonly number[]
  grid: MapGrid
  lattice: FogLattice
  fog: TabledMap['fog']
  revision: number
  /** Number of brush strokes that can be undone. */
  strokes: number
}

type Needs = Pick<Deps, 'handler' | 'files'>

/** Returns the initial grid of a map; a grid that is part of the picture is not drawn over it again. */
export const gridOfPlan = (plan: MapPlan | undefined): MapGrid =>
  plan
    ? {
        ...firstGrid,
        cell: plan.grid.px,
        x: plan.grid.x,
        y: plan.grid.y,
        scale: plan.grid.feet,
        shown: !plan.grid.shown,
      }
    : firstGrid

/** Opens a map; undefined while it has no picture. */
export const openMap = async ({ handler, files }: Needs, id: string): Promise<OpenedMap | undefined> => {
  const file = currentFile(await handler.stateOf(images, id))
  if (!file) return undefined
  const [map, drawn] = await Promise.all([handler.stateOf(maps, id), readSidecar(files, file.key, 'plan')])
  const lattice = fogLattice(file)
  const fog = fogOf(map, lattice)
  const strokes = fog === map.fog ? map.strokes.length : 0
  const { found, revision, plan: changes } = map
  const changed = drawn && amendPlan(drawn, changes)
  const plan = changed && withRoomsFound(changed, found)
  const grid = map.grid ?? gridOfPlan(drawn)
  return { id, file, drawn, changed, changes, plan, found, grid, lattice, fog, revision, strokes }
}

export const mapWithPicture = async (deps: Needs, id: string): Promise<OpenedMap> => {
  const map = await openMap(deps, id)
  if (!map) throw new Rejection('image_not_ready')
  return map
}
