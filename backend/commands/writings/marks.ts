import type pg from 'pg'
import { reading } from '../../http/snapshot.ts'

/** Number of the campaign's latest texts whose marks are loaded. */
const remembered = 300

/**
 * Marks of the sources used earlier in a campaign, for texts and for lore from templates, so that none is used twice.
 */
export const marksOf = async (pool: pg.Pool, campaignId: string): Promise<string[]> => {
  const rows = await reading(pool)<{ marks: string[] }>(
    `select marks from (
       select marks, "createdAt" as at from writings where "campaignId" = $1 and status = 'FINISHED'
       union all select marks, "requestedAt" from generations where "campaignId" = $1 and "writtenAt" is not null) written
      order by at desc limit ${remembered}`,
    [campaignId],
  )
  return rows.flatMap(({ marks }) => marks)
}
