import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { untitledLore } from '#domain/conjurations.ts'
import { trashDays } from '#domain/trash.ts'
import { Trash, type TrashLine } from '#projections/answers.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { memberOf, param, viewerIn } from '../http/policy.ts'
import { type Read, snapshot } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { Page } from './page.ts'
import { restorableFile } from './removed-files.ts'
import { visible, visibleTo } from './visible.ts'

/** Everything in a campaign's Trash that somebody sees: `$1` to `$3` are theirs, `$4` is the campaign, `$5` one operation or null. */
const binned = (columns: string, table: string, operation: string) =>
  `select ${columns}, x.id, ${operation} as "operationId", x."deletedAt", x."deletedBy",
          (a."ownerId" = $1 or a."campaignId" = any($3::uuid[]) or x."deletedBy" = $1::text) as "mayRestore"
     from ${table} x join access a on a.id = x.id
    where x."campaignId" = $4 and x."deletedAt" > now() - interval '${trashDays} days' and ${visible}
      and ($5::uuid is null or ${operation} = $5)`

const things = `
  ${binned(`'folder' as kind, x.name, x."deletedWith" = x.id as first`, 'collections', 'x."operationId"')}
  union all
  ${binned(`'lore', coalesce(nullif(x.name, ''), '${untitledLore}'), false`, 'conjurations', 'x."operationId"')}
  union all
  ${binned(`'image', coalesce(x.name, ''), false`, 'images', 'coalesce(x."operationId"::uuid, x.id)')}
  union all
  select 'file', f.name, false, f.id, f.id, f."deletedAt", f."deletedBy", true from campaign_files f
   where f."campaignId" = $4 and ${restorableFile} and ($5::uuid is null or f.id = $5)`

/** A line for each operation, told by the folder that was deleted, or by the first of its items. */
const lines = `
  select "operationId", (array_agg(kind order by kind = 'folder' desc, first desc, name, id))[1] as kind,
         (array_agg(id order by kind = 'folder' desc, first desc, name, id))[1] as id,
         (array_agg(t.name order by kind = 'folder' desc, first desc, t.name, id))[1] as name,
         max("deletedAt") as "deletedAt", min("deletedBy") as "deletedBy", count(*) as count,
         bool_or("mayRestore") as "mayRestore"
    from (${things}) t group by "operationId"`

interface Asked {
  viewer: Viewer
  campaignId: string
  operationId?: string
}

const trashLines = (read: Read, { viewer, campaignId, operationId }: Asked, { limit, offset }: z.infer<typeof All>) =>
  read<TrashLine & { total: number }>(
    `select l.*, coalesce(u.name, '') as "deletedByName", count(*) over () as total
       from (${lines}) l left join auth."user" u on u.id = l."deletedBy"
      order by l."deletedAt" desc, l."operationId" limit $6 offset $7`,
    [...visibleTo(viewer), campaignId, operationId ?? null, limit, offset],
  )
const All = Page(50)

export interface Binned {
  kind: TrashLine['kind']
  id: string
  mayRestore: boolean
}

/** What one operation put into the Trash, as far as somebody sees it. */
export const binnedBy = (read: Read, { viewer, campaignId, operationId }: Required<Asked>) =>
  read<Binned>(`select kind, id, "mayRestore" from (${things}) t`, [...visibleTo(viewer), campaignId, operationId])

export const trashQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), querystring: All, response: { 200: Trash } }
    app.get('/campaigns/:id/trash', { config: { policy: memberOf(param('id')) }, schema }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const data = await trashLines(read, { viewer, campaignId: request.params.id }, request.query)
        return { data, total: data[0]?.total ?? 0 }
      }),
    )
  }
