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
import { mayEditText } from '../../http/text-policies.ts'
import { uuid } from '../../http/uuid.ts'
import { beginningOf } from '../../queries/texts/beginning.ts'
import { openText } from './open-text.ts'
import { textAt } from './text-at.ts'

/** Brings back what a text said, as one change of what it says now; words that come back are their first author's. */
export const textVersionCommands =
  ({ handler, pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      params: z.object({ id: uuid() }),
      body: z.object({ revision: z.int().min(0) }),
      response: { 200: Receipt.extend({ revision: z.int() }) },
    }
    app.post('/texts/:id/restore', { config: { policy: mayEditText(param('id')) }, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: textId } = request.params
      const { revision } = request.body
      const { text: now, begin } = await openText({ handler, pool, store }, textId)
      if (revision > now.revision) throw new Rejection('version_not_found')
      if (begin.length > 0) return receipt(reply, act, { revision })
      const begins = await beginningOf(reading(pool), await viewerOf(pool, act.userId), textId, now.conjurationId)
      if (revision < begins.revision) throw new Rejection('version_not_found')
      const then = await textAt(store, textId, revision)
      const { ops, by } = changeInto(markedOf(now), markedOf(then), then.authors)
      if (ops.length > 0) {
        const change = {
          textId,
          changeId: act.idFor('restore'),
          userId: act.userId,
          base: now.revision,
          ops,
          undoes: [],
        }
        await act.send(texts, textId, { type: 'ChangeText', data: { ...change, by: boundedRuns(by) } })
      }
      return receipt(reply, act, { revision: (await handler.stateOf(texts, textId)).revision })
    })
  }
