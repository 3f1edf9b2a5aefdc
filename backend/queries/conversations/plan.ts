import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { reading } from '../../http/snapshot.ts'
import { loadEntitlements } from '../users/standing.ts'

/** Returns the user's entitlements. Throws `plan_required` if they do not permit conversations, which includes reading them. */
export async function refuseWithoutPlan(pool: pg.Pool, userId: string) {
  const standing = await loadEntitlements(reading(pool), userId)
  if (may(standing, 'conversations', standing.now)) return standing
  const what = 'conversations with Weavy'
  throw new Rejection('plan_required', { plan: requiredPlan('conversations'), wanted: 'conversations', what })
}
