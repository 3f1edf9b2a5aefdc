import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, mayEditConjuration, maySeeCollection } from '../../policies/items.ts'
import { moveTo } from './placing.ts'

const response = { 200: Receipt }

/** Commands that move lore between folders. Editors of the lore may move it to any folder that they see. */
export const collectedConjurationCommands =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const putting = { policy: every(maySeeCollection(param('id')), mayEditConjuration(body('conjurationId'))) }
    const put = { params: z.object({ id: uuid() }), body: z.object({ conjurationId: uuid() }), response }
    app.post('/collections/:id/conjurations', { config: putting, schema: put }, async (request, reply) => {
      const act = actOf(request, handler)
      await moveTo(act, handler, request.body.conjurationId, request.params.id)
      return receipt(reply, act, {})
    })

    const taking = { policy: mayEditConjuration(param('conjurationId')) }
    const take = { params: z.object({ id: uuid(), conjurationId: uuid() }), response }
    app.delete(
      '/collections/:id/conjurations/:conjurationId',
      { config: taking, schema: take },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id, conjurationId } = request.params
        const { collectionId } = await handler.stateOf(conjurations, conjurationId)
        // A repeat, or a request after another move: the lore is no longer in this folder.
        if (collectionId === id || collectionId === null) await moveTo(act, handler, conjurationId, null)
        return receipt(reply, act, {})
      },
    )

    const moving = {
      policy: every(mayEditConjuration(param('id')), maySeeCollection(body('collectionId'), 'parent_not_found')),
    }
    const move = {
      params: z.object({ id: uuid() }),
      body: z.object({ collectionId: uuid().nullable() }),
      response,
    }
    app.post('/collections/conjurations/:id/move', { config: moving, schema: move }, async (request, reply) => {
      const act = actOf(request, handler)
      await moveTo(act, handler, request.params.id, request.body.collectionId)
      return receipt(reply, act, {})
    })
  }
