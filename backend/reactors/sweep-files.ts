import type { Pool, PoolClient } from 'pg'
import type { EventStore } from '#eventstore'
import { atMost } from '../platform/at-most.ts'
import type { Files } from '../providers/files.ts'
import { sidecarKeys } from '../providers/sidecars.ts'

/** No request takes so long between putting a file and telling of it. */
const graceHours = 24
const sweepMs = 60 * 60_000
const pageSize = 500n

interface Deps {
  pool: Pool
  store: Pick<EventStore, 'read'>
  files: Pick<Files, 'remove' | 'removeUnfinished'>
  /** Why the log cannot be believed now. */
  trouble(): string | undefined
}

/** The oldest that nobody is looking at. Who puts it again waits until this one is done with it. */
const next = `select key, stream from awaited_files where "putAt" < clock_timestamp() - interval '${graceHours} hours'
  order by "putAt" limit 1 for update skip locked`

/** Removes what was sent and is named by no event a day later. The log is asked, and not what was made of it: that may be late. */
export const sweepFiles = async (deps: Deps): Promise<number> => {
  let removed = 0
  for (;;) {
    const swept = await inTransaction(deps.pool, (client) => sweepOne(client, deps))
    if (swept === undefined) break
    if (swept === 'removed') removed++
  }
  await deps.files.removeUnfinished(graceHours)
  return removed
}

const sweepOne = async (client: PoolClient, { store, files, trouble }: Deps) => {
  const { rows } = await client.query<{ key: string; stream: string }>(next)
  const [file] = rows
  if (!file || trouble() !== undefined) return undefined
  const isNamed = await names(store, file)
  if (!isNamed) for (const key of [file.key, ...sidecarKeys(file.key)]) await files.remove(key)
  await client.query('delete from awaited_files where key = $1', [file.key])
  return isNamed ? 'named' : 'removed'
}

/** Whether any event of its stream says it, whatever its type and however it came to be called since. */
const names = async (store: Pick<EventStore, 'read'>, { key, stream }: { key: string; stream: string }) => {
  for (let from = 0n; ; from += pageSize) {
    const { events, revision } = await store.read(stream, { from, limit: Number(pageSize) })
    if (events.some(({ data }) => JSON.stringify(data).includes(key))) return true
    if (from + pageSize > revision) return false
  }
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

/** Sweeps at once and from time to time; every worker may. Answers how to end it. */
export const sweeping = (deps: Deps, warn: (error: unknown) => void) => {
  const oneByOne = atMost(1)
  let under: Promise<unknown> = Promise.resolve()
  const again = () => {
    under = oneByOne(() => sweepFiles(deps)).catch(warn)
  }
  again()
  const timer = setInterval(again, sweepMs)
  return async () => {
    clearInterval(timer)
    await under
  }
}
