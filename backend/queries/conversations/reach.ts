import {
  channelsOf,
  coversChannel,
  dmsAmong,
  dmsOwnChannels,
  editorsChannels,
  membersChannel,
  ownersChannel,
  sharedChannels,
  type Thing,
} from '#domain/access.ts'
import { type ProposedChange, targetsOf } from '#domain/proposals.ts'
import type { CampaignRole } from '#domain/roles.ts'
import type { Read } from '../../http/snapshot.ts'

interface Proposed {
  change: ProposedChange
  /** Ids of all items that the change may draw on. */
  basis: readonly string[]
  userId: string
  campaignId: string
}

/** Returns the channels that would see a change. A section for Dungeon Masters is visible to the owner of its lore as well. */
const readersOf = ({ change, userId, campaignId }: Proposed, things: ReadonlyMap<string, Thing>): string[] => {
  if (change.kind === 'entry') return channelsOf({ ownerId: userId, campaignId, visibility: change.visibility })
  const [first = [], ...others] = targetsOf(change).map((id) => {
    const thing = things.get(id)
    if (!thing) return []
    return change.kind === 'section' && change.isForDms ? editorsChannels(thing) : thing.channels
  })
  return others.reduce<readonly string[]>((shared, other) => sharedChannels(shared, other), first).slice()
}

/**
 * True if some member who would see a proposed change may not see all that it is based on; the user who proposes it sees all of
 * it. The campaign itself and its files are visible to every member; a file that its user attached is the user's own material,
 * as the message is.
 */
export async function isTooWide(read: Read, proposed: Proposed): Promise<boolean> {
  const { change, basis, userId, campaignId } = proposed
  if (basis.length === 0) return false
  const ids = [...basis, ...targetsOf(change)]
  const [rows, open, members] = await Promise.all([
    read<Thing & { id: string }>(
      'select a.id, a."ownerId", a."campaignId", a.channels from access a where a.id = any($1::uuid[])',
      [ids],
    ),
    read<{ id: string }>(
      `select id from campaign_files where id = any($1::uuid[]) and "campaignId" = $2
        union all select id from campaigns where id = any($1::uuid[]) and id = $2
        union all select id from conversation_files where id = any($1::uuid[]) and "userId" = $3`,
      [ids, campaignId, userId],
    ),
    read<{ userId: string; role: CampaignRole }>('select m."userId", m.role from members m where m."campaignId" = $1', [
      campaignId,
    ]),
  ])
  const dms = dmsOwnChannels(campaignId, members)
  const things = new Map(rows.map((row) => [row.id, row]))
  const isOpen = new Set(open.map(({ id }) => id))
  const [allDms = ''] = dmsAmong(campaignId, [membersChannel(campaignId)])
  const own = ownersChannel({ ownerId: userId, campaignId })
  const readers = readersOf(proposed, things)
    .filter((channel) => channel !== own)
    .map((channel) => (dms.includes(channel) ? allDms : channel))
  return basis.some(
    (id) => !isOpen.has(id) && !readers.every((one) => coversChannel(things.get(id)?.channels ?? [], one)),
  )
}
