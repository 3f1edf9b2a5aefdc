import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { delta, type Ops } from '#domain/deltas.ts'
import { Receipt } from '#domain/me.ts'
import { orderAtTop } from '#domain/segment-order.ts'
import { differences } from '#domain/text-differences.ts'
import { textOf, texts } from '#domain/texts.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { body } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { mayWriteConjuration } from '../../policies/items.ts'
import { beginText, prepareReplacement } from './texts.ts'

const empty: Ops = [{ insert: '\n' }]
const toEmpty = (now: Ops) => differences(delta(now), delta(empty))

/** Converts lore's description into a text segment at the top of its contents. */
export const convertCommand =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: mayWriteConjuration(body('conjurationId')) }
    const schema = {
      body: z.object({ conjurationId: uuid() }),
      response: { 200: Receipt.extend({ id: uuid() }) },
    }
    app.post('/conjurations/convert', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { conjurationId } = request.body
      const segmentId = act.idFor('converted', conjurationId)
      const lore = await handler.stateOf(conjurations, conjurationId)
      if (!lore.exists || lore.deletedIn !== null) throw new Rejection('conjuration_not_found')
      if (lore.segments.some(({ id }) => id === segmentId)) return receipt(reply, act, { id: segmentId })
      const text = await handler.stateOf(texts, conjurationId)
      const ops = text.exists ? textOf(text) : [{ insert: `${lore.description}\n` }]
      if (ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === ''))
        throw new Rejection('nothing_to_convert')
      await beginText(act, { conjurationId, campaignId: lore.campaignId, textId: segmentId, ops })
      const segment = { conjurationId, segmentId, type: 'STORY', title: 'Description', isForDms: false } as const
      const present = lore.segments.filter(({ deletedIn }) => deletedIn === null)
      await act.send(conjurations, conjurationId, [
        { type: 'AddSegment', data: { ...segment, sortOrder: orderAtTop(present) } },
        ...(text.exists ? [] : [{ type: 'DescribeConjuration' as const, data: { conjurationId, description: '' } }]),
      ])
      if (text.exists) {
        const replace = await prepareReplacement(act, handler, conjurationId, {
          changeTo: toEmpty,
          revision: undefined,
        })
        await replace()
      }
      return receipt(reply, act, { id: segmentId })
    })
  }
