import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { Tabled } from './tabled.ts'
import { type TrashedRows, trashSql } from './trash.ts'

/** The projector's own tables. */
export const kernelSql = path.join(import.meta.dirname, 'projector.sql')
/** The tables of the audit chain, which rebuilds leave untouched. */
const chainSql = path.join(import.meta.dirname, 'chain.sql')

/**
 * Creates missing tables: the projector's own, and each view's. Any number of processes may call it concurrently. A
 * view that is new, or whose definition changed, is rebuilt by the projector.
 */
export const migrate = async (
  pool: pg.Pool,
  views: readonly Tabled[],
  trash: readonly TrashedRows[] = [],
): Promise<void> => {
  const sql = await Promise.all([kernelSql, chainSql].map((file) => fs.readFile(file, 'utf8')))
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('loreloom migrate', 0))`)
    await client.query(sql.join('\n'))
    for (const table of views) await addTable(client, table)
    if (trash.length > 0) await client.query(trashSql(trash))
  })
}

const addTable = async (client: pg.ClientBase, { view: { table }, sql, definition }: Tabled) => {
  const known = await client.query('select from projections where name = $1', [table])
  if (known.rowCount === 1) return
  const there = await client.query('select to_regclass($1) as name', [`"${table}"`])
  if (there.rows[0].name === null) await client.query(sql)
  // An empty table is correct only at the beginning of the log.
  await client.query(
    `insert into projections (name, definition, "stoppedAt", error)
     select $1, case when position = 0 then $2 end, case when position > 0 then 0 end, case when position > 0 then $3 end
       from checkpoint`,
    [table, definition, 'not built yet'],
  )
}
