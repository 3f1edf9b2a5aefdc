import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CheckName } from '#domain/checks.ts'
import type { CheckRow } from '#projections/checks.ts'
import { InstallationHealth } from '#projections/health-answers.ts'
import { lagOf } from '#projections/lag.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { inTime } from '../../platform/in-time.ts'

const latest = 'select distinct on (name) * from checks order by name, "beganAt" desc'
const stopped = `select name as view, "stoppedAt"::text as position, error from projections where "stoppedAt" is not null order by name`

const foreign = `select "foreignEvents"::float8 as "foreignEvents" from checkpoint`

const timeoutMs = 1_500

const dependencyAnswer = ({ name, failure }: Dependencies[number]): InstallationHealth['dependencies'][number] => {
  const { cause, says, since } = failure() ?? {}
  return { name, trouble: cause && says && since ? { cause, says, since: since.toISOString() } : null }
}
type Dependencies = NonNullable<Deps['dependencies']>

/** The health of this installation. */
export const installationHealthQueries =
  ({ pool, store, dependencies = [], storeReconnects = () => 0 }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: InstallationHealth } }
    const isStoreAway = () => dependencies.some(({ name, failure }) => name === 'event store' && failure())
    /** Does not wait for an unreachable store. */
    const lagNow = async () => (isStoreAway() ? null : inTime(lagOf(store, pool), timeoutMs).catch(() => null))
    app.get('/admin/health', { config: { policy: admin }, schema }, async (_request, reply) => {
      const lag = await lagNow()
      return snapshot(pool, reply, async (read) => {
        const [rows, views] = [await read<CheckRow>(latest), await read<InstallationHealth['views'][number]>(stopped)]
        const [skipped] = await read<Pick<InstallationHealth, 'foreignEvents'>>(foreign)
        const checks = CheckName.options.map((name) => ({ name, last: rows.find((row) => row.name === name) ?? null }))
        return {
          checks,
          views,
          dependencies: dependencies.map(dependencyAnswer),
          lag,
          storeReconnects: storeReconnects(),
          foreignEvents: skipped?.foreignEvents ?? 0,
        }
      })
    })
  }
