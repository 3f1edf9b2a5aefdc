import { channelsFor, type Viewer } from '#domain/access.ts'
import type { campaignEvents } from '#domain/campaigns.ts'
import { itemShown } from '#projections/feed.ts'
import type { Read } from './snapshot.ts'

const memberJoined = 'MemberJoined' satisfies keyof typeof campaignEvents

/** The log positions at which the subscriber to these channels last joined each of their campaigns, by `campaignId`. */
export const joinedPositions = (
  channels: string,
): string => `select j.item as "campaignId", max(j.position) as position from feed j
  where j.type = '${memberJoined}' and j.item in (select split_part(one, ':', 2) from unnest(${channels}::text[]) one where one like 'campaign-user:%')
    and 'campaign-user:' || j.item || ':' || (j.data->>'userId') = any(${channels}) group by j.item`

/**
 * The domain's `historyBeginning` in SQL, for a row `a` of `access` and a reader with these channels; `joined` names
 * the rows of `joinedPositions`. A test compares both. The index `feed_beginnings` covers the events of both types.
 */
export const historyBeginningIn = (a: string, channels: string, joined: string): string => `case
  when coalesce('campaign-user:' || ${a}."campaignId" || ':' || ${a}."ownerId", 'user:' || ${a}."ownerId") = any(${channels}) then 0
  else greatest(
    coalesce((select max(s.position) from feed s where s.item = ${a}.id::text and s.type = '${itemShown}'
      and s.channels && ${channels} and not s."unless" && ${channels}), 0),
    case when 'campaign-dm:' || ${a}."campaignId" = any(${channels}) then 0
      else coalesce((select j.position from ${joined} j where j."campaignId" = ${a}."campaignId"::text), 0) end)
  end`

/**
 * The log position at which a reader's history of a thing begins, and its time: 0 without a time for the whole history.
 */
export interface HistoryBeginning {
  position: string
  at: string
  /** True if the reader owns the thing. */
  isOwners: boolean
}

/** Returns the beginnings by thing id; things without an access row are omitted. */
export const findHistoryBeginnings = async (
  read: Read,
  viewer: Viewer,
  itemIds: readonly string[],
): Promise<Map<string, HistoryBeginning>> => {
  const rows = await read<{ id: string; position: string; at: string | null; isOwners: boolean }>(
    `with joined as (${joinedPositions('@channels')})
     select b.id, b.position::text as position, b."isOwners", (select max(f.at) from feed f where f.position = b.position) as at
       from (select a.id, ${historyBeginningIn('a', '@channels', 'joined')} as position, a."ownerId" = @userId as "isOwners"
         from access a where a.id = any(@itemIds::uuid[])) b`,
    { itemIds, channels: channelsFor(viewer), userId: viewer.userId },
  )
  return new Map(rows.map(({ id, at, ...beginning }) => [id, { ...beginning, at: at ?? '' }]))
}

/** Returns undefined for a thing without an access row. */
export const findHistoryBeginning = async (
  read: Read,
  viewer: Viewer,
  itemId: string,
): Promise<HistoryBeginning | undefined> => (await findHistoryBeginnings(read, viewer, [itemId])).get(itemId)
