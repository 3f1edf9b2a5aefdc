import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import { type Viewer, workFor } from '#domain/access.ts'
import { prepared } from '#projections/prepared.ts'
import { campaignRoles } from '../auth/campaign-roles.ts'
import { type NamedValues, bindNamedValues as nameValues } from '../platform/named-values.ts'
import { readRows, StatementBatch } from '../platform/statement-batch.ts'

/**
 * Reads rows as the views' schemas describe them: times are ISO strings, whole numbers are numbers. Values are in the order of `$1`, `$2`
 * and so on, or by the names that the statement has for them: `@name`.
 */
export type Read = <Row>(text: string, values?: readonly unknown[] | NamedValues) => Promise<Row[]>

const { builtins, getTypeParser } = pg.types
const timestamp = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

/** Converts PostgreSQL's text for a time to ISO 8601. Times in UTC, our database's zone, are not parsed: a page has hundreds of them. */
export const isoTime = (value: string): string =>
  value.endsWith('+00') && value[4] === '-'
    ? `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : timestamp(value).toISOString()

const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.TIMESTAMPTZ) return isoTime
    if (oid === builtins.INT8) return Number
    return getTypeParser(oid, format as 'text')
  },
}

/** Runs each statement by itself, prepared once per connection. */
export const readWith =
  (pool: Pick<pg.Pool, 'connect'>): Read =>
  <Row>(text: string, values?: readonly unknown[] | NamedValues) =>
    readRows<Row>(pool, statement(text, values, true))

const statement = (text: string, values: readonly unknown[] | NamedValues = [], named: boolean): pg.QueryConfig => {
  const given = isList(values) ? { text, values: [...values] } : nameValues(text, values)
  const query = { ...given, types: rowTypes }
  return named ? prepared(query) : query
}

const isList = (values: readonly unknown[] | NamedValues): values is readonly unknown[] => Array.isArray(values)

const planOnce = 'set local plan_cache_mode = force_generic_plan'
/** Makes PostgreSQL plan the transaction's later statements for their values, for statements whose best index depends on them. */
export const planEachTime = (read: Read): Promise<unknown> => read('set local plan_cache_mode = force_custom_plan')

/** Reads rows without a position, for checks before a command: planned each time for the values and the present tables. */
export const reading =
  (pool: pg.Pool): Read =>
  async <Row>(text: string, values?: readonly unknown[] | NamedValues) =>
    (await pool.query(statement(text, values, false))).rows as Row[]

/** Runs statements within the caller's transaction. */
export const readInTransaction =
  (client: Pick<pg.ClientBase, 'query'>): Read =>
  async <Row>(text: string, values?: readonly unknown[] | NamedValues) =>
    (await client.query(statement(text, values, false))).rows as Row[]

const selectPosition = 'select position::text as position from checkpoint'
/** Returns the log position of the views. */
export const positionOf = async (read: Read): Promise<string> => {
  const [checkpoint] = await read<{ position: string }>(selectPosition)
  return checkpoint?.position ?? '0'
}

interface Reading {
  /**
   * Uses one generic plan per connection, for lists that differ in their values only: planning takes longer than
   * reading them. Only for statements whose best plan does not depend on the values.
   */
  planned?: 'once'
  /**
   * Ends the transaction with the statements that `work` sends before the first response, in one round trip; these are
   * nearly always all. Further statements run in a second transaction at the same position; if the position has moved,
   * everything is read again in a single transaction.
   */
  atOnce?: boolean
}

/** The viewer of requests without a session, on public routes. */
const nobody: Viewer = { ...workFor(''), roles: {} }
const selectRequester = `select (${selectPosition}) as position, ${campaignRoles('$1')} as roles`
interface Requester {
  position: string | null
  roles: Viewer['roles']
}

/**
 * Reads rows for the requester, and the log position at which they are valid, in one database snapshot: a client that follows events
 * from that position on misses none and receives none twice.
 */
export async function snapshot<T>(
  pool: pg.Pool,
  reply: FastifyReply,
  work: (read: Read, viewer: Viewer) => Promise<T>,
  { planned, atOnce = false }: Reading = {},
): Promise<T> {
  const { kind, userId, isInPerson, roles } = reply.request.session ?? nobody
  const runForViewer = (read: Read, now: Viewer['roles']) => work(read, { kind, userId, isInPerson, roles: now })
  const readRequester = async (read: Read) => (await read<Requester>(selectRequester, [userId || null]))[0]
  let requester: Requester | undefined
  const readAll = async (read: Read) => {
    // Both are sent in one message. The roles are nearly always those with which the session was read; otherwise the work is repeated.
    const [pending, first] = [readRequester(read), runForViewer(read, roles)]
    first.catch(() => undefined)
    requester = await pending
    void reply.header('event-position', requester?.position ?? '0')
    const now = requester?.roles ?? {}
    if (isDeepStrictEqual(now, roles)) return first
    await Promise.allSettled([first])
    return runForViewer(read, now)
  }
  const resume = async (read: Read) => {
    if (!isDeepStrictEqual(await readRequester(read), requester)) throw new PositionMoved()
  }
  const begin = planned ? [beginning, planOnce] : [beginning]
  const how = { begin, named: true }
  return inTransaction(pool, readAll, atOnce ? { ...how, resume } : how)
    .catch((error: unknown) => {
      if (error instanceof PositionMoved) return inTransaction(pool, readAll, how)
      throw error
    })
    .catch((error: unknown) => {
      // The view was rebuilt with other columns after the statement was prepared.
      if (isStale(error)) return inTransaction(pool, readAll, { ...how, named: false })
      throw error
    })
}

/** The position moved between the first transaction and the second. */
class PositionMoved extends Error {}

const isStale = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '0A000'

const beginning = 'begin isolation level repeatable read read only'

interface Transaction {
  begin: readonly string[]
  named: boolean
  /**
   * If set, the transaction is committed together with the first statements. Later statements run in a second transaction, which begins
   * with `resume`; their rows are returned only if it does not throw.
   */
  resume?: (read: Read) => Promise<void>
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (read: Read) => Promise<T>,
  { begin, named, resume }: Transaction,
): Promise<T> {
  const client = await pool.connect()
  const utility = (text: string) => (named ? prepared({ text }) : { text })
  let batch: StatementBatch | undefined
  let isOpen = false
  let isResumed = false
  let resumed: Promise<void> | undefined
  const add = (text: string) => batch?.add(utility(text)).catch(() => undefined)
  const send = () => {
    if (!batch) return
    if (resume && !isResumed) {
      void add('commit')
      ;[isOpen, isResumed] = [false, true]
    }
    client.query(batch)
    batch = undefined
  }
  /** Statements before the first answer are sent in one message. */
  const open = () => {
    batch = new StatementBatch(rowTypes)
    process.nextTick(send)
    if (isOpen) return batch
    isOpen = true
    for (const text of begin) void add(text)
    if (isResumed) resumed = resume?.(read)
    resumed?.catch(() => undefined)
    return batch
  }
  const read = <Row>(text: string, values?: readonly unknown[] | NamedValues): Promise<Row[]> => {
    const rows = (batch ?? open()).add<Row>(statement(text, values, named))
    if (!resumed) return rows
    rows.catch(() => undefined)
    return resumed.then(() => rows)
  }
  try {
    const result = await work(read)
    // The rows are complete, so no caller waits for the end of the transaction.
    if (isOpen) ending(client, 'commit')
    else client.release()
    return result
  } catch (error) {
    // Discards statements that were not sent yet.
    batch = undefined
    // Closes the connection, since it is unknown which statements it has prepared.
    if (error instanceof pg.DatabaseError) client.release(error)
    else if (isOpen) ending(client, 'rollback')
    else client.release()
    throw error
  }
}

const ending = (client: pg.PoolClient, how: 'commit' | 'rollback') => {
  client.query(how).then(
    () => client.release(),
    (error: Error) => client.release(error),
  )
}
