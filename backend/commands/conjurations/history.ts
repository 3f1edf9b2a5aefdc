import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { texts } from '#domain/texts.ts'
import { actOf, receipt } from '../../http/act.ts'
import { catchUp } from '../../http/catch-up.ts'
import type { Deps } from '../../http/deps.ts'
import { param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mayWriteConjuration } from '../../policies/items.ts'
import { beginningFor, versionAt } from '../../queries/conjurations/versions.ts'

/** Restores an earlier version of lore, if it is within the requester's visible history. */
export const conjurationHistoryCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const params = z.object({ id: uuid(), revision: z.coerce.number().int().min(0) })
    const config = { policy: mayWriteConjuration(param('id')) }
    const schema = { params, response: { 200: Receipt } }
    app.post('/conjurations/:id/history/:revision/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conjurationId, revision } = request.params
      const find = () => versionAt(reading(pool), conjurationId, revision)
      const version = (await find()) ?? (await catchUp(deps).then(find))
      const beginning = await beginningFor(reading(pool), await viewerOf(pool, act.userId), conjurationId)
      if (!version || !beginning || revision < beginning.from) throw new Rejection('version_not_found')
      const { name, description, tags } = version
      // A description that has become a text has a history of its own.
      const { exists } = await handler.stateOf(texts, conjurationId)
      const data = { conjurationId, revision, name, tags: [...tags], ...(exists ? {} : { description }) }
      await act.send(conjurations, conjurationId, { type: 'RestoreConjurationVersion', data })
      return receipt(reply, act, {})
    })
  }
