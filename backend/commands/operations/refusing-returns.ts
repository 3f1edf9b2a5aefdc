import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { can } from '#domain/rights.ts'
import { accessesTo } from '../../http/policy.ts'
import type { Run } from './perform.ts'

/**
 * For one page of things that an operation moved: refuses to take a move back unless the initiator may move the thing from where it is now, or
 * owns the campaign that it came from. Where it is now, that owner may have no rights at all.
 */
export async function refusingReturns(run: Run, pool: pg.Pool, ids: readonly string[]) {
  const [viewer, accesses] = await Promise.all([run.viewer(), accessesTo(pool, ids)])
  const byId = new Map(accesses.map((access) => [access.id, access]))
  return (id: string, from: string | null): void => {
    const access = byId.get(id)
    const mayMove = access !== undefined && can(viewer, 'moveToCampaign', access)
    if (!mayMove && !can(viewer, 'returnLore', { campaignId: from })) throw new Rejection('forbidden')
  }
}
