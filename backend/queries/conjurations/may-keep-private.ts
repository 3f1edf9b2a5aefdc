import type pg from 'pg'
import type { Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { reading } from '../../http/snapshot.ts'
import { loadEntitlements } from '../users/standing.ts'

/** True if the user's plan permits private lore. */
export const mayKeepPrivate = async (pool: pg.Pool, userId: string): Promise<boolean> => {
  const entitlements = await loadEntitlements(reading(pool), userId)
  return may(entitlements, 'privateLore', entitlements.now)
}

/** Throws `plan_required` if the user's plan does not permit private lore. All lore outside of campaigns is private. */
export async function refusePrivate(
  pool: pg.Pool,
  userId: string,
  { visibility, campaignId }: { visibility: Visibility; campaignId: string | null },
): Promise<void> {
  if (visibility !== 'PRIVATE' && campaignId !== null) return
  if (!(await mayKeepPrivate(pool, userId)))
    throw new Rejection('plan_required', {
      plan: requiredPlan('privateLore'),
      wanted: 'privateLore',
      what: 'private lore',
    })
}
