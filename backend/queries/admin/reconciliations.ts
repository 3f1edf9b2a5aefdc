import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type FoundDifference,
  FoundDifferences,
  type Reconciliation,
  Reconciliations,
} from '#projections/reconciliation-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'

const rounds = `select r.*, (select count(*)::int from differences d where d."roundId" = r.id) as found,
    (select count(*)::int from differences d where d."roundId" = r.id and d.mended) as mended,
    (select count(*)::int from differences d where d."roundId" = r.id and not d.mended and d."settledAt" is not null) as settled
  from reconciliations r order by r."beganAt" desc, r.id limit $1 offset $2`

/** Open differences first. */
const found = `select d.*, u.name as username from differences d left join auth."user" u on u.id = d."userId"::text
  where d."roundId" = $1 order by d.mended or d."settledAt" is not null, d."foundAt", d.id limit $2 offset $3`

/** Rounds of reconciliation and what each found. */
export const reconciliationQueries =
  ({ pool, payments }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: auditor }
    const list = { querystring: Page(10), response: { 200: Reconciliations } }
    app.get('/admin/reconciliations', { config, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { limit, offset } = request.query
        const data = await read<Reconciliation>(rounds, [limit, offset])
        const [count] = await read<{ total: number }>('select count(*) as total from reconciliations', [])
        return { data, total: count?.total ?? 0, isSetUp: payments !== undefined }
      }),
    )

    const one = {
      params: z.object({ id: uuid() }),
      querystring: Page(25),
      response: { 200: FoundDifferences },
    }
    app.get('/admin/reconciliations/:id/differences', { config, schema: one }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { id } = request.params
        const { limit, offset } = request.query
        const data = await read<FoundDifference>(found, [id, limit, offset])
        const [count] = await read<{ total: number }>(
          'select count(*) as total from differences where "roundId" = $1',
          [id],
        )
        return { data, total: count?.total ?? 0 }
      }),
    )
  }
