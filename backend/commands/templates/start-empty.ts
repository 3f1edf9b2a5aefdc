import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, body } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every } from '../../policies/items.ts'
import { maySeeTemplate } from '../../policies/templates.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import { firstVisibility } from '../conjurations/first-visibility.ts'
import { refuseTakenId } from '../new-id.ts'
import { createFromTemplate } from './create-from-template.ts'
import { collectionOrRoot, mayWriteIn } from './may-write-in.ts'

const EmptyLore = z.object({
  templateId: uuid('Please select a template'),
  /** Required if the folder is the root. */
  campaignId: uuid('Please select a campaign').optional(),
  /** The id of the lore, if the client generated it. */
  id: uuid().optional(),
})

/** Creates lore with the sections of a template and without text. Nothing is generated, so it is free. */
export const emptyLoreCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const config = { policy: every(mayWriteIn, maySeeTemplate(body('templateId'))) }
    const response = { 201: Receipt.extend({ id: uuid() }) }
    const schema = { params: z.object({ id: collectionOrRoot }), body: EmptyLore, response }
    app.post('/collections/:id/empty-lore-from-template', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { templateId, id: conjurationId = act.idFor('conjuration') } = request.body
      const collectionId = request.params.id === 'root' ? null : request.params.id
      const folder = collectionId === null ? undefined : await accessTo(pool, collectionId)
      const campaignId = folder?.campaignId ?? request.body.campaignId ?? null
      await refuseTakenId(pool, { table: 'conjurations', id: conjurationId, userId: act.userId })
      await refuseMissingCollection(handler, campaignId, collectionId)
      const place = { campaignId, collectionId }
      const visibility = await firstVisibility(deps, { userId: act.userId, ...place })
      await createFromTemplate(act, deps, { conjurationId, templateId, ...place, visibility })
      return reply.code(201).send(receipt(reply, act, { id: conjurationId }))
    })
  }
