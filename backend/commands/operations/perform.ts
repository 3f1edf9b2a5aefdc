import type pg from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import type { Envelope } from '#domain/metadata.ts'
import {
  isRunning,
  type LeftOut,
  namedLimit,
  type OperationKind,
  operationKinds,
  operations,
} from '#domain/operations.ts'
import type { Sender } from '../../http/act.ts'
import type { Judge } from '../../http/bulk.ts'
import { accessesTo, viewerOf } from '../../http/policy.ts'
import { isProblemCode } from '../../http/problems.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import type { Command } from '../dispatch.ts'

/** The context of a reactor for one attempt at one event. */
interface Try {
  signal: AbortSignal
  event: Envelope
  tries: number
  last: boolean
  stateOf<C extends Schemas, E extends Schemas, S>(decider: Decider<C, E, S>, streamId: string): Promise<S>
  dispatch<C extends Schemas, E extends Schemas, S>(
    decider: Decider<C, E, S>,
    streamId: string,
    command: Command<C> | readonly Command<C>[],
    actor: 'initiator',
  ): Promise<unknown>
}

interface Work {
  /** Absent where `work` judges by itself. */
  judge?: Judge | undefined
  work: (id: string) => Promise<unknown>
}

/** A running operation, with the rights of its initiator. All events that it appends belong to the operation. */
export interface Run extends Sender {
  operationId: string
  stateOf: Try['stateOf']
  event: Envelope
  viewer(): Promise<Viewer>
  /** Ids of finished things, including those of earlier attempts as far as the views show them. */
  done: ReadonlySet<string>
  /**
   * Applies `how` to each of these things, with the rights of this moment. Returns false, without changing anything,
   * once the operation must stop. Things that a rule refuses are skipped and reported; an error ends this attempt, and
   * in the next one the commands that were already executed decide nothing.
   */
  each(ids: readonly string[], how: Work): Promise<boolean>
}

/** An event of an operation; `revision` is its revision in its stream. */
export interface Deed {
  stream: string
  item: string
  type: string
  revision: number
}

/** A kind of operation. */
export interface Kind<Arguments> {
  arguments: z.ZodType<Arguments>
  run(run: Run, given: Arguments): Promise<void>
  /**
   * Reverts what the operation changed; `deeds` returns its events of the given types, latest first. Absent for kinds
   * without undo.
   */
  undo?(run: Run, deeds: (types: readonly string[]) => AsyncIterable<Deed[]>): Promise<void>
}
// biome-ignore lint/suspicious/noExplicitAny: the arguments' type is known where a kind is made, and parsed where it is run
type AnyKind = Kind<any>
export type Kinds = Partial<Record<OperationKind, AnyKind>>

const pageSize = 50

interface Performance {
  operationId: string
  /** The kind whose events an earlier attempt may have appended. Absent if none count. */
  kind?: OperationKind
  ends: 'EndOperation' | 'EndUndo'
  /**
   * Returns false once the work must stop. By default, an undo never stops, and other work stops once the operation no
   * longer runs or its user is banned.
   */
  goesOn?: () => Promise<boolean>
  /** Receives the number of changed things after each page. */
  onProgress?: ReportProgress | undefined
}

/** Reports an operation's progress to its viewers. */
export type ReportProgress = (operationId: string, stage: 'doing' | 'undoing', done: number) => void

/**
 * Runs `work`, and records at the end which things were done and which were skipped. `EndUndo` ends the undo of an
 * operation.
 */
export const perform = async (
  pool: pg.Pool,
  reaction: Try,
  { operationId, kind, ends, goesOn, onProgress }: Performance,
  work: (run: Run) => Promise<void>,
): Promise<void> => {
  const { event, dispatch, stateOf, signal } = reaction
  const userId = event.metadata.actor
  // Results of an earlier attempt are loaded, since queries for pending work no longer find them.
  const done = new Set(reaction.tries > 0 && kind ? await doneBy(pool, operationId, operationKinds[kind].does) : [])
  const left = new Map<string, Rejection>()
  const viewer = () => viewerOf(pool, userId)
  const isWanted =
    goesOn ??
    (async () =>
      ends === 'EndUndo' || (isRunning(await stateOf(operations, operationId)) && !(await isBanned(pool, userId))))

  const judged = async (ids: readonly string[], judge: Judge) => {
    const [requester, accesses] = await Promise.all([viewer(), accessesTo(pool, ids)])
    const known = new Map(accesses.map((access) => [access.id, access]))
    return new Map(ids.map((id) => [id, judge(requester, known.get(id))]))
  }

  const each: Run['each'] = async (ids, { judge, work }) => {
    signal.throwIfAborted()
    if (!(await isWanted())) return false
    const refused = judge ? await judged(ids, judge) : undefined
    await inParallel(ids, async (id) => {
      const code = refused?.get(id)
      const refusal = code === undefined ? await refusalOf(() => work(id)) : new Rejection(code)
      if (refusal) left.set(id, refusal)
      else done.add(id)
    })
    onProgress?.(operationId, ends === 'EndUndo' ? 'undoing' : 'doing', done.size)
    return true
  }

  const end = () => {
    for (const id of done) left.delete(id)
    const skipped = [...left].slice(0, namedLimit).map(leftOut)
    const data = { operationId, count: done.size, left: left.size, skipped }
    return dispatch(operations, operationId, { type: ends, data }, 'initiator')
  }

  try {
    const send: Run['send'] = (decider, streamId, command) => dispatch(decider, streamId, command, 'initiator')
    await work({ userId, operationId, send, stateOf, event, viewer, done, each })
  } catch (error) {
    // There is no further attempt, so the end is recorded for waiting requests.
    if (reaction.last) await end()
    throw error
  }
  await end()
}

const banned = `select auth.is_banned(banned, "banExpires") as "isBanned" from auth."user" where id = $1`
/** True from the moment of the ban, so that an operation that the user began earlier ends after its current page. */
const isBanned = async (pool: pg.Pool, userId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ isBanned: boolean }>(banned, [userId])
  return rows[0]?.isBanned ?? false
}

/** Processes ids in pages until `page` returns false, so that rights and cancellation are checked for each page. */
export const inPages = async (
  ids: readonly string[],
  page: (ids: readonly string[]) => Promise<boolean>,
  size = pageSize,
): Promise<void> => {
  for (let from = 0; from < ids.length; from += size) if (!(await page(ids.slice(from, from + size)))) return
}

const doneBy = async (pool: pg.Pool, correlationId: string, types: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ item: string }>(
    'select distinct item from feed where "correlationId" = $1 and seq = 0 and type = any($2)',
    [correlationId, types],
  )
  return rows.map(({ item }) => item)
}

/** Number of events per query. It exceeds a page, so that a large operation is not searched again for every page. */
const deedsRead = 500

/** The changes that an operation made before `before`, a log position, latest first. */
export async function* deedsOf(
  pool: pg.Pool,
  correlationId: string,
  types: readonly string[],
  before: string,
): AsyncGenerator<Deed[]> {
  for (let at = before; ; ) {
    const { rows } = await pool.query<Deed & { position: string }>(
      `select stream, item, type, revision::int as revision, position::text as position from feed
        where "correlationId" = $1 and seq = 0 and type = any($2) and position < $3 order by feed.position desc limit ${deedsRead}`,
      [correlationId, types, at],
    )
    const last = rows.at(-1)
    if (!last) return
    for (let from = 0; from < rows.length; from += pageSize) yield rows.slice(from, from + pageSize)
    at = last.position
  }
}

const leftOut = ([id, { code, facts }]: [string, Rejection]): LeftOut => ({ id, code, facts: { ...facts } })

/** Returns the rejection of the work, or undefined; rethrows other errors. */
const refusalOf = async (work: () => Promise<unknown>): Promise<Rejection | undefined> => {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Rejection && isProblemCode(error.code)) return error
    throw error
  }
}
