import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Installation } from '#projections/health-answers.ts'
import { type JobCount, jobCounts } from '#projections/job-counts.ts'
import { lagOf } from '#projections/lag.ts'
import type { Deps } from '../../http/deps.ts'
import { admin, monitor } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { inTime } from '../../platform/in-time.ts'

const database = `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
  (select count(*) from pg_stat_activity where datname = current_database())::int as connections`

const people = `select (select count(*) from auth."user")::int as users,
  (select count(*) from auth.session where "expiresAt" > now())::int as sessions`

/** Selects only the time and kind of a failure, since its message may quote a prompt. */
const failedPicture = `select max("requestedAt")::text as at from images where failed`
const failedText = `select failure as reason, "finishedAt"::text as at from writings
  where failure is not null and "finishedAt" is not null order by "finishedAt" desc limit 1`

const readJobs = async (read: Read): Promise<Installation['jobs']> => {
  const rows = await read<JobCount>(jobCounts)
  const countOf = (state: JobCount['state']) =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.jobs, 0)
  return {
    ready: countOf('ready'),
    running: countOf('running'),
    waiting: countOf('waiting'),
    retrying: countOf('retrying'),
    oldestSeconds: Math.max(0, ...rows.filter(({ state }) => state === 'ready').map(({ oldest }) => oldest)),
    givenUp: rows.filter(({ state }) => state === 'given up').map(({ task, jobs }) => ({ task, jobs })),
  }
}

const timeoutMs = 1_500

/** Reads nodes and lag, each with a timeout: an outage of the event store must not hide the rest. */
const readEventStore = async ({
  pool,
  store,
  installation,
}: Pick<Deps, 'pool' | 'store' | 'installation'>): Promise<Installation['eventStore']> => {
  const [nodes, lag] = await Promise.all([
    inTime(installation.readStoreNodes(), timeoutMs).catch(() => []),
    inTime(lagOf(store, pool), timeoutMs).catch(() => null),
  ])
  return { nodes, lag: lag && { events: lag.events, seconds: lag.seconds } }
}

const isoOf = (time: string) => new Date(time).toISOString()

const readFailures = async (read: Read): Promise<Installation['failures']> => {
  const [picture] = await read<{ at: string | null }>(failedPicture)
  const [text] = await read<{ reason: string; at: string }>(failedText)
  return {
    pictures: picture?.at ? { at: isoOf(picture.at), reason: 'failed' } : null,
    texts: text ? { at: isoOf(text.at), reason: text.reason } : null,
  }
}

const changelogFile = join(import.meta.dirname, '../../../CHANGELOG.md')

/** The installation for its operator, and for monitoring that bears `METRICS_TOKEN`. */
export const installationQueries =
  ({ pool, store, version, installation, outbox, openSockets = () => 0 }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: Installation } }
    app.get('/admin/installation', { config: { policy: monitor }, schema }, async (_request, reply) => {
      const eventStore = await readEventStore({ pool, store, installation })
      const disk = await installation.readDisk().catch(() => null)
      const mail = outbox && (await outbox.list({ limit: 1, offset: 0 }))
      return snapshot(pool, reply, async (read) => {
        const [stored] = await read<Installation['database']>(database)
        const [counts] = await read<Pick<Installation, 'users' | 'sessions'>>(people)
        return {
          version,
          node: process.version,
          startedAt: installation.startedAt,
          backup: installation.readBackup(),
          disk,
          database: stored ?? { version: '', bytes: 0, connections: 0 },
          services: installation.services,
          eventStore,
          failures: await readFailures(read),
          outbox: mail ? { waiting: mail.total, newestAt: mail.data[0]?.createdAt ?? null } : null,
          jobs: await readJobs(read),
          users: counts?.users ?? 0,
          sessions: counts?.sessions ?? 0,
          sockets: openSockets(),
          settings: installation.settings,
        }
      })
    })

    const text = { response: { 200: z.object({ text: z.string() }) } }
    app.get('/admin/installation/changelog', { config: { policy: admin }, schema: text }, async () => ({
      text: await readFile(changelogFile, 'utf8'),
    }))
  }
