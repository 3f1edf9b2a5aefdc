import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { migrate } from '../../backend/projections/migrate.ts'
import { type ProjectorOptions, startProjector } from '../../backend/projections/runner.ts'
import { views as allViews, trash } from '../../backend/things.ts'
import { freshDatabase, migratedDatabase, openPool } from '../postgres.ts'

/** Polls until `check` answers something true; what fails in the end is what it last said. */
export const eventually = async <T>(check: () => Promise<T> | T, withinMs = 60_000): Promise<NonNullable<T>> => {
  const end = Date.now() + withinMs
  for (;;) {
    const result = await check()
    if (result) return result
    if (Date.now() > end) throw new Error(`never came true: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A database with the projector's tables, and ways to run projectors on it; everything is stopped by `close`. */
export const kernel = async (store: EventStore, views = allViews) => {
  const hasAll = allViews.every((table) => views.includes(table))
  const { options: postgres, drop } = await (hasAll ? migratedDatabase() : freshDatabase())
  const pool = openPool({ ...postgres, max: 5 })
  await migrate(pool, views, views === allViews ? trash : [])
  const closing: (() => Promise<unknown>)[] = []

  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const checkpoint = async () =>
    BigInt((await query<{ position: string }>('select position from checkpoint'))[0]?.position ?? -1)

  return {
    postgres,
    pool,
    query,
    checkpoint,
    closing,
    project(options: Partial<ProjectorOptions> = {}) {
      const projector = startProjector({ store, postgres, views, reactors: [], log: silent, ...options })
      closing.push(projector.stop)
      return projector
    },
    /** Until the views are true at the log's end. */
    async caughtUp() {
      const head = await store.head()
      await eventually(async () => (await checkpoint()) >= head)
    },
    async close() {
      for (const close of closing.reverse()) await close()
      await pool.end()
      await drop()
    },
  }
}

const actor = randomUUID()

/** An event as a command of `by` would append it. */
export const fact = (type: string, data: object, by: string = actor) => {
  const commandId = randomUUID()
  return { id: randomUUID(), type, data, metadata: { actor: by, commandId, correlationId: commandId, requestId: 'r' } }
}

export const append = (store: EventStore, stream: string, ...events: ReturnType<typeof fact>[]) =>
  store.append(stream, events, 'any')
