import type pg from 'pg'
import { type RebuildOptions, rebuildTogether } from './rebuild.ts'
import type { Tabled } from './tabled.ts'

export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Names of the stopped views. */
export const stoppedViews = async (client: pg.ClientBase): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>('select name from projections where "stoppedAt" is not null')
  return new Set(rows.map(({ name }) => name))
}

/** Stops views whose rows were built by another definition, which must not be mixed with this one's. */
export const stopStale = async (client: pg.ClientBase, views: readonly Tabled[]): Promise<Tabled[]> => {
  const { rows } = await client.query<{ name: string }>(
    `update projections p set "stoppedAt" = coalesce(p."stoppedAt", c.position), error = 'its definition changed; being rebuilt'
       from checkpoint c, jsonb_to_recordset($1::jsonb) as now(name text, definition text)
      where p.name = now.name and p.definition is distinct from now.definition returning p.name`,
    [JSON.stringify(views.map(({ view: { table }, definition }) => ({ name: table, definition })))],
  )
  return views.filter(({ view }) => rows.some(({ name }) => name === view.table))
}

export interface UpkeepOptions extends Pick<RebuildOptions, 'store' | 'postgres' | 'signal' | 'isOwn'> {
  log: Log
  /** Called for each view, with the duration of all rebuilds in milliseconds. */
  rebuilt?: ((view: string, ms: number, outcome: 'ok' | 'failed') => void) | undefined
}

/** Rebuilds views together; one that fails stays stopped, and the next leader retries it. */
export const rebuildAll = async (
  tables: readonly Tabled[],
  { log, rebuilt: report = () => undefined, ...options }: UpkeepOptions,
) => {
  if (tables.length === 0) return
  const began = performance.now()
  const failed = (view: string, err: unknown) => {
    report(view, performance.now() - began, 'failed')
    log.error({ view, err }, 'A view could not be rebuilt and stands still')
  }
  try {
    for (const rebuilt of await rebuildTogether({ ...options, tables })) {
      if ('error' in rebuilt) failed(rebuilt.view, rebuilt.error)
      else {
        report(rebuilt.view, performance.now() - began, 'ok')
        log.info(rebuilt, 'Rebuilt a view')
      }
    }
  } catch (error) {
    if (options.signal.aborted) return
    for (const { view } of tables) failed(view.table, error)
  }
}
