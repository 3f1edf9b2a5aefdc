import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import type pg from 'pg'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { eventId } from './ids.ts'

/** A stream's state at one of its events, which is known by its id: the log may be restored, and have another there. */
export interface StreamSnapshot extends Omit<CachedStream, 'commands' | 'savedAt'> {
  commands: [id: string, outcome: Outcome][]
}

/** States of long streams, so that a command does not read all that ever happened. Disposable. */
export interface Snapshots {
  /** Of today's rules only. */
  load(stream: string): Promise<StreamSnapshot | undefined>
  /** Off the command's path, and it does not matter whether it comes to be. */
  save(stream: string, snapshot: StreamSnapshot): void
  /** It is of a log that is no more. */
  drop(stream: string): Promise<void>
  /** What became of commands that a snapshot does not remember, by the ids of the events that they would have made. */
  outcomeOf(stream: string, commandIds: readonly string[]): Promise<Outcome | undefined>
}

/** A command makes no more events than this: fifty holds are the most. */
const mostEvents = 64
/** All snapshots together, in bytes; the oldest go. */
const mostBytes = 256 * 1024 * 1024
const pruneEvery = 50

const table = `create table if not exists stream_snapshots (
  stream text not null,
  rules text not null,
  revision bigint not null,
  snapshot bytea not null,
  "savedAt" timestamptz not null default now(),
  primary key (stream, rules)
)`

const put = `insert into stream_snapshots (stream, rules, revision, snapshot) values ($1, $2, $3, $4)
  on conflict (stream, rules) do update set revision = excluded.revision, snapshot = excluded.snapshot, "savedAt" = now()
  where stream_snapshots.revision < excluded.revision`

const prune = `delete from stream_snapshots s using (
    select stream, rules, sum(length(snapshot)) over (order by "savedAt" desc, stream, rules) as bytes from stream_snapshots) all_of
  where s.stream = all_of.stream and s.rules = all_of.rules and all_of.bytes > $1`

/** In PostgreSQL, for all processes. */
export const postgresSnapshots = async (
  pool: pg.Pool,
  { rules, tell }: { rules: string; tell: (error: unknown) => void },
): Promise<Snapshots & { settled(): Promise<void> }> => {
  await pool.query(table)
  const saving = new Set<string>()
  let under: Promise<unknown> = Promise.resolve()
  let saved = 0

  const write = async (stream: string, snapshot: StreamSnapshot) => {
    // Writing out a large state takes milliseconds, which the command's answer does not wait for.
    await nextTurn()
    await pool.query(put, [stream, rules, snapshot.revision, serialize(snapshot)])
    if (saved++ % pruneEvery === 0) await pool.query(prune, [mostBytes])
  }

  return {
    async load(stream) {
      const { rows } = await pool.query<{ snapshot: Buffer }>(
        'select snapshot from stream_snapshots where stream = $1 and rules = $2',
        [stream, rules],
      )
      return rows[0] && (deserialize(rows[0].snapshot) as StreamSnapshot)
    },

    save(stream, snapshot) {
      if (saving.has(stream)) return
      saving.add(stream)
      under = under
        .then(() => write(stream, snapshot))
        .catch(tell)
        .finally(() => saving.delete(stream))
    },

    async drop(stream) {
      await pool.query('delete from stream_snapshots where stream = $1', [stream])
    },

    async outcomeOf(stream, commandIds) {
      const ids = commandIds.flatMap((id) => Array.from({ length: mostEvents }, (_, n) => eventId(id, stream, n)))
      const { rows } = await pool.query<{ position: string; revision: string; at: Date }>(
        'select position, revision, at from feed where id = any($1::uuid[]) and seq = 0 order by position desc',
        [ids],
      )
      const [last] = rows
      if (!last) return undefined
      const { position, revision, at } = last
      return { position: BigInt(position), revision: BigInt(revision), at: at.getTime(), events: rows.length }
    },

    async settled() {
      await under
    },
  }
}
