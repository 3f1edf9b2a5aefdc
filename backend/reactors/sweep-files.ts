import type { Pool, PoolClient } from 'pg'
import { operations } from '#domain/operations.ts'
import { type EventStore, EventStoreUnavailable } from '#eventstore'
import { atMost } from '../platform/at-most.ts'
import type { Files } from '../providers/files.ts'
import { sidecarKeys } from '../providers/sidecars.ts'

/** Exceeds the time of any request between storing a file and recording it. */
const graceHours = 24
const sweepMs = 60 * 60_000
const pageSize = 500n

interface Deps {
  pool: Pool
  store: Pick<EventStore, 'read'>
  files: Pick<Files, 'remove' | 'removeUnfinished'>
  /** The reason why the log is not trustworthy now. */
  mismatch(): string | undefined
  /** Called for a file that cannot be judged or removed now: it is retried a day later, without delaying the others. */
  warn(error: unknown): void
  signal: AbortSignal
}

interface AwaitedFile {
  key: string
  stream: string
  operationId: string | null
}

/** The oldest unlocked entry. A request that stores the file again waits until this transaction ends. */
const next = `select key, stream, "operationId" from awaited_files where "putAt" < clock_timestamp() - interval '${graceHours} hours'
  order by "putAt" limit 1 for update skip locked`

/**
 * Removes uploaded files that no event refers to after a day, unless an unfinished operation needs them. Reads the log rather than the
 * views, which may lag.
 */
export const sweepFiles = async (deps: Deps): Promise<number> => {
  let removed = 0
  while (!deps.signal.aborted) {
    const swept = await inTransaction(deps.pool, (client) => sweepOne(client, deps))
    if (swept === undefined) break
    if (swept === 'removed') removed++
  }
  if (!deps.signal.aborted) await deps.files.removeUnfinished(graceHours)
  return removed
}

const sweepOne = async (client: PoolClient, deps: Deps) => {
  const { rows } = await client.query<AwaitedFile>(next)
  const [file] = rows
  if (!file || deps.mismatch() !== undefined) return undefined
  const end = await judge(file, deps).catch((error: unknown) => {
    // Without the event store, no file can be judged.
    if (error instanceof EventStoreUnavailable) throw error
    deps.warn(error)
    return 'left' as const
  })
  await client.query(end === 'left' ? later : done, [file.key])
  return end
}

const done = 'delete from awaited_files where key = $1'
const later = 'update awaited_files set "putAt" = clock_timestamp() where key = $1'

const judge = async (file: AwaitedFile, { store, files }: Deps) => {
  if (await names(store, file)) return 'named'
  if (file.operationId !== null && (await isAtWork(store, file.operationId))) return 'left'
  for (const key of [file.key, ...sidecarKeys(file.key)]) await files.remove(key)
  return 'removed'
}

/** True if any event of its stream refers to the key, regardless of type and version. */
const names = async (store: Pick<EventStore, 'read'>, { key, stream }: AwaitedFile) => {
  for (let from = 0n; ; from += pageSize) {
    const { events, revision } = await store.read(stream, { from, limit: Number(pageSize) })
    if (events.some(({ data }) => JSON.stringify(data ?? null).includes(key))) return true
    if (from + pageSize > revision) return false
  }
}

/** True from the beginning of an operation to the end of its work, which may start days later if no worker runs. */
const isAtWork = async (store: Pick<EventStore, 'read'>, operationId: string): Promise<boolean> => {
  const { events } = await store.read(`${operations.category}-${operationId}`, { from: 0n, limit: Number(pageSize) })
  const types = new Set(events.map(({ type }) => type))
  return types.has('OperationBegun') && !types.has('OperationEnded')
}

const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const done = await work(client)
    await client.query('commit')
    client.release()
    return done
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw error
  }
}

/** Sweeps immediately and then periodically; every worker may. Returns a function that stops it. */
export const sweeping = (deps: Omit<Deps, 'signal'>) => {
  const ending = new AbortController()
  const oneByOne = atMost(1)
  let under: Promise<unknown> = Promise.resolve()
  const again = () => {
    under = oneByOne(() => sweepFiles({ ...deps, signal: ending.signal })).catch(deps.warn)
  }
  again()
  const timer = setInterval(again, sweepMs)
  return async () => {
    clearInterval(timer)
    ending.abort()
    await under
  }
}
