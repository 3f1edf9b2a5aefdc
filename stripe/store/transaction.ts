import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { dueOf } from '../billing/due-of.ts'
import { missing } from '../http/errors.ts'
import type { Kind, Objects } from '../objects.ts'
import { newId } from './ids.ts'
import { type Conditions, type Page, pageOf } from './page.ts'
import { writing } from './schema.ts'

type Hidden = Record<string, unknown>
type AnyObject = Objects[Kind]

/** A transaction of one request or one due object: its changes, their events and deliveries are committed together, or not at all. */
export interface Tx {
  /** Seconds since 1970, by the test clock of the first object found that has one. */
  now: number
  /** The test clock of the objects that this transaction creates. */
  clock: string | null
  /** Uses this clock from now on. The clock of the first object found is used automatically. */
  follow(clock: Objects['test_helpers.test_clock']): void
  find<K extends Kind>(kind: K, id: string): Promise<Objects[K] | undefined>
  /** Refuses with Stripe's `resource_missing`, naming `param`. */
  get<K extends Kind>(kind: K, id: string, param?: string): Promise<Objects[K]>
  /** Finds all objects with these values of members, the oldest first. */
  all<K extends Kind>(kind: K, where: Record<string, string>): Promise<Objects[K][]>
  /** Internal data of an object, which is never sent. */
  hidden(id: string): Promise<Hidden>
  hide(id: string, more: Hidden): Promise<void>
  put<Thing extends AnyObject>(thing: Thing, hidden?: Hidden): Promise<Thing>
  /** Replaces an object by a record of its deletion. */
  bury(gone: { id: string; object: Kind; deleted: true }): Promise<void>
  /** Deletes a test clock with all objects that use it. */
  forgetClock(id: string): Promise<void>
  /** Sets the number of seconds by which the installation's time is ahead of the wall clock. */
  setAhead(seconds: number): Promise<void>
  /** Emits an event to all webhook endpoints that subscribe to it. */
  emit(type: string, thing: AnyObject): Promise<void>
  /** Stores the object and emits the event; does neither if nothing changed. */
  save<Thing extends AnyObject>(type: string, thing: Thing, hidden?: Hidden): Promise<Thing>
  /** One page of objects of a kind, the newest first; `more` says whether any follow. */
  page<K extends Kind>(kind: K, conditions: Conditions, page: Page): Promise<{ data: Objects[K][]; more: boolean }>
  /** Finds the object of any kind with this id, or the record of its deletion. */
  any(id: string): Promise<AnyObject | undefined>
}

export interface Origin {
  requestId: string | null
  idempotencyKey: string | null
}

const noOrigin: Origin = { requestId: null, idempotencyKey: null }
const apiVersion = '2026-10-28.endive'

const previous = (before: object | undefined, after: object) => {
  if (!before) return undefined
  const changed = Object.entries(before).filter(([key, value]) => !isDeepStrictEqual(value, after[key as never]))
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** With `pinned`, the time stays `now`, whatever the test clocks of objects show: a due object is processed at its due time. */
function transaction(
  client: Pick<pg.ClientBase, 'query'>,
  now: number,
  clock: string | null,
  pinned: boolean,
  origin: Origin,
): Tx {
  const loaded = new Map<string, object>()
  let following = pinned

  const followClock = async (id: string | null) => {
    if (following || id === null) return
    const { rows } = await client.query('select data from simulated_stripe.objects where id = $1', [id])
    tx.follow(rows[0].data)
  }

  const emit: Tx['emit'] = async (type, thing) => {
    const changed = type.endsWith('.updated') ? previous(loaded.get(thing.id), thing) : undefined
    const wanted = await client.query(
      `select id from simulated_stripe.objects where kind = 'webhook_endpoint' and data->>'status' = 'enabled' and data->'enabled_events' ?| $1`,
      [['*', type]],
    )
    const event: Objects['event'] = {
      id: newId('event'),
      object: 'event',
      api_version: apiVersion,
      created: tx.now,
      data: { object: thing, ...(changed && { previous_attributes: changed }) },
      livemode: false,
      pending_webhooks: wanted.rows.length,
      request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
      type: type as Objects['event']['type'],
    }
    await tx.put(event)
    for (const { id } of wanted.rows)
      await client.query('insert into simulated_stripe.deliveries (event, endpoint) values ($1, $2)', [event.id, id])
  }

  const tx: Tx = {
    now,
    clock,
    emit,
    follow({ id, frozen_time }) {
      following = true
      tx.clock = id
      tx.now = frozen_time
    },
    async find(kind, id) {
      const { rows } = await client.query(
        'select data, clock from simulated_stripe.objects where id = $1 and kind = $2',
        [id, kind],
      )
      if (!rows[0] || rows[0].data.deleted === true) return undefined
      await followClock(kind === 'test_helpers.test_clock' ? null : rows[0].clock)
      if (!loaded.has(id)) loaded.set(id, rows[0].data)
      return rows[0].data
    },
    async get(kind, id, param) {
      const found = await tx.find(kind, id)
      if (found) return found
      throw missing(kind, id, param)
    },
    async all(kind, where) {
      const keys = Object.keys(where).map((key, at) => `and data->>'${key}' = $${at + 2}`)
      const text = `select id, data from simulated_stripe.objects where kind = $1 ${keys.join(' ')} order by seq`
      const { rows } = await client.query(text, [kind, ...Object.values(where)])
      for (const { id, data } of rows) if (!loaded.has(id)) loaded.set(id, data)
      return rows.map(({ data }) => data)
    },
    async hidden(id) {
      const { rows } = await client.query('select hidden from simulated_stripe.objects where id = $1', [id])
      return rows[0]?.hidden ?? {}
    },
    async hide(id, more) {
      await client.query('update simulated_stripe.objects set hidden = hidden || $2 where id = $1', [id, more])
    },
    async put(thing, hidden = {}) {
      await client.query(
        `insert into simulated_stripe.objects (id, kind, data, hidden, clock, due) values ($1, $2, $3, $4, $5, $6)
         on conflict (id) do update set data = $3, hidden = objects.hidden || $4, due = $6`,
        [thing.id, thing.object, thing, hidden, tx.clock, dueOf(thing, hidden)],
      )
      return thing
    },
    async bury(gone) {
      await client.query("update simulated_stripe.objects set data = $2, hidden = '{}', due = null where id = $1", [
        gone.id,
        gone,
      ])
    },
    async forgetClock(id) {
      await client.query('delete from simulated_stripe.objects where clock = $1 or id = $1', [id])
    },
    async setAhead(seconds) {
      await client.query('update simulated_stripe.account set ahead = $1', [seconds])
    },
    async save(type, thing, hidden) {
      if (type.endsWith('.updated') && isDeepStrictEqual(loaded.get(thing.id), thing)) return thing
      await tx.put(thing, hidden)
      await emit(type, thing)
      loaded.set(thing.id, thing)
      return thing
    },
    page: (kind, conditions, page) => pageOf(client, kind, conditions, page),
    async any(id) {
      const { rows } = await client.query('select data from simulated_stripe.objects where id = $1', [id])
      return rows[0]?.data
    },
  }
  return tx
}

/** Runs `work` as one transaction, exclusively among all writers. Its time is the installation's, or `at`. */
export type Write = <Result>(
  work: (tx: Tx, client: pg.ClientBase) => Promise<Result>,
  how?: { origin?: Origin; at?: { now: number; clock: string | null } },
) => Promise<Result>

/** Queues the writers of this process, so that waiting ones occupy no connection. */
export function writer(pool: pg.Pool): Write {
  let last: Promise<unknown> = Promise.resolve()
  return (work, { origin = noOrigin, at } = {}) => {
    const run = async () => {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        await client.query(`select pg_advisory_xact_lock(${writing})`)
        const { rows } = await client.query('select ahead from simulated_stripe.account')
        const now = at?.now ?? Math.floor(Date.now() / 1_000) + Number(rows[0].ahead)
        const result = await work(transaction(client, now, at?.clock ?? null, at !== undefined, origin), client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        throw error
      } finally {
        client.release(broken)
      }
    }
    const next = last.then(run, run)
    last = next.catch(() => undefined)
    return next
  }
}

/** Returns a `Tx` without a transaction, for calls that change nothing. */
export const reader = (pool: pg.Pool): Tx => transaction(pool, Math.floor(Date.now() / 1_000), null, false, noOrigin)
