import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { withClient } from './database.ts'
import { readLog } from './log.ts'
import { until } from './until.ts'

/** Jobs that wait for their time rather than for a worker. */
const timers = [
  ...['discard-blank-lore', 'purge-trash', 'release-abandoned-holds'],
  ...['edits', 'generations', 'images', 'models', 'conversions'].flatMap((name) => [
    `expire-${name}`,
    `expire-stalled-${name}`,
  ]),
]

/** What these wait for has passed by now: no request is on its way any more. */
const due = `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier = 'late-lore' and j.locked_at is null and j.run_at > now()`

const unfinishedJobs = `select t.identifier || coalesce(' ' || j.key, '') || ': attempt ' || j.attempts
    || case when j.locked_at is null then ', in ' || round(extract(epoch from j.run_at - now())) || ' s'
       else ', locked by ' || j.locked_by || ' for ' || round(extract(epoch from now() - j.locked_at)) || ' s' end
    || coalesce(', ' || left(j.last_error, 200), '') as line
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier <> all($1) and j.attempts < j.max_attempts order by j.id limit 20`

/**
 * Resolves once the views have the whole log and only timers and exhausted jobs remain. Rejects after `withinMs` with
 * the jobs that remain and the position of the views.
 */
export async function settled(
  { store, postgres }: { store: EventStore; postgres: pg.ClientConfig },
  withinMs = 240_000,
): Promise<void> {
  let report = ''
  await withClient(postgres, (client) =>
    until('the views and jobs are done with everything', withinMs, async () => {
      await client.query(due)
      // Read before the jobs, which a projection behind this position may add.
      const { rows } = await client.query<{ position: string }>('select position from checkpoint')
      const { rows: jobs } = await client.query<{ line: string }>(unfinishedJobs, [timers])
      report = [`The views are at ${rows[0]?.position}.`, ...jobs.map(({ line }) => line)].join('\n')
      if (jobs.length > 0) return false
      const end = (await readLog(store)).at(-1)?.position ?? 0n
      report += ` The log ends at ${end}.`
      return BigInt(rows[0]?.position ?? 0) >= end
    }),
  ).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : error}\n${report}`, { cause: error })
  })
}
