import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { templates } from '#domain/templates.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { every } from '../../http/item-policies.ts'
import { accessTo, body } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeTemplate } from '../../queries/templates/template-policies.ts'
import { libraryOf, visibleTemplate } from '../../queries/templates/visible.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import { firstVisibility } from '../conjurations/first-visibility.ts'
import { refuseTakenId } from '../new-id.ts'
import { beginText } from '../segments/texts.ts'
import { collectionOrRoot, mayWriteIn } from './may-write-in.ts'

const EmptyLore = z.object({
  templateId: uuid('Please select a template'),
  /** Required if the folder is the root. */
  campaignId: uuid('Please select a campaign').optional(),
  /** The id of the lore, where the client makes it. */
  id: uuid().optional(),
})

/** Lore that has the sections of a template and no words yet; nothing is generated, so it is free. */
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
      const read = reading(pool)
      const template = await visibleTemplate(read, await libraryOf(read, act.userId), templateId)
      if (!template) throw new Rejection('template_not_found')

      const where = { userId: act.userId, campaignId, collectionId }
      const visibility = await firstVisibility(deps, where)
      const content = { name: '', description: '', tags: template.tags }
      const data = { conjurationId, ...where, ...content, visibility, copyOf: null }
      await act.send(conjurations, conjurationId, { type: 'CreateConjuration', data })
      const sections = template.attributes.map(({ name: title }, sortOrder) => {
        const segmentId = act.idFor('segment', sortOrder)
        return { conjurationId, segmentId, type: 'STORY', title, sortOrder, isForDms: false } as const
      })
      // Texts before the segments: then each is there as soon as it is seen.
      for (const { segmentId: textId } of sections)
        await beginText(act, { conjurationId, campaignId, textId, ops: [{ insert: '\n' }] })
      const adding = sections.map(
        (section) => ({ type: 'AddSegment', data: section, item: section.segmentId }) as const,
      )
      if (adding.length > 0) await act.send(conjurations, conjurationId, adding)
      await act.send(templates, templateId, { type: 'CountTemplateUse', data: { templateId } })
      return reply.code(201).send(receipt(reply, act, { id: conjurationId }))
    })
  }
