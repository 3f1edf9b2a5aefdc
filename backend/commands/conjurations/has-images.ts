import type pg from 'pg'

/** Whoever made a picture of lore has made something of it, even where nothing is written. */
export const hasImages = async (pool: pg.Pool, conjurationId: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select 1 from images where "conjurationId" = $1 and "deletedAt" is null limit 1',
    [conjurationId],
  )
  return rowCount !== 0
}
