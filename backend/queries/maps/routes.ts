import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { can } from '#domain/rights.ts'
import { ImageItem } from '#projections/image-answers.ts'
import { MapDetail, type MapItem, MapList, mapStatuses } from '#projections/map-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { maySeeMap } from '../../http/map-policies.ts'
import { accessTo, memberOf, query } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { imageColumns, imageMatches } from '../images/columns.ts'
import { contains, Page, Typed } from '../page.ts'
import { standingOf } from '../users/standing.ts'
import { visible, visibleIn } from '../visible.ts'
import { gridOfPlan, openMap } from './opened.ts'
import { planOf } from './plan.ts'
import { roomsOf } from './rooms.ts'
import { printVersion, versionOf } from './versions.ts'

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

/** A campaign's battle maps, and one of them: as a whole, or as players see it. */
export const mapQueries =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool } = deps
    const list = { querystring: Filters, response: { 200: MapList } }
    app.get('/battlemaps', { config: { policy: memberOf(query('campaignId')) }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { campaignId, search, status, limit, offset } = request.query
        const entitlements = await standingOf(read, viewer.userId)
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
      }),
    )

    const one = { params: z.object({ id: uuid() }), response: { 200: MapDetail } }
    app.get('/battlemaps/:id', { config: { policy: maySeeMap }, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer): Promise<MapDetail> => {
        const { id } = request.params
        const map = await openMap(deps, id)
        const [row] = await read<ImageItem & { username: string; isShown: boolean }>(
          `select ${columns}, coalesce(u.name, '') as username, coalesce(t."imageId" = i.id, false) as "isShown"
             from images i left join auth."user" u on u.id = i."userId"::text
             left join campaign_tables t on t.id = i."campaignId" where i.id = $1`,
          [id],
        )
        if (!row) throw new Rejection('map_not_found')
        const access = await accessTo(pool, id)
        if (access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access)) {
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
        if (!row.campaignId) throw new Rejection('map_not_found')
        const uri = map ? `/api/battlemaps/${id}/table/picture?version=${versionOf(map)}` : null
        const { width, height, campaignId } = row
        return { audience: 'players', id, campaignId, width, height, grid: map?.grid ?? gridOfPlan(undefined), uri }
      }),
    )
  }
