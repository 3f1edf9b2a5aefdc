import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import {
  ConjurationDescription,
  ConjurationName,
  ConjurationTags,
  ConjurationWriters,
} from '#domain/conjuration-words.ts'
import { conjurations } from '#domain/conjurations.ts'
import type { MessageOf } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { hasContent, texts } from '#domain/texts.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body, memberOf, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, mayEditConjuration, maySeeCollection, mayWriteConjuration, whenGiven } from '../../policies/items.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import { refuseTakenId } from '../new-id.ts'
import { describe, describeBegun } from '../texts/description.ts'
import { firstVisibility } from './first-visibility.ts'
import { hasImages } from './has-images.ts'
import { refuseUnlessMay } from './refuse-unless.ts'

const params = z.object({ id: uuid() })

const NewConjuration = z.object({
  id: uuid().optional(),
  campaignId: uuid().nullable(),
  collectionId: uuid().nullable().default(null),
  name: ConjurationName.default(''),
  description: ConjurationDescription.default(''),
  tags: ConjurationTags.default([]),
  visibility: Visibility.optional(),
})

/** Clients may send the whole item: the schema drops the fields that this route does not change. */
const Change = z
  .object({
    name: ConjurationName,
    description: ConjurationDescription,
    tags: ConjurationTags,
    visibility: Visibility,
    /** True if viewers may read versions from before they gained access; only the owner may set it. */
    isPastShown: z.boolean(),
    isPinned: z.boolean(),
    /** The group of users who may write in the lore; its editors may set it. */
    writers: ConjurationWriters,
    /** Base revision of the change, if the description is stored as a text. */
    descriptionRevision: z.int().min(0),
  })
  .partial()

/** Creates lore, discards blank lore, and changes lore field by field. */
export const conjurationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const seen = maySeeCollection(body('collectionId'), 'parent_not_found')
    const campaign = body('campaignId')
    const making = { policy: every(whenGiven(campaign, memberOf(campaign)), seen) }
    const make = { body: NewConjuration, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/conjurations', { config: making, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('conjuration'), campaignId, collectionId, ...content } = request.body
      await refuseTakenId(pool, { table: 'conjurations', id, userId: act.userId })
      await refuseMissingCollection(handler, campaignId, collectionId)
      const where = { userId: act.userId, campaignId, collectionId }
      const visibility = content.visibility ?? (await firstVisibility({ handler, pool }, where))
      await refusePrivate(pool, act.userId, { visibility, campaignId })
      const data = { conjurationId: id, ...where, ...content, visibility, copyOf: null }
      await act.send(conjurations, id, { type: 'CreateConjuration', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const Discarded = Receipt.extend({ count: z.int(), operationId: uuid() })
    const discard = { params, response: { 200: Discarded } }
    const editing = { policy: mayEditConjuration(param('id')) }
    app.post('/conjurations/:id/discard', { config: editing, schema: discard }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: conjurationId } = request.params
      const data = { conjurationId, operationId: act.id }
      const isWritten = hasContent(await handler.stateOf(texts, conjurationId))
      if (!isWritten && !(await hasImages(pool, conjurationId)))
        await act.send(conjurations, conjurationId, { type: 'DiscardConjuration', data })
      const { deletedIn } = await handler.stateOf(conjurations, conjurationId)
      return receipt(reply, act, { count: deletedIn === act.id ? 1 : 0, operationId: act.id })
    })

    const change = { params, body: Change, response: { 200: Receipt } }
    app.patch(
      '/conjurations/:id',
      { config: { policy: mayWriteConjuration(param('id')) }, schema: change },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: conjurationId } = request.params
        const { name, description, tags, visibility, isPastShown, isPinned, writers, descriptionRevision } =
          request.body
        const before = await handler.stateOf(conjurations, conjurationId)
        const edited = { visibility, isPinned, writers }
        if (hasChange(before, edited)) await refuseUnlessMay(pool, act.userId, 'edit', before)
        if (isPastShown !== undefined) await refuseUnlessMay(pool, act.userId, 'showPast', before)
        if (visibility !== undefined && before.visibility !== visibility)
          await refusePrivate(pool, act.userId, { ...before, visibility })
        const commands: MessageOf<typeof conjurations.commands>[] = []
        if (visibility !== undefined)
          commands.push({ type: 'ChangeConjurationVisibility', data: { conjurationId, visibility } })
        if (name !== undefined) commands.push({ type: 'RenameConjuration', data: { conjurationId, name } })
        const described = description !== undefined && { description, revision: descriptionRevision }
        if (description !== undefined && !(described && (await describe(act, deps, conjurationId, described))))
          commands.push({ type: 'DescribeConjuration', data: { conjurationId, description } })
        if (tags !== undefined) commands.push({ type: 'TagConjuration', data: { conjurationId, tags } })
        if (isPinned !== undefined) commands.push({ type: 'PinConjuration', data: { conjurationId, isPinned } })
        if (writers !== undefined) commands.push({ type: 'ChooseConjurationWriters', data: { conjurationId, writers } })
        if (isPastShown !== undefined)
          commands.push({ type: 'ShowConjurationPast', data: { conjurationId, isShown: isPastShown } })
        if (commands.length > 0) await act.send(conjurations, conjurationId, commands)
        if (description !== undefined && commands.some(({ type }) => type === 'DescribeConjuration'))
          await describeBegun(act, deps, conjurationId, description)
        return receipt(reply, act, {})
      },
    )
  }

/** True if a request changes any of these values; absent ones stay as they are. */
const hasChange = <Values extends object>(
  before: Values,
  given: { [Name in keyof Values]?: Values[Name] | undefined },
) => (Object.keys(given) as (keyof Values)[]).some((name) => given[name] !== undefined && given[name] !== before[name])
