import type pg from 'pg'
import { type RebuildOptions, rebuild } from './rebuild.ts'
import type { Tabled } from './tabled.ts'

export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Names of the views that stand still. */
export const stoppedViews = async (client: pg.ClientBase): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>('select name from projections where "stoppedAt" is not null')
  return new Set(rows.map(({ name }) => name))
}

/** Views whose rows were made by another definition: what this one would add to them is not what they are. */
export const stopStale = async (client: pg.ClientBase, views: readonly Tabled[]): Promise<Tabled[]> => {
  const { rows } = await client.query<{ name: string }>(
    `update projections p set "stoppedAt" = coalesce(p."stoppedAt", c.position), error = 'its definition changed; being rebuilt'
       from checkpoint c, jsonb_to_recordset($1::jsonb) as now(name text, definition text)
      where p.name = now.name and p.definition is distinct from now.definition returning p.name`,
    [JSON.stringify(views.map(({ view: { table }, definition }) => ({ name: table, definition })))],
  )
  return views.filter(({ view }) => rows.some(({ name }) => name === view.table))
}

/** Rebuilds one after another; one that cannot be stands still, and is tried again by the next leader. */
export const rebuildAll = async (
  tables: readonly Tabled[],
  { log, ...options }: Pick<RebuildOptions, 'store' | 'postgres' | 'signal'> & { log: Log },
) => {
  for (const table of tables) {
    const view = table.view.table
    try {
      const events = await rebuild({ ...options, table })
      log.info({ view, events }, 'Rebuilt a view')
    } catch (error) {
      if (options.signal.aborted) return
      log.error({ view, err: error }, 'A view could not be rebuilt and stands still')
    }
  }
}
