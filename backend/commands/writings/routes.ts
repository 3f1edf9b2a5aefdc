import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { WritingContext, WritingPrompt, writings } from '#domain/writings.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { accessTo, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { mayWriteSegment } from '../../policies/segments.ts'
import { mayReadWriting } from '../../policies/writings.ts'
import { refuseTakenId } from '../new-id.ts'
import { refuseMany } from './limit.ts'

const params = z.object({ id: uuid() })

/**
 * Requests of texts for a page: a worker generates the text and publishes it on its topic in parts; the requester's
 * browser inserts it.
 */
export const writingCommands =
  ({ pool, handler, limits, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Wanted = z.object({ id: uuid().optional(), prompt: WritingPrompt, context: WritingContext.prefault({}) })
    const ask = { params, body: Wanted, response: { 202: Receipt.extend({ id: uuid() }) } }
    const config = { policy: mayWriteSegment(param('id')) }
    const limited = acceptedLimit(limits.generation)
    app.post('/content-segments/:id/writings', { config, schema: ask, ...limited }, async (request, reply) => {
      const act = actOf(request, handler)
      const { prompt, context, id: writingId = act.idFor('writing') } = request.body
      const { userId } = act
      const segmentId = request.params.id
      const campaignId = (await accessTo(pool, segmentId))?.campaignId
      if (!campaignId) throw new Rejection('campaign_not_found')
      await refuseTakenId(pool, { table: 'writings', id: writingId, userId })
      await refuseMany(pool, userId, writingId, now())
      const wanted = { writingId, userId, campaignId, segmentId, prompt, ...context }
      const data = { ...wanted, purpose: 'text', isAwaited: false } as const
      await act.send(writings, writingId, { type: 'RequestWriting', data })
      return reply.code(202).send(receipt(reply, act, { id: writingId }))
    })

    const insert = { params, response: { 200: Receipt } }
    const own = { policy: mayReadWriting(param('id')) }
    app.post('/writings/:id/insert', { config: own, schema: insert }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: writingId } = request.params
      await act.send(writings, writingId, { type: 'InsertWriting', data: { writingId } })
      return receipt(reply, act, {})
    })
  }
