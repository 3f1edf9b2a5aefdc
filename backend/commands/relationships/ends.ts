import type pg from 'pg'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { relationshipLimit } from '#domain/relationships.ts'
import { readWith } from '../../http/snapshot.ts'
import type { Dispatcher } from '../dispatch.ts'

/**
 * Returns the campaign that both lore items are in, according to their streams; null is outside of all campaigns.
 * Throws `Rejection` if their campaigns differ or one of them is deleted.
 */
export const sharedCampaign = async ({ stateOf }: Dispatcher, ...ids: [string, string]): Promise<string | null> => {
  const [one, other] = await Promise.all([stateOf(conjurations, ids[0]), stateOf(conjurations, ids[1])])
  if (one.deletedIn !== null || other.deletedIn !== null) throw new Rejection('conjuration_not_found')
  if (one.campaignId !== other.campaignId) throw new Rejection('relationship_across_campaigns')
  return one.campaignId
}

/**
 * Throws `too_many_relationships` if an end has reached the limit. A repeat passes if the relationship exists already.
 */
export const refuseMany = async (pool: pg.Pool, id: string, ends: readonly string[]) => {
  const [most] = await readWith(pool)<{ count: number }>(
    `select count(*) as count from unnest($1::uuid[]) e(id) join relationships r on e.id in (r."sourceId", r."targetId")
      where r."deletedAt" is null and not exists (select from relationships k where k.id = $2)
      group by e.id order by count desc limit 1`,
    [ends, id],
  )
  if (most && most.count >= relationshipLimit)
    throw new Rejection('too_many_relationships', { most: relationshipLimit })
}
