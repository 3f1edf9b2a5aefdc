import type pg from 'pg'

/** True if lore has pictures; then it is not blank, even without any text. */
export const hasImages = async (pool: pg.Pool, conjurationId: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select 1 from images where "conjurationId" = $1 and "deletedAt" is null limit 1',
    [conjurationId],
  )
  return rowCount !== 0
}
