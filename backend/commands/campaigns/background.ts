import type pg from 'pg'
import type { Thing } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import { viewerOf } from '../../http/policy.ts'

/** The key of the file behind a picture that may become a campaign's background; null for none. Throws `Rejection`. */
export async function backgroundFor(
  pool: pg.Pool,
  userId: string,
  campaignId: string,
  imageId: string | null,
): Promise<string | null> {
  if (imageId === null) return null
  const { rows } = await pool.query<Pick<Thing, 'channels'> & Pick<ImageRow, 'file'>>(
    `select i.file, a.channels from images i join access a on a.id = i.id
      where i.id = $1 and i."campaignId" = $2 and i."deletedAt" is null`,
    [imageId, campaignId],
  )
  const [image] = rows
  if (!image || !can(await viewerOf(pool, userId), 'see', image)) throw new Rejection('image_not_found')
  if (!image.file) throw new Rejection('image_not_ready')
  return image.file.key
}
