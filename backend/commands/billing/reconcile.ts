import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { reconciliation, reconciliationId } from '#domain/reconciliation.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

/**
 * Starts a comparison of our ledger with the provider's at an admin's request. While a round runs, returns its id and
 * starts none.
 */
export const reconcileCommand =
  ({ handler, payments }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: Receipt.extend({ roundId: uuid() }) } }
    app.post('/admin/reconciliations', { config: { policy: admin }, schema }, async (request, reply) => {
      if (!payments) throw new Rejection('payments_not_set_up')
      const act = actOf(request, handler)
      const roundId = act.idFor('reconciliation')
      const data = { roundId, cause: 'asked' } as const
      await act.send(reconciliation, reconciliationId, { type: 'BeginReconciliation', data })
      const { round } = await handler.stateOf(reconciliation, reconciliationId)
      return receipt(reply, act, { roundId: round?.roundId ?? roundId })
    })
  }
