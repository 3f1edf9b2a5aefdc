import type { Envelope } from '#domain/metadata.ts'
import { type MemberRow, membersView } from './campaigns.ts'
import { fold } from './view.ts'

/** Events that end or restore a campaign for all of its members at once. */
const forAll: ReadonlySet<string> = new Set(['CampaignDeleted', 'CampaignRestored'])

/** True if an event changes the subscribers of a campaign. */
export const changesMembership = (type: string): boolean => type in membersView.on || forAll.has(type)

/**
 * The users who are notified of each event individually, since they do not yet, or no longer, subscribe to the
 * campaign: a user who creates, joins or leaves it or changes role, and every member when the campaign is deleted or
 * restored. `membersOf` returns the members of campaigns before these events.
 */
export const personally = async (
  events: readonly Envelope[],
  membersOf: (campaignIds: string[]) => Promise<MemberRow[]>,
): Promise<string[][]> => {
  const wanted = new Set(events.filter(({ type }) => forAll.has(type)).map(campaignOf))
  let rows = wanted.size > 0 ? await membersOf([...wanted].filter((id) => id !== '')) : []
  return events.map((event) => {
    if (!changesMembership(event.type)) return []
    if (forAll.has(event.type))
      return rows.filter(({ campaignId }) => campaignId === campaignOf(event)).map(({ userId }) => userId)
    if (wanted.has(campaignOf(event))) rows = fold(membersView, rows, event)
    const { userId, ownerId, newOwnerId, oldOwnerId } = record(event)
    return [userId, ownerId, newOwnerId, oldOwnerId].filter((id) => typeof id === 'string')
  })
}

const record = ({ data }: Envelope) => (data ?? {}) as Record<string, unknown>
const campaignOf = (event: Envelope): string => {
  const { campaignId } = record(event)
  return typeof campaignId === 'string' ? campaignId : ''
}
