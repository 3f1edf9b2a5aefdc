import type { Thing } from '#domain/access.ts'
import { can, viewerAs } from '#domain/rights.ts'
import type { CampaignRole } from '#domain/roles.ts'
import { membersNow } from '../auth/campaign-roles.ts'
import type { Place, Policy } from '../http/policy.ts'
import { readWith } from '../http/snapshot.ts'
import { homes } from '../queries/texts/home.ts'

/**
 * The text's access row and the requester's role in its campaign, in a single statement, since each keystroke checks
 * it.
 */
const found = `select a."ownerId", a."campaignId", a.channels, a."isOpen", m.role
  from access a left join (${membersNow}) on m."campaignId" = a."campaignId" and m."userId" = $2
 where a.id = $1 and exists (${homes('a.id')})`

/** Applies the access of the item that the text belongs to: the lore for its description, otherwise the segment. */
const mayToText = (ability: 'see' | 'write', place: Place, sentence: string): Policy => ({
  sentence,
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const [text] = await readWith(pool)<Thing & { role: CampaignRole | null }>(found, [place(request), userId])
    if (!text) return 'text_not_found'
    const viewer = viewerAs(userId, text.campaignId, text.role ?? undefined)
    if (!can(viewer, 'see', text)) return 'text_not_found'
    return can(viewer, ability, text) ? undefined : 'forbidden'
  },
})

export const maySeeText = (place: Place) =>
  mayToText('see', place, 'Whoever may see the lore or segment that the text is of may, while it is not in the Trash.')
export const mayWriteText = (place: Place) =>
  mayToText(
    'write',
    place,
    'Whoever may write in the lore that the text is of may: its owner, its DMs and, where one of them chose so, its members.',
  )
