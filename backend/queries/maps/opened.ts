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

/** The plan where players have found these of its secret rooms: the doors that lead there are seen. */
const withRoomsFound = (plan: MapPlan, found: readonly number[]): MapPlan => {
  if (found.length === 0) return plan
  const leadsThere = (door: MapPlan['doors'][number]) =>
    sidesOf(door).some(({ near, far }) => [near, far].some(([x, y]) => found.includes(roomAt(plan, x, y))))
  const doors = plan.doors.map((door) => (door.secret && leadsThere(door) ? { ...door, secret: false } : door))
  return markSecretRooms({ ...plan, doors }) ?? plan
}

/** A map that was drawn, as it is now: its picture, what it was drawn from, and what became of it at the table. */
export interface OpenedMap {
  id: string
  file: ImageFile
  /** As it was drawn. */
  drawn: MapPlan | undefined
  /** With what its DM has changed. */
  changed: MapPlan | undefined
  changes: TabledMap['plan']
  /** That, with the secret rooms that players have found. */
  plan: MapPlan | undefined
  found: readonly number[]
  grid: MapGrid
  lattice: FogLattice
  fog: TabledMap['fog']
  revision: number
  /** Strokes of the brush that can be taken back. */
  strokes: number
}

type Needs = Pick<Deps, 'handler' | 'files'>

/** The grid that a map comes with; what is drawn into the picture already is not drawn over it. */
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

/** Undefined while there is no picture. */
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
