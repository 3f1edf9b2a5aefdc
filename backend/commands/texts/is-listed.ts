import type pg from 'pg'

/** True if all viewers of the lore see this text, which excludes segments for DMs. */
export const isListed = async (pool: pg.Pool, textId: string): Promise<boolean> => {
  const { rowCount } = await pool.query('select from access where id = $1 and "isForDms"', [textId])
  return rowCount === 0
}
