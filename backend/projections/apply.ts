import pg from 'pg'
import type { Envelope } from '#domain/metadata.ts'
import { resolvedChanges } from './resolve.ts'
import { rowReader } from './row-reader.ts'
import { type Statement, statementsOf } from './statements.ts'
import type { Stored } from './stored.ts'
import { type AnyView, changesOf } from './view.ts'

/** A view failed on an event: its handler threw, or the database refused its rows. */
export class ViewFailure extends Error {
  readonly view: string
  constructor(view: string, cause: unknown) {
    super(`view ${view}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.view = view
  }
}

/** Statements that bring a view's table up to date with a batch of the log. Throws ViewFailure if the view fails. */
export const statementsFor = (view: AnyView, events: readonly Envelope[]): Statement[] =>
  asFailure(view, () => {
    const changes = events.filter(({ type }) => view.on[type]).flatMap((event) => changesOf(view, event))
    return changes.length > 0 ? statementsOf(view.table, changes) : []
  })

/** Runs a view's statement. Throws ViewFailure for errors that a retry would repeat. */
export const apply = async (client: pg.ClientBase, view: AnyView, statement: Statement): Promise<void> => {
  await client.query(statement).catch((error: unknown) => {
    throw isStatementsFault(error) ? new ViewFailure(view.table, error) : error
  })
}

const asFailure = <T>(view: AnyView, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw new ViewFailure(view.table, error)
  }
}

const resolvedStatements = async (client: pg.ClientBase, view: AnyView, events: readonly Envelope[]) => {
  const known = events.filter(({ type }) => view.on[type])
  const changes = asFailure(view, () => known.map((event) => changesOf(view, event)))
  return statementsOf(view.table, await resolvedChanges(view, changes, rowReader(client, view)))
}

/**
 * Brings a view's table up to date with a batch of the log, in few statements. Throws ViewFailure for errors that a
 * retry would repeat.
 */
export const applyAll = async (client: pg.ClientBase, view: AnyView, events: readonly Envelope[]): Promise<void> => {
  const statements = view.resolve ? await resolvedStatements(client, view, events) : statementsFor(view, events)
  for (const statement of statements) await apply(client, view, statement)
}

/**
 * Applies events when a failure is expected: rows advance up to the first event that the view cannot apply, inside
 * savepoints, so that the transaction continues. Returns that event, or undefined if the view applied all.
 */
export const applyUntilFailure = async (
  client: pg.ClientBase,
  view: AnyView,
  events: readonly Stored[],
): Promise<{ position: bigint; error: string } | undefined> => {
  const attempt = async (some: readonly Stored[]) => {
    await client.query('savepoint view')
    try {
      await applyAll(
        client,
        view,
        some.map(({ event }) => event),
      )
    } catch (error) {
      if (!(error instanceof ViewFailure)) throw error
      await client.query('rollback to savepoint view')
      return error
    }
    await client.query('release savepoint view')
    return undefined
  }

  if (!(await attempt(events))) return undefined
  for (const one of events.filter(({ event }) => view.on[event.type])) {
    const failure = await attempt([one])
    if (failure) return { position: one.position, error: failure.message }
  }
  return undefined
}

/**
 * Classes of SQLSTATE for transient failures of the database rather than of the row: connection, transaction state,
 * deadlock, resources, locks, operator, system.
 */
const transientClasses = ['08', '25', '40', '53', '55', '57', '58', 'XX']

/**
 * True if a statement failed because of its content, so that retrying cannot help. A lost connection has no SQLSTATE
 * and does not count.
 */
const isStatementsFault = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !transientClasses.includes(error.code.slice(0, 2))
