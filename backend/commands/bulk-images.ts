import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Access } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { body, mayEdit, mayEditImage, memberOf, signedIn, viewerOf } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'

const params = z.object({ id: uuid() })
const Counted = Receipt.extend({ count: z.int() })
const response = { 200: Counted }

const Ids = (empty: string) => z.array(uuid()).min(1, empty).max(200, 'At most 200 images at once')

/** What is done to one or many pictures as one act, undone as one: the events of an act share its operation id. */
export const bulkImageCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /** Those that the asker may edit; whoever may edit none of them is told that there is nothing. */
    const editable = async (userId: string, ids: string[]) => {
      const { rows } = await pool.query<Access & { id: string }>(
        'select id, "ownerId", "campaignId", visibility from access where id = any($1::uuid[])',
        [ids],
      )
      const viewer = await viewerOf(pool, userId)
      const mine = new Set(rows.filter((access) => mayEdit(viewer, access)).map(({ id }) => id))
      if (mine.size === 0) throw new Rejection('image_not_found')
      return [...new Set(ids)].filter((id) => mine.has(id))
    }

    const each = async (act: Act, type: 'DeleteImage' | 'RestoreImage', ids: string[]) => {
      for (const imageId of ids) await act.send(images, imageId, { type, data: { imageId } })
      return ids.length
    }

    app.delete(
      '/images/:id',
      { config: { policy: mayEditImage }, schema: { params, response } },
      async (request, reply) => {
        const act = actOf(request, handler, { bulk: true })
        return receipt(reply, act, { count: await each(act, 'DeleteImage', [request.params.id]) })
      },
    )

    const restoring = { params, response }
    app.post('/images/:id/restore', { config: { policy: mayEditImage }, schema: restoring }, async (request, reply) => {
      const act = actOf(request, handler)
      return receipt(reply, act, { count: await each(act, 'RestoreImage', [request.params.id]) })
    })

    const deleting = { body: z.object({ imageIds: Ids('Please select images to delete') }), response }
    app.delete('/images', { config: { policy: signedIn }, schema: deleting }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      return receipt(reply, act, {
        count: await each(act, 'DeleteImage', await editable(act.userId, request.body.imageIds)),
      })
    })

    const restoringMany = { body: z.object({ imageIds: Ids('Please select images to restore') }), response }
    app.post('/images/restore', { config: { policy: signedIn }, schema: restoringMany }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      return receipt(reply, act, {
        count: await each(act, 'RestoreImage', await editable(act.userId, request.body.imageIds)),
      })
    })

    const Move = z.object({
      imageIds: Ids('Please select images to move'),
      campaignId: uuid('Please select a campaign'),
    })
    const moving = { body: Move, response }
    const there = { policy: memberOf(body('campaignId')) }
    app.patch('/images/bulk/move-to-campaign', { config: there, schema: moving }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { campaignId, imageIds } = request.body
      const ids = await editable(act.userId, imageIds)
      for (const imageId of ids) await act.send(images, imageId, { type: 'MoveImage', data: { imageId, campaignId } })
      return receipt(reply, act, { count: ids.length })
    })
  }
