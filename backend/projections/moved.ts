import type pg from 'pg'
import type { EventStore } from '#eventstore'
import type { Mark } from './mark.ts'

/**
 * The position in another log of the event that the views applied last, found by its stream and revision: a moved log
 * has the same events at other positions. Undefined if the log lacks it.
 */
export const placeOf = async (
  client: pg.ClientBase,
  store: Pick<EventStore, 'read'>,
  { id }: Mark,
): Promise<bigint | undefined> => {
  const { rows } = await client.query<{ stream: string; revision: string }>(
    'select stream, revision from feed where id = $1 and seq = 0',
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const { events } = await store.read(row.stream, { from: BigInt(row.revision), limit: 1, pageOnly: true })
  return events[0]?.id === id ? events[0].position : undefined
}

/**
 * Updates positions in waiting jobs from the former log to the new one: the event's own, and the moment that an
 * operation's arguments may contain. Requires the former feed.
 */
export const placeJobs = async (client: pg.ClientBase, newFeed: string): Promise<void> => {
  const { rows } = await client.query<{ jobs: string | null }>(
    `select to_regclass('graphile_worker._private_jobs') as jobs`,
  )
  if (rows[0]?.jobs) await client.query(placed(newFeed))
}

const moment = `payload #>> '{data,arguments,position}'`
const placed = (newFeed: string) => `
  with moved as (
    select o.id as "jobId", n.position::text as position, m.position::text as moment
      from graphile_worker._private_jobs o
      join ${newFeed} n on n.seq = 0 and n.id = case when o.payload->>'id' ~ '^[0-9a-f-]{36}$' then (o.payload->>'id')::uuid end
      left join public.feed b on b.seq = 0 and b.position = (o.${moment})::bigint
      left join ${newFeed} m on m.seq = 0 and m.id = b.id)
  update graphile_worker._private_jobs j
    set payload = jsonb_set(
      case when moved.moment is null then j.payload::jsonb else jsonb_set(j.payload::jsonb, '{data,arguments,position}', to_jsonb(moved.moment)) end,
      '{position}', to_jsonb(moved.position))::json
    from moved where j.id = moved."jobId" and (j.payload->>'position' <> moved.position or j.${moment} <> moved.moment)`
