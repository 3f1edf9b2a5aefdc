import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { anyone } from './policy.ts'
import { type Checks, Readiness, readiness } from './readiness.ts'

/** Lag of the views, in milliseconds, from which this installation reports that it is not ready. */
const lagLimitMs = 30_000

/**
 * Checks that every process needs. A dependency with a known failure is not queried again; the failure was logged when
 * it began.
 */
export const storageChecks = ({ pool, store, anotherLog, dependencies }: Stored): Checks => {
  const unlessTroubled = (name: string, ask: () => Promise<unknown>) => async () => {
    const known = () => dependencies?.find((one) => one.name === name)?.failure()?.says
    if (known() === undefined) await ask().catch(rethrowUnless(known))
    return known()
  }
  return {
    database: unlessTroubled('PostgreSQL', () => pool.query('select 1')),
    eventStore: unlessTroubled('event store', () => store.head()),
    log: async () => anotherLog(),
  }
}
type Stored = Pick<Deps, 'pool' | 'store' | 'anotherLog' | 'dependencies'>

const rethrowUnless = (known: () => unknown) => (error: unknown) => {
  if (known() === undefined) throw error
}

/** Additional checks of a process that serves requests: its views follow the log. */
export const servingChecks = (deps: Checked): Checks => {
  const { store, progress, stoppedViews } = deps
  let caughtUpAt = performance.now()
  const stored = storageChecks(deps)
  return {
    ...stored,
    async projector() {
      if (deps.dependencies?.some(({ name, failure }) => name === 'event store' && failure())) return 'nobody knows'
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
type Checked = Stored & Pick<Deps, 'progress' | 'stoppedViews'>

/** Omits the reasons, which only admins, the log and the monitoring server report. */
const Ready = Readiness.extend({ checks: z.record(z.string(), z.object({ ok: z.boolean() })) })

/** `live` reports that the process answers; `ready` that its dependencies do, and names failing ones. */
export const health = (deps: Deps): FastifyPluginAsyncZod => {
  const checks = servingChecks(deps)
  return async (app) => {
    const config = { policy: anyone, rateLimit: false as const }
    const Live = z.object({ live: z.literal(true) })
    app.get('/health/live', { config, schema: { response: { 200: Live } } }, async () => ({ live: true as const }))

    const schema = { response: { 200: Ready, 503: Ready } }
    const ready = readiness(checks, (check, err) => app.log.warn({ err, check }, 'Not ready'))
    app.get('/health/ready', { config, schema }, async (_request, reply) => {
      const answer = await ready()
      return reply
        .code(answer.ready ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(answer)
    })
  }
}
