import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import type pg from 'pg'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { eventId } from './ids.ts'

/** A stream's state after one of its events, with the id of that event: a restored log may have another event there. */
export interface StreamSnapshot extends Omit<CachedStream, 'commands' | 'savedAt'> {
  commands: [id: string, outcome: Outcome][]
}

/** Stored states of long streams, so that a command does not read the whole stream. Disposable. */
export interface Snapshots {
  /** Loads the snapshot of a stream, if it was made with the current rules. */
  load(stream: string): Promise<StreamSnapshot | undefined>
  /**
   * Returns the streams whose snapshots with the current rules were saved last, as many as a process loads at its
   * start.
   */
  newest(): Promise<string[]>
  /** Saves a snapshot in the background; commands do not depend on its success. */
  save(stream: string, snapshot: StreamSnapshot): void
  /** Deletes the snapshots of a stream, if they are of a log that no longer exists. */
  drop(stream: string): Promise<void>
  /** The result of commands that a snapshot does not contain, by the ids of their events. */
  outcomeOf(stream: string, commandIds: readonly string[]): Promise<Outcome | undefined>
}

/** Maximum number of events of a command; the largest has fifty holds. */
const mostEvents = 64
/** Maximum size of all snapshots in bytes; the oldest are deleted. */
const mostBytes = 256 * 1024 * 1024
const pruneEvery = 50
/** Limits for the snapshots that a process loads at its start: their number, and their total bytes. */
const newest = { count: 8, bytes: 32 * 1024 * 1024 }
/** Part of the key, so that no process reads an encoding that it does not know. */
const encoding = 2

const table = `create table if not exists stream_snapshots (
  stream text not null,
  rules text not null,
  revision bigint not null,
  snapshot bytea not null,
  "savedAt" timestamptz not null default now(),
  primary key (stream, rules)
);
-- Compressing and decompressing megabytes takes longer than reading them.
alter table stream_snapshots alter column snapshot set storage external`

const put = `insert into stream_snapshots (stream, rules, revision, snapshot) values ($1, $2, $3, $4)
  on conflict (stream, rules) do update set revision = excluded.revision, snapshot = excluded.snapshot, "savedAt" = now()
  where stream_snapshots.revision < excluded.revision`

const prune = `delete from stream_snapshots s using (
    select stream, rules, sum(length(snapshot)) over (order by "savedAt" desc, stream, rules) as bytes from stream_snapshots) all_of
  where s.stream = all_of.stream and s.rules = all_of.rules and all_of.bytes > $1`

const selectNewest = `select stream from (
    select stream, "savedAt", sum(length(snapshot)) over (order by "savedAt" desc, stream) as bytes
      from stream_snapshots where rules = $1) of_today
  where bytes <= $2 order by "savedAt" desc, stream limit $3`

/** Outcomes of commands as columns: tens of thousands of small objects take longer to serialize than the state. */
interface PackedOutcomes {
  ids: string[]
  /** Position and revision of each outcome, alternating. */
  places: BigInt64Array
  /** Milliseconds; NaN where unknown. */
  times: Float64Array
  events: Uint32Array
}

const packed = (commands: StreamSnapshot['commands']): PackedOutcomes => {
  const { length } = commands
  const places = new BigInt64Array(2 * length)
  const [times, events] = [new Float64Array(length), new Uint32Array(length)]
  for (const [n, [, outcome]] of commands.entries()) {
    places[2 * n] = outcome.position
    places[2 * n + 1] = outcome.revision
    times[n] = outcome.at ?? Number.NaN
    events[n] = outcome.events
  }
  return { ids: commands.map(([id]) => id), places, times, events }
}

const unpacked = ({ ids, places, times, events }: PackedOutcomes): StreamSnapshot['commands'] =>
  ids.map((id, n) => {
    const [position, revision] = [places[2 * n] ?? 0n, places[2 * n + 1] ?? 0n]
    const [at = Number.NaN, count = 0] = [times[n], events[n]]
    return [id, Number.isNaN(at) ? { position, revision, events: count } : { position, revision, events: count, at }]
  })

export const encodeSnapshot = ({ commands, ...rest }: StreamSnapshot): Buffer =>
  serialize({ ...rest, commands: packed(commands) })

export const decodeSnapshot = (bytes: Buffer): StreamSnapshot => {
  const { commands, ...rest } = deserialize(bytes)
  return { ...rest, commands: unpacked(commands) }
}

/** Stores snapshots in PostgreSQL, shared by all processes. */
export const postgresSnapshots = async (
  pool: pg.Pool,
  { rules: rulesHash, report }: { rules: string; report: (error: unknown) => void },
): Promise<Snapshots & { settled(): Promise<void> }> => {
  const rules = `${rulesHash}:${encoding}`
  await pool.query(table)
  const saving = new Set<string>()
  let under: Promise<unknown> = Promise.resolve()
  let saved = 0

  const write = async (stream: string, snapshot: StreamSnapshot) => {
    // Serialising a large state takes milliseconds, for which the command's answer does not wait.
    await nextTurn()
    await pool.query(put, [stream, rules, snapshot.revision, encodeSnapshot(snapshot)])
    if (saved++ % pruneEvery === 0) await pool.query(prune, [mostBytes])
  }

  return {
    async load(stream) {
      // Read as Base64: in hexadecimal text, which `pg` uses for bytes, each byte takes two characters.
      const { rows } = await pool.query<{ snapshot: string }>(
        `select encode(snapshot, 'base64') as snapshot from stream_snapshots where stream = $1 and rules = $2`,
        [stream, rules],
      )
      return rows[0] && decodeSnapshot(Buffer.from(rows[0].snapshot, 'base64'))
    },

    async newest() {
      const { rows } = await pool.query<{ stream: string }>(selectNewest, [rules, newest.bytes, newest.count])
      return rows.map(({ stream }) => stream)
    },

    save(stream, snapshot) {
      if (saving.has(stream)) return
      saving.add(stream)
      under = under
        .then(() => write(stream, snapshot))
        .catch(report)
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
