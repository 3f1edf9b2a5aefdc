import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { boundedRuns, changeInto } from '#domain/text-authors.ts'
import { markedOf, texts } from '#domain/texts.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, viewerOf } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { unitsOfLetters } from '../../http/work-limits.ts'
import { mayWriteText } from '../../policies/texts.ts'
import { beginningOf } from '../../queries/texts/beginning.ts'
import { openText } from '../../queries/texts/open-text.ts'
import { textAt } from '../../queries/texts/text-at.ts'

/**
 * Restores an earlier revision of a text as one change; restored words keep their first author. `base` undoes a
 * restore: only the difference between `base` and that revision is reverted, so that changes of other users after
 * `base` stay.
 */
export const textVersionCommands =
  ({ handler, pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      params: z.object({ id: uuid() }),
      body: z.object({ revision: z.int().min(0), base: z.int().min(0).optional() }),
      response: { 200: Receipt.extend({ revision: z.int() }) },
    }
    const config = { policy: mayWriteText(param('id')) }
    app.post('/texts/:id/restore', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: textId } = request.params
      const { text: now, begin } = await openText({ handler, pool, store }, textId)
      const { revision, base = now.revision } = request.body
      if (Math.max(revision, base) > now.revision) throw new Rejection('version_not_found')
      if (begin.length > 0) return receipt(reply, act, { revision })
      const begins = await beginningOf(reading(pool), await viewerOf(pool, act.userId), textId, now.conjurationId)
      if (Math.min(revision, base) < begins.revision) throw new Rejection('version_not_found')
      const then = await textAt(store, textId, revision)
      const from = base === now.revision ? now : await textAt(store, textId, base)
      request.chargeEditing?.(unitsOfLetters(from.length + then.length))
      const { ops, by } = changeInto(markedOf(from), markedOf(then), then.authors)
      if (ops.length > 0) {
        const who = { textId, changeId: act.idFor('restore'), userId: act.userId }
        const data = { ...who, base, ops, undoes: [], by: boundedRuns(by) }
        await act.send(texts, textId, { type: 'ChangeText', data })
      }
      return receipt(reply, act, { revision: (await handler.stateOf(texts, textId)).revision })
    })
  }
