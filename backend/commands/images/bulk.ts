import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { images } from '#domain/images.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import { bulk, bulkAnswer, ids } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { body, mayEditImage, memberOf, signedIn, uneditableImage, unmovableImage } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

const params = z.object({ id: uuid() })
const response = bulkAnswer

const Ids = (none: string) => ids(200, { none, many: 'images' })

/**
 * Deletes, restores and moves pictures. The events of a bulk request share an operation id, so that they are undone
 * together.
 */
export const bulkImageCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    type Kind = 'delete-images' | 'restore-images' | 'move-images'
    const each = (act: Act, reply: FastifyReply, kind: Kind, given: { ids: string[]; campaignId?: string }) =>
      bulk(act, reply, deps, {
        ids: given.ids,
        judge: kind === 'move-images' ? unmovableImage : uneditableImage,
        kind,
        given,
      })

    const one = { config: { policy: mayEditImage }, schema: { params, response } }
    app.delete('/images/:id', one, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: imageId } = request.params
      await act.send(images, imageId, { type: 'DeleteImage', data: { imageId } })
      return receipt(reply, act, { count: 1, skipped: [] })
    })

    app.post('/images/:id/restore', one, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: imageId } = request.params
      await act.send(images, imageId, { type: 'RestoreImage', data: { imageId } })
      return receipt(reply, act, { count: 1, skipped: [] })
    })

    const deleting = { body: z.object({ imageIds: Ids('Please select images to delete') }), response }
    app.delete('/images', { config: { policy: signedIn }, schema: deleting }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      return each(act, reply, 'delete-images', { ids: request.body.imageIds })
    })

    const restoring = { body: z.object({ imageIds: Ids('Please select images to restore') }), response }
    app.post('/images/restore', { config: { policy: signedIn }, schema: restoring }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      return each(act, reply, 'restore-images', { ids: request.body.imageIds })
    })

    const Move = z.object({
      imageIds: Ids('Please select images to move'),
      campaignId: uuid('Please select a campaign'),
    })
    const moving = { body: Move, response }
    const there = { policy: memberOf(body('campaignId')) }
    app.patch('/images/bulk/move-to-campaign', { config: there, schema: moving }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { campaignId, imageIds: ids } = request.body
      return each(act, reply, 'move-images', { ids, campaignId })
    })
  }
