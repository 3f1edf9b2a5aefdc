import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { mayEditLore } from '../http/item-policies.ts'
import { param, viewerOf } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'
import { sawIt, versionsOf } from '../queries/lore-versions.ts'

/** Brings back what lore said at some time, as far as the asker may know what that was. */
export const loreHistoryCommands =
  ({ handler, pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ id: uuid(), revision: z.coerce.number().int().min(0) })
    const config = { policy: mayEditLore(param('id')) }
    const schema = { params, response: { 200: Receipt } }
    app.post('/conjurations/:id/history/:revision/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conjurationId, revision } = request.params
      const version = (await versionsOf(store, conjurationId)).find((each) => each.revision === revision)
      const viewer = await viewerOf(pool, act.userId)
      if (!version || !sawIt(viewer, version)) throw new Rejection('version_not_found')
      const { name, description, tags } = version.after
      const data = { conjurationId, revision, name, description, tags: [...tags] }
      await act.send(conjurations, conjurationId, { type: 'RestoreConjurationVersion', data })
      return receipt(reply, act, {})
    })
  }
