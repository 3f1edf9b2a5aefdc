import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminLog } from '#domain/me.ts'
import { ageOfNext } from '#projections/age-of-next.ts'
import { projectionStatus } from '#projections/status.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor } from '../../http/policy.ts'

/** How far the log and the views are: what the screens of admins and auditors show below everything. */
export const adminLogQueries =
  ({ pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: AdminLog } }
    app.get('/admin/log', { config: { policy: auditor }, schema }, async () => {
      const head = await store.head()
      const { position } = await projectionStatus(pool)
      const lagMs = head > position ? Math.round((await ageOfNext(store, position)) * 1000) : 0
      return { head: String(head), position: String(position), lagMs }
    })
  }
