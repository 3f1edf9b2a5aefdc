import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { prepared } from '#projections/prepared.ts'
import { campaignRoles } from '../auth/campaign-roles.ts'
import { type NamedValues, named as nameValues } from './named.ts'

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
  async <Row>(text: string, values: readonly unknown[] | NamedValues = []) => {
    const statement = isList(values) ? { text, values: [...values] } : nameValues(text, values)
    const query = { ...statement, types: rowTypes }
    return (await client.query(named ? prepared(query) : query)).rows as Row[]
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

interface Planning {
  /**
   * Lists that are the same for everybody but for their values are planned once a connection: planning one takes longer than reading it.
   * Only for statements whose plan no value should change.
   */
  planned?: 'once'
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
  { planned }: Planning = {},
): Promise<T> {
  const { userId, roles } = reply.request.session ?? nobody
  const workAs = (read: Read, now: Viewer['roles']) => work(read, { userId: userId ?? '', roles: now })
  const readAll = async (read: Read) => {
    // Asked for in one message. At this instant, too, they nearly always are who they were when their session was read; else it is read again.
    const [asking, first] = [read<Asker>(selectAsker, [userId]), workAs(read, roles)]
    first.catch(() => undefined)
    const [asker] = await asking
    void reply.header('event-position', asker?.position ?? '0')
    const now = asker?.roles ?? {}
    if (isDeepStrictEqual(now, roles)) return first
    await Promise.allSettled([first])
    return workAs(read, now)
  }
  const begin = planned ? `${beginning}; ${planOnce}` : beginning
  return readAtOnce(pool, readAll, { begin, named: true }).catch((error: unknown) => {
    // A view that was rebuilt since has other columns than the statement was prepared for.
    if (!isStale(error)) throw error
    return readAtOnce(pool, readAll, { begin, named: false })
  })
}

const isStale = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '0A000'

const beginning = 'begin isolation level repeatable read read only'

async function readAtOnce<T>(
  pool: pg.Pool,
  work: (read: Read) => Promise<T>,
  { begin, named }: { begin: string; named: boolean },
): Promise<T> {
  const client = await pool.connect()
  const { stream } = client.connection
  const readOne = readWith(client, { named })
  /** What is asked for at once is sent at once, where connections can: one write, and one wait. */
  const read: Read = (text, values) => {
    stream.cork()
    process.nextTick(() => stream.uncork())
    return readOne(text, values)
  }
  try {
    // With what `work` asks for first.
    stream.cork()
    process.nextTick(() => stream.uncork())
    const [, result] = await Promise.all([client.query(begin), work(read)])
    // What was read is read: nobody waits for the end.
    ending(client, 'commit')
    return result
  } catch (error) {
    // A connection whose plans are stale would say so again and again.
    if (isStale(error)) client.release(error)
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
