import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AccountReplay, AccountViewName } from '#domain/audit-replay-answers.ts'
import { compareAccount } from '#projections/compare-account.ts'
import type { Deps } from '../../http/deps.ts'
import { lookedAt, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

/** Compares the rows of an account with a replay of its streams. */
export const replayQueries =
  ({ pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = {
      params: z.object({ id: uuid() }),
      querystring: z.object({ view: AccountViewName.optional() }),
      response: { 200: AccountReplay },
    }
    const config = { policy: lookedAt(param('id')) }
    app.get('/audit/accounts/:id/replay', { config, schema }, ({ params: { id }, query: { view } }) =>
      compareAccount({ store, pool }, id, view && [view]),
    )
  }
