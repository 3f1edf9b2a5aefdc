import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Receipt } from '#domain/me.ts'
import { SegmentOrder } from '#domain/segments.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every } from '../../policies/items.ts'
import { mayUseImage, mayWriteSegment } from '../../policies/segments.ts'
import { loreOf } from '../../queries/segments/lore-of.ts'
import { addImage } from './images.ts'

/** Adds pictures to galleries, orders them and removes them. */
export const segmentGalleryCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const params = z.object({ id: uuid() })
    const editing = mayWriteSegment(param('id'))

    const Added = Receipt.extend({ id: uuid(), imageId: uuid() })
    const add = { params, body: z.object({ imageId: uuid() }), response: { 201: Added } }
    const adding = { policy: every(editing, mayUseImage(body('imageId'))) }
    app.post('/content-segments/:id/gallery', { config: adding, schema: add }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: segmentId } = request.params
      const { imageId } = request.body
      const conjurationId = await loreOf(pool, segmentId)
      const segmentImageId = act.idFor('segment-image', imageId)
      await addImage(act, deps, { conjurationId, segmentId, segmentImageId, imageId })
      const { segments } = await handler.stateOf(conjurations, conjurationId)
      const held = segments.find(({ id }) => id === segmentId)?.images.find((image) => image.imageId === imageId)
      return reply.code(201).send(receipt(reply, act, { id: held?.id ?? segmentImageId, imageId }))
    })

    const Place = z.object({ id: uuid(), gallerySegmentId: uuid() })
    const move = { params: Place, body: z.object({ sortOrder: SegmentOrder }), response: { 200: Receipt } }
    app.patch(
      '/content-segments/:id/gallery/:gallerySegmentId',
      { config: { policy: editing }, schema: move },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: segmentId, gallerySegmentId: segmentImageId } = request.params
        const conjurationId = await loreOf(pool, segmentId)
        const data = { conjurationId, segmentId, segmentImageId, ...request.body }
        await act.send(conjurations, conjurationId, { type: 'MoveSegmentImage', data })
        return receipt(reply, act, {})
      },
    )

    app.delete(
      '/content-segments/:id/gallery/:gallerySegmentId',
      { config: { policy: editing }, schema: { params: Place, response: { 200: Receipt } } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: segmentId, gallerySegmentId: segmentImageId } = request.params
        const conjurationId = await loreOf(pool, segmentId)
        const data = { conjurationId, segmentId, segmentImageId }
        await act.send(conjurations, conjurationId, { type: 'RemoveSegmentImage', data })
        return receipt(reply, act, {})
      },
    )
  }
