import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan, templateLimit } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { TemplateContent, templateNameLimit, templates } from '#domain/templates.ts'
import { trashDays } from '#domain/trash.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, signedIn } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeTemplate, ownsTemplate } from '../../policies/templates.ts'
import { countOwn, libraryOf, visibleTemplate } from '../../queries/templates/visible.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import type { Dispatcher } from '../dispatch.ts'
import { refuseTakenId } from '../new-id.ts'

const params = z.object({ id: uuid() })
const Made = Receipt.extend({ id: uuid() })

/** Creates, revises, duplicates, deletes and restores templates. A revision replaces the whole content. */
export const templateCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = reading(pool)

    const make = { body: TemplateContent.extend({ id: uuid().optional() }), response: { 201: Made } }
    app.post('/templates', { config: { policy: signedIn }, schema: make }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('template'), ...content } = request.body
      await refuseTakenId(pool, { table: 'templates', id, userId: act.userId })
      await refuseOverLimit(read, handler, act.userId, id)
      const data = { templateId: id, userId: act.userId, ...content, copyOf: null }
      await act.send(templates, id, { type: 'CreateTemplate', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const owning = { policy: ownsTemplate(param('id')) }
    const revise = { params, body: TemplateContent, response: { 200: Receipt } }
    app.put('/templates/:id', { config: owning, schema: revise }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: templateId } = request.params
      await refuseWithoutPlan(read, act.userId)
      const isHidden = !(await visibleTemplate(read, await libraryOf(read, act.userId), templateId))
      const { deletedIn } = await handler.stateOf(templates, templateId)
      if (isHidden && deletedIn === null) throw new Rejection('template_hidden')
      await act.send(templates, templateId, { type: 'ReviseTemplate', data: { templateId, ...request.body } })
      return receipt(reply, act, {})
    })

    const Deleted = Receipt.extend({ operationId: uuid() })
    const gone = { config: owning, schema: { params, response: { 200: Deleted } } }
    app.delete('/templates/:id', gone, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: templateId } = request.params
      const data = { templateId, operationId: act.id }
      await act.send(templates, templateId, { type: 'DeleteTemplate', data })
      return receipt(reply, act, { operationId: act.id })
    })

    const back = { config: owning, schema: { params, response: { 200: Receipt } } }
    app.post('/templates/:id/restore', back, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: templateId } = request.params
      const { deletedIn } = await handler.stateOf(templates, templateId)
      if (deletedIn === null) return receipt(reply, act, {})
      const [visible] = await read(
        `select from templates where id = $1 and "deletedAt" <= now() - interval '${trashDays} days'`,
        [templateId],
      )
      if (visible) throw new Rejection('template_not_found')
      await refuseOverLimit(read, handler, act.userId, templateId)
      const data = { templateId, operationId: deletedIn }
      await act.send(templates, templateId, { type: 'RestoreTemplate', data })
      return receipt(reply, act, {})
    })

    const newName = z.string().trim().min(1, 'Template name is required').max(templateNameLimit)
    const body = z
      .object({ id: uuid().optional(), newName: newName.optional() })
      .nullish()
      .transform((given) => given ?? {})
    const copy = { params, body, response: { 201: Made } }
    const seen = { policy: maySeeTemplate(param('id')) }
    app.post('/templates/:id/duplicate', { config: seen, schema: copy }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('template') } = request.body
      await refuseTakenId(pool, { table: 'templates', id, userId: act.userId })
      await refuseOverLimit(read, handler, act.userId, id)
      const original = await visibleTemplate(read, await libraryOf(read, act.userId), request.params.id)
      if (!original) throw new Rejection('template_not_found')
      const { description, tags, attributes } = original
      const name = request.body.newName ?? `${original.name} (Copy)`.slice(0, templateNameLimit)
      const content = { name, description, tags, attributes, visibility: 'PRIVATE' as const }
      const data = { templateId: id, userId: act.userId, ...content, copyOf: original.id }
      await act.send(templates, id, { type: 'CreateTemplate', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })
  }

const refuseWithoutPlan = async (read: Read, userId: string) => {
  const entitlements = await loadEntitlements(read, userId)
  if (!may(entitlements, 'templates', entitlements.now))
    throw new Rejection('plan_required', {
      plan: requiredPlan('templates'),
      wanted: 'templates',
      what: 'templates of your own',
    })
  return templateLimit(entitlements, entitlements.now)
}

/**
 * Checks the limit of own templates; a repeat does not count again. Two tabs may concurrently exceed the limit by
 * one template, which is then hidden.
 */
const refuseOverLimit = async (read: Read, { stateOf }: Pick<Dispatcher, 'stateOf'>, userId: string, id: string) => {
  const limit = await refuseWithoutPlan(read, userId)
  if (limit === null) return
  const { content, deletedIn } = await stateOf(templates, id)
  if (content !== null && deletedIn === null) return
  if ((await countOwn(read, userId)) >= limit) throw new Rejection('template_limit_reached', { limit })
}
