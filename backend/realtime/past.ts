import { historyBeginningIn, joinedPositions } from '../http/history-beginning.ts'

/**
 * Restricts stored feed rows to those that subscribers of the channels `$6` may still receive, in addition to the row's
 * own audience. A row was written for the viewers of that time, but is requested now, by a reconnecting browser or by
 * any client with `after=0`. Items now in the Trash are omitted, except for the deletion itself, which is omitted for
 * members who joined later; and rows of a campaign are restricted to its members, including rows of older versions that
 * addressed owners regardless of membership.
 */

const uuid = `'^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$'`
const category = `split_part(feed.stream, '-', 1)`

/**
 * True if the row's item is in the Trash, whatever the type of the event (events of lore also have rows about its
 * pictures), or if a part of the item is that the row refers to.
 */
const isBinned = `exists (select from trash() t where t.item = feed.item::uuid
  and (t.id = t.item or jsonb_path_exists(feed.data, '$.** ? (@ == $id)', jsonb_build_object('id', t.id))))`

/** True for a link with an end in the Trash. */
const isLoose = `exists (select from access a join trash() t on t.id in (a."sameAs", a."andSameAs")
  where a.id = feed.item::uuid and a."andSameAs" is not null)`
/** True for parts of lore in the Trash, except pictures, and for parts of its segments. */
const isOfBinned = `${category} <> 'images' and exists (select from access a left join access b on b.id = a."sameAs"
  join trash() t on t.id in (a."sameAs", b."sameAs") where a.id = feed.item::uuid)`

/**
 * True for items of campaigns that the reader does not belong to. Excludes the campaigns' own streams, which notify users
 * individually when they join and leave.
 */
const isElsewhere = `${category} <> 'campaigns' and exists (select from access a
  where a.id = feed.item::uuid and a."campaignId" is not null and 'campaign:' || a."campaignId" <> all($6))`

/** Events about the reader, such as joining and leaving a campaign, are sent to them whenever they happened. */
const isPersonal = `exists (select from unnest(feed.channels) own where own like 'user:%' and own = any($6))`

/** True for events before the reader's history of the item, which no client needs: it refetches after `MemberJoined` and `ItemShown`. */
const isBeforeHistory = `exists (select from access a
  where a.id = feed.item::uuid and feed.position < ${historyBeginningIn('a', '$6', 'joined')}) and not ${isPersonal}`

/** True for rows from before the user joined the campaign: items deleted before that stay unknown to them. */
const wasBeforeThem = `exists (select from access a join members m on m."campaignId" = a."campaignId"
  where a.id = feed.item::uuid and 'campaign-user:' || m.id = any($6) and m."joinedAt" > feed.at)`

/**
 * Rows that accompany an event: "shown" is sent for items that are still visible, "gone" to users who may have seen the
 * item.
 */
const isOutdated = `case feed.type when 'ItemGone' then ${wasBeforeThem} else not exists (select from access a
  where a.id = feed.item::uuid and a.channels && $6) end`

const saysLittle = `(seq > 0 or says_only_ids(feed.type)) and not (${wasBeforeThem})`

/** A common table expression for `stillVisible`, so that it is read once for all rows. */
export const joined = `joined as materialized (${joinedPositions('$6')})`

export const stillVisible = `case when feed.item !~ ${uuid} then true
  when seq = 0 and ${isBeforeHistory} then false
  when seq = 0 and ${isElsewhere} then false
  when seq > 0 and ${isOutdated} then false
  when ${isBinned} then ${saysLittle}
  when seq = 0 and ${isLoose} then false
  when ${isOfBinned} then ${saysLittle}
  else true end`

/** Selects the things among `$1` that subscribers of the channels `$2` may see, without things deleted before the user joined. */
export const stillSeen = `select a.id from access a where a.id = any($1::uuid[]) and a.channels && $2
  and not exists (select from trash() t join members m on m."campaignId" = a."campaignId"
    where t.id = a.id and 'campaign-user:' || m.id = any($2) and m."joinedAt" > t."deletedAt")`
