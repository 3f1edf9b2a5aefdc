import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { conjurations, LoreDescription, LoreName, LoreTags } from '#domain/conjurations.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { every, mayEditLore, maySeeCollection, whenGiven } from '../http/item-policies.ts'
import { body, memberOf, param } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'
import { firstVisibility } from './first-visibility.ts'
import { comeDown, refuseMissingFolder } from './hanging.ts'
import { refuseTakenId } from './new-id.ts'
import { refusePrivate } from './private-lore.ts'

const params = z.object({ id: uuid() })

const NewLore = z.object({
  id: uuid().optional(),
  campaignId: uuid().nullable(),
  collectionId: uuid().nullable().default(null),
  name: LoreName.default(''),
  description: LoreDescription.default(''),
  tags: LoreTags.default([]),
  visibility: Visibility.optional(),
})

/** A client may send the whole item: what is not to be changed this way is left out of it. */
const Change = z
  .object({ name: LoreName, description: LoreDescription, tags: LoreTags, visibility: Visibility })
  .partial()

/** Lore is made, and changed field by field. */
export const conjurationCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const seen = maySeeCollection(body('collectionId'), 'parent_not_found')
    const campaign = body('campaignId')
    const making = { policy: every(whenGiven(campaign, memberOf(campaign)), seen) }
    const make = { body: NewLore, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/conjurations', { config: making, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('conjuration'), campaignId, collectionId, ...content } = request.body
      await refuseTakenId(pool, { table: 'conjurations', id, userId: act.userId })
      await refuseMissingFolder(handler, campaignId, collectionId)
      const where = { userId: act.userId, campaignId, collectionId }
      const visibility = content.visibility ?? (await firstVisibility({ handler, pool }, where))
      await refusePrivate(pool, act.userId, { visibility, campaignId })
      const data = { conjurationId: id, ...where, ...content, visibility, copyOf: null }
      await act.send(conjurations, id, { type: 'CreateConjuration', data })
      await comeDown(act, handler, id)
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const change = { params, body: Change, response: { 200: Receipt } }
    app.patch(
      '/conjurations/:id',
      { config: { policy: mayEditLore(param('id')) }, schema: change },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: conjurationId } = request.params
        const { name, description, tags, visibility } = request.body
        const send = (command: Parameters<typeof act.send<typeof conjurations.commands, never, never>>[2]) =>
          act.send(conjurations, conjurationId, command)
        if (visibility !== undefined) {
          const before = await handler.stateOf(conjurations, conjurationId)
          if (before.visibility !== visibility) await refusePrivate(pool, act.userId, { ...before, visibility })
          await send({ type: 'ChangeConjurationVisibility', data: { conjurationId, visibility } })
        }
        if (name !== undefined) await send({ type: 'RenameConjuration', data: { conjurationId, name } })
        if (description !== undefined) await send({ type: 'DescribeConjuration', data: { conjurationId, description } })
        if (tags !== undefined) await send({ type: 'TagConjuration', data: { conjurationId, tags } })
        return receipt(reply, act, {})
      },
    )
  }
