import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { trashDays } from '#domain/trash.ts'
import { Trash, type TrashLine } from '#projections/trash-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'
import { editable, visible, visibleIn } from '../visible.ts'
import { returnableBy, returnableItems } from './moved-away.ts'

/** `can(…, 'restore', …)` in SQL: true for editors, and for the `restorer`, who deleted the item or, for a file, added it. */
const mayRestore = `(${editable} or x.restorer = @userId::text)`

/** Files may be purged only by the user who uploaded or generated them, regardless of roles; things without files cannot be purged. */
const mayPurge = `((x.kind in ('image', 'model', 'transcript') and a."ownerId" = @userId) or (x.kind = 'file' and x.restorer = @userId::text))`

/** Players do not see items here that were deleted before they joined. */
const wasBeforeThem = `exists (select from members m where m."campaignId" = @campaignId and m."userId" = @userId and m."joinedAt" > x."deletedAt")`

/** Everything in a campaign's Trash visible to the viewer, or the part that one operation put there. */
const things = `
  select x.id, x.kind, x.name, x."campaignId", x."operationId", x."isFirst" as first, x."deletedAt", x."deletedBy",
         ${mayRestore} as "mayRestore", ${mayPurge} as "mayPurge"
    from trash() x join access a on a.id = x.item
   where x."campaignId" = @campaignId and x."deletedAt" > now() - interval '${trashDays} days' and ${visible}
     and (${mayRestore} or (x.item = x.id and not ${wasBeforeThem}))
     and (@operationId::uuid is null or x."operationId" = @operationId)`

const lineColumns = 'id, kind, name, "campaignId", "operationId", first, "deletedAt", "deletedBy", "mayRestore"'

/** One row per operation, named after the deleted folder, or after the first of its items. */
const lines = `
  select "operationId", (array_agg(kind order by kind = 'folder' desc, first desc, name, id))[1] as kind,
         (array_agg(id order by kind = 'folder' desc, first desc, name, id))[1] as id,
         (array_agg(t.name order by kind = 'folder' desc, first desc, t.name, id))[1] as name,
         max("deletedAt") as "deletedAt", min("deletedBy") as "deletedBy", count(*) as count,
         bool_or("mayRestore") as "mayRestore", bool_or("mayPurge") as "mayPurge"
    from (select ${lineColumns}, "mayPurge" from (${things}) x union all select ${lineColumns}, false from (${returnableItems}) x) t group by "operationId"`

interface TrashQuery {
  viewer: Viewer
  campaignId: string
  operationId?: string
}

const trashLines = (
  read: Read,
  { viewer, campaignId, operationId }: TrashQuery,
  { limit, offset }: z.infer<typeof All>,
) =>
  read<TrashLine & { total: number }>(
    `select l.*, coalesce(u.name, '') as "deletedByName", count(*) over () as total
       from (${lines}) l left join auth."user" u on u.id = l."deletedBy"
      order by l."deletedAt" desc, l."operationId" limit @limit offset @offset`,
    {
      ...visibleIn(viewer, campaignId),
      ...returnableBy(viewer, campaignId),
      operationId: operationId ?? null,
      limit,
      offset,
    },
  )
const All = Page(50)

export interface Binned {
  kind: Exclude<TrashLine['kind'], 'moved'>
  id: string
  campaignId: string
  operationId: string
  mayRestore: boolean
  mayPurge: boolean
}

/** The things that one operation put into the Trash, as far as visible to the viewer. */
export const binnedBy = (read: Read, { viewer, campaignId, operationId }: Required<TrashQuery>) =>
  read<Binned>(`select kind, id, "campaignId", "operationId", "mayRestore", "mayPurge" from (${things}) t`, {
    ...visibleIn(viewer, campaignId),
    operationId,
  })

export const trashQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { params: z.object({ id: uuid() }), querystring: All, response: { 200: Trash } }
    app.get('/campaigns/:id/trash', { config: { policy: memberOf(param('id')) }, schema }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const data = await trashLines(read, { viewer, campaignId: request.params.id }, request.query)
        return { data, total: data[0]?.total ?? 0 }
      }),
    )
  }
