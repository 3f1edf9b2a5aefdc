import { campaignEvents, campaigns } from '#domain/campaigns.ts'
import type { AnyDecider } from '#domain/decider.ts'
import { Rejection } from '#domain/decider.ts'
import { subjectOf } from '#domain/metadata.ts'
import { operations } from '#domain/operations.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'
import { lruCache } from '../platform/lru-cache.ts'
import type { Decision } from './draft.ts'

const remembered = 10_000
/** Commands exempt from the check: a campaign protects itself, and operations on a copy are recorded regardless. */
const exempt = new Set([campaigns.category, operations.category])

/**
 * Returns the campaigns that a decision affects: the one that owns the stream now, and those that its commands name.
 */
const campaignsOf = (decider: AnyDecider, stream: string, state: unknown, { commands }: Pick<Decision, 'commands'>) => {
  const [kind, id] = (decider.keyOwner?.(state, subjectOf(stream)) ?? '').split(':')
  const named = commands.flatMap(({ data }) => (data as { campaignId?: unknown } | null)?.campaignId ?? [])
  return new Set([...(kind === 'campaign' && id ? [id] : []), ...named.filter((one) => typeof one === 'string')])
}

/**
 * Refuses changes to a campaign that is a copy, except by the operation that creates it. The check is part of
 * dispatching, which all commands pass. The first event of a campaign records its creation, so it is read once.
 */
export const refusingCopies = (store: Pick<EventStore, 'read'>) => {
  /** Caches by campaign the operation that created it as a copy; null for campaigns that are no copies. */
  const known = lruCache<{ madeBy: string | null }>(remembered, () => 1)

  const madeBy = async (campaignId: string): Promise<string | null> => {
    const before = known.get(campaignId)
    if (before) return before.madeBy
    const { events } = await store.read(`${campaigns.category}-${campaignId}`, { limit: 1, pageOnly: true })
    const [made] = events.map(upcast)
    const { copyOf } = campaignEvents.CampaignCreated.safeParse(made?.data).data ?? {}
    const found = { madeBy: copyOf?.operationId ?? null }
    if (events.length > 0) known.set(campaignId, found)
    return found.madeBy
  }

  return async (stream: string, state: unknown, decision: Decision): Promise<Rejection | undefined> => {
    const { decider, metadata } = decision
    if (exempt.has(decider.category) || metadata.actor === 'system') return undefined
    for (const campaignId of campaignsOf(decider, stream, state, decision)) {
      const operationId = await madeBy(campaignId)
      if (operationId !== null && operationId !== metadata.operationId) return new Rejection('campaign_is_copy')
    }
    return undefined
  }
}
export type RefusingCopies = ReturnType<typeof refusingCopies>
