import type pg from 'pg'
import { linking, noLink } from '#projections/links.ts'
import { INSERT, SCHEMA } from '../../../eventstore/embedded/schema.ts'
import type { NewEvent } from '../../../eventstore/index.ts'

/** As many rows go at once. */
const batch = 5_000

/**
 * Writes events of accounts as the embedded event store keeps them, before there is one over the database, and their chain as the projector
 * links them: many times as fast as either could be told of them.
 */
export const fillLog = async (pool: pg.Pool) => {
  await pool.query(SCHEMA)
  let position = 0
  let link = noLink
  let rows: { stream: string; revision: number; event: NewEvent }[] = []
  const flush = async () => {
    const column = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
    const created = new Date()
    const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
    const [before, first] = [position, position + 1]
    position += rows.length
    await pool.query(INSERT, [
      rows.map((_, index) => first + index),
      column(({ stream }) => stream),
      column(({ revision }) => revision),
      column(({ event }) => event.id),
      column(({ event }) => event.type),
      column(() => created),
      column(() => true),
      column(({ event }) => bytes(event.data)),
      column(({ event }) => bytes(event.metadata)),
    ])
    const hashed = rows.map(({ stream, revision, event }) => ({
      ...event,
      stream,
      revision: BigInt(revision),
      created,
    }))
    const statement = linking({ takenTo: null, length: before, link, known: new Set() }, hashed)
    if (statement) await pool.query(statement)
    link = (statement?.values.at(-1) as Buffer | undefined) ?? link
    rows = []
  }
  return {
    async add(stream: string, events: readonly NewEvent[]) {
      rows.push(...events.map((event, revision) => ({ stream, revision, event })))
      if (rows.length >= batch) await flush()
    },
    /** The rest, and that all of it is taken in. */
    async end() {
      await flush()
      await pool.query('update checkpoint set position = $1', [position])
    },
  }
}
