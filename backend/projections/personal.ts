import type { Envelope } from '#domain/metadata.ts'
import { type MemberRow, membersView } from './campaigns.ts'
import { fold } from './view.ts'

/** What ends or brings back a campaign for all of its members at once. */
const forAll: ReadonlySet<string> = new Set(['CampaignDeleted', 'CampaignRestored'])

/** Whether an event changes who listens to a campaign. */
export const changesMembership = (type: string): boolean => type in membersView.on || forAll.has(type)

/**
 * The users whom each event is told in person, though they listen to nothing of the campaign yet, or no more: who begins,
 * joins or leaves it or has another role, and every member when the campaign is deleted or restored. `membersOf` answers who belonged to
 * campaigns before these events.
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
