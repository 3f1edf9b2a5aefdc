import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { can } from '#domain/rights.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, param, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeConjuration } from '../../policies/items.ts'
import { mayKeepPrivate } from '../../queries/conjurations/may-keep-private.ts'
import { derivedId } from '../ids.ts'
import { refuseTakenId } from '../new-id.ts'
import { copiedContents } from '../segments/copies.ts'
import { describedBy } from '../texts/description.ts'

const params = z.object({ id: uuid() })

/**
 * Copies visible lore into the requester's ownership. Pictures are not copied; a reactor records the copy in the
 * original.
 */
export const copyConjurationCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const seen = { policy: maySeeConjuration(param('id')) }

    /** Copies into the original's folder if the requester sees it; private if the requester's plan permits. */
    const copy = async (act: Act, copyOf: string, id: string) => {
      await refuseTakenId(pool, { table: 'conjurations', id, userId: act.userId })
      const original = await handler.stateOf(conjurations, copyOf)
      if (!original.exists || original.deletedIn !== null) throw new Rejection('conjuration_not_found')
      const { campaignId, name } = original
      const { description = original.description } = await describedBy(handler, copyOf)
      const viewer = await viewerOf(pool, act.userId)
      const folder = original.collectionId === null ? undefined : await accessTo(pool, original.collectionId)
      const collectionId = folder && can(viewer, 'see', folder) ? original.collectionId : null
      const visibility = (await mayKeepPrivate(pool, act.userId)) ? 'PRIVATE' : original.visibility
      const content = { name, description, tags: [...original.tags] }
      const data = { conjurationId: id, userId: act.userId, campaignId, collectionId, visibility, ...content, copyOf }
      const { exists } = await handler.stateOf(conjurations, id)
      if (!exists) await catchUp(deps)
      const contents = exists ? [] : await copiedContents(act, deps, { from: copyOf, to: id, campaignId })
      await act.send(conjurations, id, [{ type: 'CreateConjuration', data }, ...contents])
    }

    const body = z.object({ id: uuid().optional() }).default({})
    const copying = { params, body, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/conjurations/:id/copy', { config: seen, schema: copying }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('copy') } = request.body
      await copy(act, request.params.id, id)
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    /**
     * Saves lore by copying it once: the owner's own lore is returned as is, and a repeat returns the existing copy.
     */
    const saving = { params, response: { 200: Receipt.extend({ id: uuid() }) } }
    app.post('/conjurations/:id/save', { config: seen, schema: saving }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id } = request.params
      const { userId } = await handler.stateOf(conjurations, id)
      if (userId === act.userId) return receipt(reply, act, { id })
      const copyId = derivedId('kept', act.userId, id)
      await copy(act, id, copyId)
      return receipt(reply, act, { id: copyId })
    })
  }
