import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { ExportRequested } from '#domain/export-answers.ts'
import { mostEntries, mostLinks } from '#domain/exports.ts'
import { looks } from '#domain/looks.ts'
import { Receipt } from '#domain/me.ts'
import { chainNow } from '../../audit/chain/installed.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor, lookedAt, param } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { entriesIn } from '../../queries/audit/moment.ts'
import { ledgerReader } from '../../queries/audit/recorded.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { reason, registered } from '../users/registered.ts'

/**
 * Requests exports: the statement of an account, or a proof of the whole audit chain. A job creates the file. Each
 * request is an event in the requester's own stream.
 */
export const exportCommands =
  ({ handler, pool, store, now, limits, quotas }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      params: z.object({ id: uuid() }),
      body: ExportRequested,
      response: { 202: Receipt.extend({ exportId: uuid() }) },
    }
    const config = {
      policy: lookedAt(param('id')),
      rateLimit: { max: limits.generation, timeWindow: 60_000, groupId: 'exports' },
    }
    const accountOf = ledgerReader(store)
    app.post('/audit/accounts/:id/exports', { config, schema }, async (request, reply) => {
      const { params, body } = request
      const userId = params.id
      const act = actOf(request, handler)
      await registered(handler, userId)
      const { entries } = (await accountOf(userId)).ledger
      const counts = await entriesIn(reading(pool), entries, { from: body.from, to: body.through })
      const most = mostEntries[body.format]
      if (counts.to - counts.from > most) throw new Rejection('export_too_long', { most })
      await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId: null, bytes: 0 })
      const exportId = act.idFor('export')
      const through = body.through ?? new Date(now()).toISOString()
      await act.send(looks, act.userId, { type: 'NoteExport', data: { userId, exportId, ...body, through } })
      return reply.code(202).send(receipt(reply, act, { exportId }))
    })

    const chainSchema = { body: z.object({ reason }), response: schema.response }
    const chainConfig = { ...config, policy: auditor }
    app.post('/audit/exports', { config: chainConfig, schema: chainSchema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { length } = await chainNow(pool)
      if (length > mostLinks) throw new Rejection('chain_too_long', { most: mostLinks })
      await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId: null, bytes: 0 })
      const exportId = act.idFor('export')
      const data = { exportId, reason: request.body.reason, through: new Date(now()).toISOString() }
      await act.send(looks, act.userId, { type: 'NoteChainExport', data })
      return reply.code(202).send(receipt(reply, act, { exportId }))
    })
  }
