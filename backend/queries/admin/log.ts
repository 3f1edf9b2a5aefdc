import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminLog } from '#domain/me.ts'
import { lagOf } from '#projections/lag.ts'
import type { Deps } from '../../http/deps.ts'
import { auditor } from '../../http/policy.ts'

/** The positions of the log and the views, shown in the footer of the admin and audit screens. */
export const adminLogQueries =
  ({ pool, store }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: AdminLog } }
    app.get('/admin/log', { config: { policy: auditor }, schema }, async () => {
      const { position, positions, seconds } = await lagOf(store, pool)
      return { head: String(position + positions), position: String(position), lagMs: Math.round(seconds * 1000) }
    })
  }
