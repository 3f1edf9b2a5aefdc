import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { accessesTo } from '../../http/policy.ts'
import type { Run } from './perform.ts'

/**
 * For one page of things that an operation moved: refuses to take a move back unless the initiator may move the thing from where it is now and
 * belongs to the campaign that it came from, or owns that campaign. Where it is now, that owner may have no rights at all.
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

/** Nothing is moved into a campaign by a user who does not belong to it any more. Null is outside of all. Throws `campaign_not_found`. */
export const refuseStrangers = (viewer: Viewer, campaignId: string | null): void => {
  if (campaignId !== null && !can(viewer, 'enter', { campaignId })) throw new Rejection('campaign_not_found')
}
