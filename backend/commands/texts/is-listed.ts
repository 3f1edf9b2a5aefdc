import type pg from 'pg'

/** Whether all who see the lore see this text of it: what is kept for DMs is not. */
export const isListed = async (pool: pg.Pool, textId: string): Promise<boolean> => {
  const { rowCount } = await pool.query('select from access where id = $1 and "isForDms"', [textId])
  return rowCount === 0
}
