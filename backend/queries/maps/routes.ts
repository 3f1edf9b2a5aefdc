import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { type FogLattice, runsOf } from '#domain/fog.ts'
import type { PlanChanges } from '#domain/map-changes.ts'
import { wallsOf } from '#domain/map-doors.ts'
import { type MapPlan, roomAt, sidesOf } from '#domain/map-plan.ts'
import { can } from '#domain/rights.ts'
import { ImageItem } from '#projections/image-answers.ts'
import type { MapRoom, PlanAnswer } from '#projections/map-answers.ts'
import { MapDetail, type MapItem, MapList, mapStatuses } from '#projections/map-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, memberOf, query } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeMap } from '../../policies/maps.ts'
import { imageColumns, imageMatches } from '../images/columns.ts'
import { contains, Page, Typed } from '../page.ts'
import { loadEntitlements } from '../users/standing.ts'
import { visible, visibleIn } from '../visible.ts'
import { gridOfPlan, type OpenedMap, openMap } from './opened.ts'
import { printVersion, versionOf } from './versions.ts'

/** Returns the rooms of a plan, each with the fog cells that lie in it or touch it, so that its walls are revealed too. */
const roomsOf = (plan: MapPlan, { cell, columns, rows }: FogLattice): MapRoom[] => {
  const { px, cols, x: left, y: top } = plan.grid
  const cellsByRoom = new Map<number, Uint8Array>()
  for (const [square, room] of plan.cells.entries()) {
    if (room === 0) continue
    const cells = cellsByRoom.get(room) ?? new Uint8Array(columns * rows)
    cellsByRoom.set(room, cells)
    const [x, y] = [left + (square % cols) * px, top + Math.floor(square / cols) * px]
    const [from, to] = [Math.floor((x - 1) / cell), Math.floor((x + px) / cell)]
    for (let row = Math.floor((y - 1) / cell); row <= Math.floor((y + px) / cell); row++)
      if (row >= 0 && row < rows)
        cells.fill(1, row * columns + Math.max(0, from), row * columns + Math.min(columns, to + 1))
  }
  return plan.rooms.map(({ id, name, note, secret }) => ({
    id,
    name,
    note,
    secret,
    cells: runsOf(cellsByRoom.get(id) ?? new Uint8Array(0)),
  }))
}

/** The parts of a plan that a DM needs to change it. */
const planOf = (plan: MapPlan, { revision, before }: PlanChanges): PlanAnswer => {
  const { px, x, y } = plan.grid
  const roomsAt = (door: MapPlan['doors'][number]) =>
    sidesOf(door)
      .slice(0, 1)
      .flatMap(({ near, far }) => [roomAt(plan, ...near), roomAt(plan, ...far)])
  const doors = plan.doors.map((door) => ({ ...door, rooms: roomsAt(door) }))
  return { px, x, y, revision, doors, undoable: before.length, walls: wallsOf(plan) }
}

const Filters = Page(50).extend({ campaignId: uuid(), search: Typed, status: z.enum(mapStatuses).optional() })

const conditions: Record<(typeof mapStatuses)[number], string> = {
  GENERATING: 'i.generating',
  FAILED: 'i.failed',
  COMPLETED: 'not i.generating and not i.failed',
}
const columns = Object.keys(ImageItem.shape)
  .map((column) => `i."${column}"`)
  .join(', ')

/** A picture as listed on the maps page. */
const itemOf = ({ status: _status, ...row }: ImageItem): MapItem => ({
  ...row,
  name: row.name || 'Untitled Map',
  description: row.negativePrompt ?? '',
  status: row.generating ? 'GENERATING' : row.failed ? 'FAILED' : 'COMPLETED',
})

/** Serves a campaign's battle maps, and a single one: as a whole for DMs, or as players see it. */
export const mapQueries =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool } = deps
    const list = { querystring: Filters, response: { 200: MapList } }
    app.get('/battlemaps', { config: { policy: memberOf(query('campaignId')) }, schema: list }, (request, reply) =>
      snapshot(pool, reply, (read, viewer) => listMaps(read, viewer, request.query)),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: MapDetail } }
    app.get('/battlemaps/:id', { config: { policy: maySeeMap }, schema: one }, (request, reply) =>
      snapshot(pool, reply, (read, viewer) => readMap(deps, read, viewer, request.params.id)),
    )
  }

const listMaps = async (read: Read, viewer: Viewer, query: z.infer<typeof Filters>) => {
  const { campaignId, search, status, limit, offset } = query
  const entitlements = await loadEntitlements(read, viewer.userId)
  if (!may(entitlements, 'battleMaps', entitlements.now))
    throw new Rejection('plan_required', {
      plan: requiredPlan('battleMaps'),
      wanted: 'battleMaps',
      what: 'battle maps',
    })
  const wanted = [
    `i.type = 'MAP' and i."deletedAt" is null and i."campaignId" = @campaignId and ${visible}`,
    ...(search === '' ? [] : [imageMatches]),
    ...(status === undefined ? [] : [conditions[status]]),
  ].join(' and ')
  const maps = `from images i join access a on a.id = i.id where ${wanted}`
  const values = { ...visibleIn(viewer, campaignId), search: contains(search), limit, offset }
  const [rows, months] = await Promise.all([
    read<ImageItem>(
      `select ${imageColumns} ${maps} order by i."createdAt" desc, i.id desc limit @limit offset @offset`,
      values,
    ),
    read<{ month: string; count: number }>(
      `select to_char(i."createdAt" at time zone 'UTC', 'YYYY-MM') as month, count(*) as count ${maps} group by 1 order by 1 desc`,
      values,
    ),
  ])
  return { battlemaps: rows.map(itemOf), months, total: months.reduce((sum, { count }) => sum + count, 0) }
}

const readMap = async (deps: Deps, read: Read, viewer: Viewer, id: string): Promise<MapDetail> => {
  const map = await openMap(deps, id)
  const [row] = await read<ImageItem & { username: string; isShown: boolean }>(
    `select ${columns}, coalesce(u.name, '') as username, coalesce(t."imageId" = i.id, false) as "isShown"
       from images i left join auth."user" u on u.id = i."userId"::text
       left join campaign_tables t on t.id = i."campaignId" where i.id = $1`,
    [id],
  )
  if (!row) throw new Rejection('map_not_found')
  const access = await accessTo(deps.pool, id)
  if (access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access)) return mapForDms(id, map, row)
  if (!row.campaignId) throw new Rejection('map_not_found')
  const uri = map ? `/api/battlemaps/${id}/table/picture?version=${versionOf(map)}` : null
  const { width, height, campaignId } = row
  return { audience: 'players', id, campaignId, width, height, grid: map?.grid ?? gridOfPlan(undefined), uri }
}

/** A map as DMs see it, with what they need to change it. */
const mapForDms = (
  id: string,
  map: OpenedMap | undefined,
  row: ImageItem & { username: string; isShown: boolean },
): MapDetail => {
  const { columns, rows, revealed } = map?.fog ?? { columns: 0, rows: 0, revealed: [] }
  const fog = { cell: map?.lattice.cell ?? 16, columns, rows, revealed, strokes: map?.strokes ?? 0 }
  const rooms = map?.changed ? roomsOf(map.changed, map.lattice) : null
  const plan = map?.changed ? planOf(map.changed, map.changes) : null
  const { username, isShown, ...item } = row
  const grid = map?.grid ?? gridOfPlan(undefined)
  const printUri = map?.drawn ? `/api/battlemaps/${id}/print?version=${printVersion(map)}` : null
  return {
    audience: 'dm',
    ...itemOf(item),
    username,
    isShown,
    grid,
    fog,
    rooms,
    plan,
    found: [...(map?.found ?? [])],
    printUri,
  }
}
