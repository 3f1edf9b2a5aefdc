import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { anyone } from './policy.ts'
import { type Checks, Readiness, readiness } from './readiness.ts'

/** Views may be behind the log for this long before this installation is said not to be ready. */
const lagLimitMs = 30_000

/** What every process needs. */
export const storageChecks = ({ pool, store, anotherLog }: Pick<Deps, 'pool' | 'store' | 'anotherLog'>): Checks => ({
  async database() {
    await pool.query('select 1')
    return undefined
  },
  async eventStore() {
    await store.head()
    return undefined
  },
  log: async () => anotherLog(),
})

/** What a process that serves needs beside: views that follow the log. */
export const servingChecks = ({ pool, store, anotherLog, progress, stoppedViews }: Checked): Checks => {
  let caughtUpAt = performance.now()
  return {
    ...storageChecks({ pool, store, anotherLog }),
    async projector() {
      const head = await store.head()
      const behind = head - progress.position()
      if (behind <= 0n || (await progress.waitFor(head, 500))) caughtUpAt = performance.now()
      return performance.now() - caughtUpAt > lagLimitMs ? `views are ${behind} positions behind the log` : undefined
    },
    async views() {
      const stopped = await stoppedViews()
      return stopped.length > 0 ? `stopped: ${stopped.join(', ')}` : undefined
    },
  }
}
type Checked = Pick<Deps, 'pool' | 'store' | 'anotherLog' | 'progress' | 'stoppedViews'>

/** `live` says that the process answers; `ready`, that everything it needs does, and names what does not. */
export const health = (deps: Deps): FastifyPluginAsyncZod => {
  const checks = servingChecks(deps)
  return async (app) => {
    const config = { policy: anyone, rateLimit: false as const }
    const Live = z.object({ live: z.literal(true) })
    app.get('/health/live', { config, schema: { response: { 200: Live } } }, async () => ({ live: true as const }))

    const schema = { response: { 200: Readiness, 503: Readiness } }
    app.get('/health/ready', { config, schema }, async (request, reply) => {
      const answer = await readiness(checks, (check, err) => request.log.warn({ err, check }, 'Not ready'))
      return reply
        .code(answer.ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(answer)
    })
  }
}
