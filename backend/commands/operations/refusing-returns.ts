import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { accessesTo } from '../../http/policy.ts'
import type { Run } from './perform.ts'

/**
 * Returns a check for one page of things that an operation moved. It admits a user who may move the thing from its
 * present place and belongs to its former campaign, and the owner of that campaign, who may have no rights at the
 * present place.
 */
export async function refusingReturns(run: Run, pool: pg.Pool, ids: readonly string[]) {
  const [viewer, accesses] = await Promise.all([run.viewer(), accessesTo(pool, ids)])
  const byId = new Map(accesses.map((access) => [access.id, access]))
  return (id: string, from: string | null): void => {
    const access = byId.get(id)
    const mayMove = access !== undefined && can(viewer, 'moveToCampaign', access)
    refuseStrangers(viewer, from)
    if (!mayMove && !can(viewer, 'returnLore', { campaignId: from })) throw new Rejection('forbidden')
  }
}

/**
 * Throws `campaign_not_found` if the user does not belong to the campaign, and so may move nothing into it. Null is
 * outside of all campaigns.
 */
export const refuseStrangers = (viewer: Viewer, campaignId: string | null): void => {
  if (campaignId !== null && !can(viewer, 'enter', { campaignId })) throw new Rejection('campaign_not_found')
}
