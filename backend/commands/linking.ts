import type pg from 'pg'
import { maySee } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { viewerOf } from '../http/policy.ts'

/**
 * Setting a lore entry's primary picture clears the flag on its other pictures, so an entry that others' pictures belong to
 * may be named only from its own campaign, by somebody who sees those pictures.
 */
export async function mayLink(
  pool: pg.Pool,
  userId: string,
  campaignId: string | null,
  conjurationId: string,
): Promise<void> {
  const viewer = await viewerOf(pool, userId)
  const { rows } = await pool.query<{
    ownerId: string
    campaignId: string | null
    visibility: 'PRIVATE' | 'DM' | 'CAMPAIGN'
  }>(
    'select a."ownerId", a."campaignId", a.visibility from images i join access a on a.id = i.id where i."conjurationId" = $1',
    [conjurationId],
  )
  const foreign = rows.some((access) => access.campaignId !== campaignId || !maySee(viewer, access))
  if (foreign) throw new Rejection('conjuration_not_found')
}
