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

/** Resolves once nothing is on its way any more: the views have the whole log, and no job waits but timers and those given up. */
export async function settled(
  { store, postgres }: { store: EventStore; postgres: pg.ClientConfig },
  withinMs = 240_000,
): Promise<void> {
  await withClient(postgres, (client) =>
    until('the views and jobs are done with everything', withinMs, async () => {
      await client.query(due)
      const { rows } = await client.query<{ jobs: number; position: string }>(
        `select (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier <> all($1) and j.attempts < j.max_attempts) as jobs,
           (select position from checkpoint) as position`,
        [timers],
      )
      if (rows[0]?.jobs !== 0) return false
      const last = (await readLog(store)).at(-1)?.position ?? 0n
      return BigInt(rows[0].position) >= last
    }),
  )
}
