import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { ImageNote, images, loreShownBy } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { can } from '#domain/rights.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import {
  accessTo,
  body,
  mayEditImage,
  maySeeImage,
  memberOf,
  ownsImage,
  spendsCredits,
  viewerOf,
} from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, mayWriteConjuration } from '../../policies/items.ts'
import { requestImages, retryImage } from './generate.ts'
import { ImagesWanted } from './image-request.ts'
import { refuseMissingConjuration, unlinkIfElsewhere } from './linking.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }

/** Commands on a single picture. */
export const imageCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, limits } = deps
    const limited = acceptedLimit(limits.generation)
    const editing = { policy: mayEditImage }

    const Requested = Receipt.extend({ images: z.array(z.object({ id: uuid() })) })
    const wanted = { body: ImagesWanted, response: { 202: Requested } }
    app.post(
      '/images',
      {
        config: { policy: spendsCredits(every(memberOf(body('campaignId')), mayWriteConjuration(body('linking')))) },
        schema: wanted,
        ...limited,
      },
      async (request, reply) => {
        const act = actOf(request, handler)
        const ids = await requestImages(act, request.body, deps)
        return reply.code(202).send(receipt(reply, act, { images: ids.map((id) => ({ id })) }))
      },
    )

    app.post(
      '/images/:id/retry',
      { config: { policy: spendsCredits(ownsImage) }, schema: { params, response }, ...limited },
      async (request, reply) => {
        const act = actOf(request, handler)
        await retryImage(act, request.params.id, deps)
        return receipt(reply, act, {})
      },
    )

    app.post('/images/:id/cancel', { config: editing, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      await act.send(images, imageId, { type: 'CancelImage', data: { imageId } })
      return receipt(reply, act, {})
    })

    const name = z.string().trim().min(1, 'Name is required').max(255, 'Name cannot exceed 255 characters')
    const rename = { params, body: z.object({ name }), response }
    app.patch('/images/:id/name', { config: editing, schema: rename }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      await act.send(images, imageId, { type: 'RenameImage', data: { imageId, name: request.body.name } })
      return receipt(reply, act, {})
    })

    const note = { params, body: z.object({ note: ImageNote }), response }
    app.patch('/images/:id/note', { config: editing, schema: note }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      await act.send(images, imageId, { type: 'NoteImage', data: { imageId, note: request.body.note } })
      return receipt(reply, act, {})
    })

    app.patch(
      '/images/:id/primary',
      { config: { policy: maySeeImage }, schema: { params, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const imageId = request.params.id
        const conjurationId = loreShownBy(await handler.stateOf(images, imageId))
        const lore = await accessTo(pool, conjurationId)
        if (!lore || !can(await viewerOf(pool, act.userId), 'write', lore))
          throw new Rejection('conjuration_edit_forbidden')
        await act.send(conjurations, conjurationId, { type: 'SetPrimaryImage', data: { conjurationId, imageId } })
        return receipt(reply, act, {})
      },
    )

    const link = { params, body: z.object({ conjurationId: uuid().nullable() }), response }
    const linking = { policy: every(mayEditImage, mayWriteConjuration(body('conjurationId'))) }
    app.patch('/images/:id/conjurationId', { config: linking, schema: link }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const { conjurationId } = request.body
      const image = await handler.stateOf(images, imageId)
      if (image.status === 'none') throw new Rejection('image_not_found')
      await refuseMissingConjuration(handler, image.campaignId, conjurationId)
      if (image.conjurationId !== conjurationId)
        await act.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
      await unlinkIfElsewhere(act, handler, imageId)
      return receipt(reply, act, {})
    })
  }
