import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { seeded } from '../../../demo/grammar.ts'
import { connectEventStore } from '../../../eventstore/client.ts'
import type { KillableEventStore } from '../../eventstore/killable.ts'
import { appendTogether, newHistory } from './clients.ts'
import { follow } from './followers.ts'
import { complaints, type Stored } from './verdict.ts'

export interface TryOptions {
  store: KillableEventStore
  seed: number
  /** How often it is killed and begun again, each time after up to `betweenKills` acknowledged appends. */
  kills: number
  betweenKills: number
  streams: number
  threads: number
  usersEach: number
}

export interface Tried {
  operations: number
  acknowledged: number
  conflicts: number
  unknown: number
  retried: number
  followed: number
  /** Milliseconds from each kill until an append was acknowledged again. */
  recoveries: number[]
  complaints: string[]
}

/** How long all followers may take to come to the end of the log. */
const followMs = 30_000

/** Appends, reads and follows at once while the store is killed again and again; then holds what everybody saw against the log. */
export async function tryAppends(options: TryOptions): Promise<Tried> {
  const { store, seed, kills, betweenKills, threads, usersEach } = options
  const connect = () => connectEventStore(store)
  const streams = Array.from({ length: options.streams }, () => `tried-${randomUUID()}`)
  const history = newHistory()
  const [appending, following] = [new AbortController(), new AbortController()]
  const { followers, done } = await follow({ url: store.url, connect, streams, seed, signal: following.signal })
  const load = { url: store.url, streams, threads, usersEach, lifetime: betweenKills, seed, signal: appending.signal }
  const clients = appendTogether(load, history)
  // Whoever waits for them below hears of their failure; nobody may be waiting when it comes.
  for (const all of [done, clients]) all.catch(() => appending.abort())

  const acknowledgedMore = async (count: number) => {
    const enough = history.acknowledged + count
    while (history.acknowledged < enough && !appending.signal.aborted) await delay(1)
  }
  const random = seeded(seed)
  const recoveries: number[] = []
  for (let n = 0; n < kills && !appending.signal.aborted; n++) {
    await acknowledgedMore(random() * betweenKills)
    await store.kill()
    const since = performance.now()
    await store.restart()
    await acknowledgedMore(1)
    recoveries.push(performance.now() - since)
  }
  await acknowledgedMore(betweenKills)
  appending.abort()
  await clients

  const log = await stored(store.postgres)
  const ends = new Map(log.map(({ stream, revision }) => [stream, revision]))
  const end = log.at(-1)?.position ?? 0n
  const patience = performance.now() + followMs
  const behind = () => followers.some(({ stream, reached }) => reached < (stream ? (ends.get(stream) ?? -1n) : end))
  while (behind() && performance.now() < patience) await delay(10)
  following.abort()
  await done

  const told = history.operations.flatMap(({ op }) => (op.kind === 'append' ? [op.told] : []))
  return {
    operations: history.operations.length,
    acknowledged: history.acknowledged,
    conflicts: told.filter((each) => each === 'conflict').length,
    unknown: told.filter((each) => each === 'unknown').length,
    retried: history.retried,
    followed: followers.reduce((sum, { got }) => sum + got.length, 0),
    recoveries,
    complaints: complaints(history, followers, log),
  }
}

async function stored(postgres: pg.ClientConfig): Promise<Stored[]> {
  const client = new pg.Client(postgres)
  await client.connect()
  try {
    const { rows } = await client.query<{ position: string; stream: string; revision: string; id: string }>(
      `select position, stream, revision, id from eventstore.events where stream not like '$%' order by position`,
    )
    return rows.map((row) => ({ ...row, position: BigInt(row.position), revision: BigInt(row.revision) }))
  } finally {
    await client.end()
  }
}
