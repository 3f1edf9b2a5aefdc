import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { trashDays } from '#domain/trash.ts'
import { type CampaignFileItem, CampaignFileList } from '#projections/answers.ts'
import type { CampaignFileRow } from '#projections/campaigns.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { backgroundKey } from '../../providers/rendered-keys.ts'
import { thumbnail } from '../../providers/uploaded-image.ts'
import { renderedFiles } from '../images/rendered-files.ts'
import { Page } from '../page.ts'
import { visibleIn } from '../visible.ts'
import { strippedFiles } from './stripped-files.ts'

/** `can(…, 'removeFile', …)` in SQL, for a file `f`: the members who may remove a file may also restore it. */
export const mayRemoveFile = `(f."campaignId" = any(@memberOf::uuid[])
  and (f."addedBy" = @userId or f."campaignId" = any(@dmOf::uuid[])))`
const restorable = `(f."deletedAt" > now() - interval '${trashDays} days' and ${mayRemoveFile})`

const id = uuid()
const widths = z.enum(thumbnailWidths)
export const campaignFileQueries =
  ({ pool, handler, files, limits, untrusted }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const policy = memberOf(param('id'))
    const Query = Page(100).extend({ deleted: z.stringbool().default(false) })
    const list = { params: z.object({ id }), querystring: Query, response: { 200: CampaignFileList } }
    app.get('/campaigns/:id/files', { config: { policy }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read, viewer) => {
        const { limit, offset, deleted } = request.query
        const found = `from campaign_files f left join auth."user" u on u.id = f."addedBy"::text
            where f."campaignId" = @campaignId and f."campaignId" = any(@memberOf::uuid[])
              and case when @deleted then ${restorable} else f."deletedAt" is null end`
        const values = { ...visibleIn(viewer, request.params.id), memberOf: Object.keys(viewer.roles), deleted }
        const data = await read<CampaignFileItem>(
          `select f.*, coalesce(u.name, '') as "addedByName" ${found}
            order by f."createdAt" desc, f.id limit @limit offset @offset`,
          { ...values, limit, offset },
        )
        const [count] = await read<{ total: number }>(`select count(*) as total ${found}`, values)
        return { data, total: count?.total ?? 0 }
      }),
    )

    const open = strippedFiles({ pool, files, untrusted })
    const config = { policy, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const one = { params: z.object({ id, fileId: uuid() }) }
    app.get('/campaigns/:id/files/:fileId/download', { config, schema: one }, async (request, reply) => {
      const { id: campaignId, fileId } = request.params
      const [file] = await reading(pool)<CampaignFileRow>(
        'select * from campaign_files where id = $1 and "campaignId" = $2 and "deletedAt" is null',
        [fileId, campaignId],
      )
      if (!file) throw new Rejection('file_not_found')
      const { size, stream } = await open(file, { isAddedByRequester: file.addedBy === sessionOf(request).userId })
      return reply
        .type(file.mime)
        .header('content-length', size)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(file.name))
        .send(stream)
    })

    const once = renderedFiles(files)
    const background = { params: z.object({ id, file: z.string() }), querystring: z.object({ w: widths.optional() }) }
    app.get('/campaigns/:id/background/:file', { config, schema: background }, async (request, reply) => {
      // The view has the last part of the file's key only; the whole key is in the stream.
      const { background: key } = await handler.stateOf(campaigns, request.params.id)
      const found = key?.endsWith(`/${request.params.file}`) ? await files.stat(key) : undefined
      if (!key || !found) throw new Rejection('file_not_found')
      void reply.header('cache-control', 'private, max-age=31536000, immutable')
      const { w } = request.query
      if (w === undefined)
        return reply
          .type(found.mime)
          .header('content-length', found.size)
          .send(await files.stream(key))
      const small = () => files.get(key).then((bytes) => thumbnail(bytes, Number(w)))
      return reply.type('image/webp').send(await once.bytes(backgroundKey(key, w), 'image/webp', small))
    })
  }
