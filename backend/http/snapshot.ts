import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { prepared } from '#projections/prepared.ts'
import { campaignRoles } from '../auth/campaign-roles.ts'
import { type NamedValues, named as nameValues } from './named.ts'
import { StatementBatch } from './statement-batch.ts'

/**
 * Reads rows as the views' schemas describe them: times are ISO strings, whole numbers are numbers. Values are in the order of `$1`, `$2`
 * and so on, or by the names that the statement has for them: `@name`.
 */
export type Read = <Row>(text: string, values?: readonly unknown[] | NamedValues) => Promise<Row[]>

const { builtins, getTypeParser } = pg.types
const timestamp = getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date

/** A time as JSON has it. Where the database's own zone is UTC, as ours is, it is nearly that already: a page has hundreds. */
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

/** `named` statements are prepared once; others each time, as values suggest and as tables are now. */
export const readWith =
  (client: Pick<pg.Pool, 'query'>, { named = true } = {}): Read =>
  async <Row>(text: string, values: readonly unknown[] | NamedValues = []) =>
    (await client.query(statement(text, values, named))).rows as Row[]

const statement = (text: string, values: readonly unknown[] | NamedValues = [], named: boolean): pg.QueryConfig => {
  const given = isList(values) ? { text, values: [...values] } : nameValues(text, values)
  const query = { ...given, types: rowTypes }
  return named ? prepared(query) : query
}

const isList = (values: readonly unknown[] | NamedValues): values is readonly unknown[] => Array.isArray(values)

const planOnce = 'set local plan_cache_mode = force_generic_plan'
/** From here on PostgreSQL chooses again. */
export const planAsItComes = (read: Read) => read('set local plan_cache_mode = auto')

/** Rows without a position, for what is asked on the way to a command. */
export const reading = (pool: pg.Pool): Read => readWith(pool, { named: false })

const selectPosition = 'select position::text as position from checkpoint'
/** The log position that the views are at. */
export const positionOf = async (read: Read): Promise<string> => {
  const [checkpoint] = await read<{ position: string }>(selectPosition)
  return checkpoint?.position ?? '0'
}

interface Reading {
  /**
   * Lists that are the same for everybody but for their values are planned once a connection: planning one takes longer than reading it.
   * Only for statements whose plan no value should change.
   */
  planned?: 'once'
  /**
   * All that `work` reads is asked for before any of it is answered, so that it is one message there and one back. Where it does read on after
   * that, all of it is read once more, at another instant.
   */
  atOnce?: boolean
}

const nobody = { userId: null, roles: {} }
const selectAsker = `select (${selectPosition}) as position, ${campaignRoles('$1')} as roles`
interface Asker {
  position: string | null
  roles: Viewer['roles']
}

/**
 * Rows for whoever asks and the log position they are true at, read at one instant: whoever follows events from that position on misses
 * nothing and sees nothing twice.
 */
export async function snapshot<T>(
  pool: pg.Pool,
  reply: FastifyReply,
  work: (read: Read, viewer: Viewer) => Promise<T>,
  { planned, atOnce = false }: Reading = {},
): Promise<T> {
  const { userId, roles } = reply.request.session ?? nobody
  const workAs = (read: Read, now: Viewer['roles']) => work(read, { userId: userId ?? '', roles: now })
  const readAll = async (read: Read, whole: boolean) => {
    // Asked for in one message. At this instant, too, they nearly always are who they were when their session was read; else it is read again.
    const [asking, first] = [read<Asker>(selectAsker, [userId]), workAs(read, roles)]
    first.catch(() => undefined)
    const [asker] = await asking
    void reply.header('event-position', asker?.position ?? '0')
    const now = asker?.roles ?? {}
    if (isDeepStrictEqual(now, roles)) return first
    await Promise.allSettled([first])
    if (whole) throw new AskerChanged()
    return workAs(read, now)
  }
  const begin = planned ? [beginning, planOnce] : [beginning]
  const how = { begin, whole: atOnce, named: true }
  return readAtOnce(pool, readAll, how).catch((error: unknown) => {
    if (error instanceof AskerChanged || error instanceof ReadsOn)
      return readAtOnce(pool, readAll, { ...how, whole: false })
    // A view that was rebuilt since has other columns than the statement was prepared for.
    if (!isStale(error)) throw error
    return readAtOnce(pool, readAll, { ...how, whole: false, named: false })
  })
}

/** They are somebody else than their session said, and what was asked for at once has been read. */
class AskerChanged extends Error {}

/** What was asked for at once is answered and its transaction at its end, and there is more to ask. */
class ReadsOn extends Error {}

const isStale = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '0A000'

const beginning = 'begin isolation level repeatable read read only'

interface Transaction {
  begin: readonly string[]
  /** Nothing is read after what is asked for at first, which its end goes along with. */
  whole: boolean
  named: boolean
}

async function readAtOnce<T>(
  pool: pg.Pool,
  work: (read: Read, whole: boolean) => Promise<T>,
  { begin, whole, named }: Transaction,
): Promise<T> {
  const client = await pool.connect()
  const utility = (text: string) => (named ? prepared({ text }) : { text })
  let batch: StatementBatch | undefined
  let isFirst = true
  const send = () => {
    if (!batch) return
    if (whole) batch.add(utility('commit')).catch(() => undefined)
    client.query(batch)
    batch = undefined
  }
  /** What is asked for before anything is answered is sent together. */
  const query = <Row>(config: pg.QueryConfig): Promise<Row[]> => {
    if (!batch) {
      if (whole && !isFirst) throw new ReadsOn()
      batch = new StatementBatch(rowTypes)
      process.nextTick(send)
      if (isFirst) for (const text of begin) batch.add(utility(text)).catch(() => undefined)
      isFirst = false
    }
    return batch.add<Row>(config)
  }
  const read: Read = (text, values) => query(statement(text, values, named))
  try {
    const result = await work(read, whole)
    // What was read is read: nobody waits for the end.
    if (whole) client.release()
    else ending(client, 'commit')
    return result
  } catch (error) {
    // What a connection has prepared is not known any more.
    if (error instanceof pg.DatabaseError) client.release(error)
    else if (whole) client.release()
    else ending(client, 'rollback')
    throw error
  }
}

const ending = (client: pg.PoolClient, how: 'commit' | 'rollback') => {
  client.query(how).then(
    () => client.release(),
    (error: Error) => client.release(error),
  )
}
