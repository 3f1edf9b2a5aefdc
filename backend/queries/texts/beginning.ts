import { channelsFor, type Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { itemShown } from '#projections/feed.ts'
import type { Read } from '../../http/snapshot.ts'
import { beginningFor } from '../conjurations/versions.ts'

/** Where a text's past begins for somebody: at this revision, as it was at this time. All of it is 0, and no time. */
export interface Beginning {
  revision: number
  at: string
}
const all: Beginning = { revision: 0, at: '' }

/**
 * As that of lore (decision 30): for its owner with the text; for others where it was shown to them last, and for a player not before they came
 * to the campaign. What was kept for DMs begins for players where it was shown, also where the lore's past is.
 */
export const beginningOf = async (read: Read, viewer: Viewer, textId: string, conjurationId: string) => {
  const [access] = await read<{ ownerId: string; campaignId: string | null; channels: string[] }>(
    'select "ownerId", "campaignId", channels from access where id = $1',
    [textId],
  )
  if (!access || can(viewer, 'readPast', access)) return all
  if (textId === conjurationId && (await beginningFor(read, viewer, conjurationId))?.isPastShown) return all
  const { campaignId } = access
  const isDm = campaignId !== null && can(viewer, 'manage', { campaignId })
  const [since] = await read<{ position: string | null; at: string | null }>(
    `select max(f.position)::text as position, greatest(max(f.at), max(m."joinedAt")) as at
       from (select 1) one
       left join feed f on f.item = @textId and f.type = '${itemShown}' and f.channels && @channels and not f."unless" && @channels
       left join members m on m."campaignId" = @campaignId and m."userId" = @userId and not @isDm`,
    { textId, channels: channelsFor(viewer), campaignId, userId: viewer.userId, isDm },
  )
  if (!since?.at) return all
  const [last] = await read<{ revision: number | null }>(
    `select max((data->>'revision')::int) as revision from feed
      where item = @textId and seq = 0 and type = 'TextChanged' and (position <= @position or at < @at)`,
    { textId, position: since.position ?? '0', at: since.at },
  )
  return { revision: last?.revision ?? 0, at: since.at }
}
