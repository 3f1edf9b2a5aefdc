import type pg from 'pg'
import { thingOf } from '#domain/access.ts'
import type { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { viewerOf } from '../../http/policy.ts'

/**
 * Checks an ability that one field of a request needs beyond the route's policy, against the lore's stream. Throws
 * `Rejection`.
 */
export async function refuseUnlessMay(
  pool: pg.Pool,
  userId: string,
  ability: 'edit' | 'showPast' | 'takeOut',
  { userId: ownerId, campaignId, visibility }: typeof conjurations.initial,
): Promise<void> {
  const lore = thingOf({ ownerId, campaignId, visibility })
  if (!can(await viewerOf(pool, userId), ability, lore)) throw new Rejection('conjuration_edit_forbidden')
}
