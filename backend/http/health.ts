import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { anyone } from './policy.ts'

const Check = z.object({ ok: z.boolean(), detail: z.string().optional() })
const Ready = z.object({ ready: z.boolean(), checks: z.record(z.string(), Check) })
type Check = z.infer<typeof Check>

const patienceMs = 3000
/** Views may be behind the log for this long before this installation is said not to be ready. */
const lagLimitMs = 30_000

/** `live` says that the process answers; `ready`, that everything it needs does, and names what does not. */
export const health = ({ pool, store, progress, stoppedViews }: Deps): FastifyPluginAsyncZod => {
  let caughtUpAt = Date.now()

  const caughtUp = async (): Promise<string | undefined> => {
    const head = await store.head()
    const behind = head - progress.position()
    if (behind <= 0n || (await progress.waitFor(head, 500))) caughtUpAt = Date.now()
    return Date.now() - caughtUpAt > lagLimitMs ? `views are ${behind} positions behind the log` : undefined
  }

  const checks: Record<string, () => Promise<string | undefined>> = {
    async database() {
      await pool.query('select 1')
      return undefined
    },
    async eventStore() {
      await store.head()
      return undefined
    },
    projector: caughtUp,
    async views() {
      const stopped = await stoppedViews()
      return stopped.length > 0 ? `stopped: ${stopped.join(', ')}` : undefined
    },
  }

  return async (app) => {
    const config = { policy: anyone, rateLimit: false as const }
    const Live = z.object({ live: z.literal(true) })
    app.get('/health/live', { config, schema: { response: { 200: Live } } }, async () => ({ live: true as const }))

    const schema = { response: { 200: Ready, 503: Ready } }
    app.get('/health/ready', { config, schema }, async (request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]): Promise<[string, Check]> => {
          try {
            const trouble = await inTime(check())
            return [name, trouble === undefined ? { ok: true } : { ok: false, detail: trouble }]
          } catch (error) {
            request.log.warn({ err: error, check: name }, 'Not ready')
            return [name, { ok: false, detail: 'does not answer' }]
          }
        }),
      )
      const ready = results.every(([, { ok }]) => ok)
      return reply
        .code(ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ready, checks: Object.fromEntries(results) })
    })
  }
}

const inTime = <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), patienceMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
