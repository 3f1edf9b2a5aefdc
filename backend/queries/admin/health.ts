import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CheckName } from '#domain/checks.ts'
import type { CheckRow } from '#projections/checks.ts'
import { InstallationHealth } from '#projections/health-answers.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'

const latest = 'select distinct on (name) * from checks order by name, "beganAt" desc'
const stopped = `select name as view, "stoppedAt"::text as position, error from projections where "stoppedAt" is not null order by name`

const told = ({ name, trouble }: Dependencies[number]): InstallationHealth['dependencies'][number] => {
  const { cause, says, since } = trouble() ?? {}
  return { name, trouble: cause && says && since ? { cause, says, since: since.toISOString() } : null }
}
type Dependencies = NonNullable<Deps['dependencies']>

/** How this installation is. */
export const installationHealthQueries =
  ({ pool, dependencies = [] }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: InstallationHealth } }
    app.get('/admin/health', { config: { policy: admin }, schema }, (_request, reply) =>
      snapshot(pool, reply, async (read) => {
        const [rows, views] = [await read<CheckRow>(latest), await read<InstallationHealth['views'][number]>(stopped)]
        const checks = CheckName.options.map((name) => ({ name, last: rows.find((row) => row.name === name) ?? null }))
        return { checks, views, dependencies: dependencies.map(told) }
      }),
    )
  }
