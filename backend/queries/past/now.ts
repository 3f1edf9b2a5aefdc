import type { Viewer } from '#domain/access.ts'
import { trashDays } from '#domain/trash.ts'
import type { Read } from '../../http/snapshot.ts'
import { editable, visible, visibleIn, visibleTo } from '../visible.ts'

/**
 * Conditions on the past for the viewer's present access. Things in the Trash are visible as they are there: for its
 * retention period, and not to members who joined later.
 */
const inTrashSeen = (x: string) => `(${x}."deletedAt" > now() - interval '${trashDays} days'
  and (${mayRestore(x)} or not exists (select from members m
    where m."campaignId" = a."campaignId" and m."userId" = @userId and m."joinedAt" > ${x}."deletedAt")))`
const mayRestore = (x: string) => `(${editable} or ${x}."deletedBy" = @userId::text)`
const seenNow = (x: string) => `${visible} and (${x}."deletedAt" is null or ${inTrashSeen(x)})`

/** Returns the folders of a campaign that the viewer does not see now. */
export const hiddenFolders = async (read: Read, viewer: Viewer, campaignId: string): Promise<Set<string>> => {
  const rows = await read<{ id: string }>(
    `select c.id from collections c join access a on a.id = c.id where c."campaignId" = @campaignId
       and (c."deletedAt" is not null or c.visibility = any(@narrower::text[])) and not (${seenNow('c')})`,
    visibleIn(viewer, campaignId),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Reads for each folder if it is in the Trash, and if the viewer owns it, and so may restore it. */
export const trashedFolders = async (read: Read, viewer: Viewer, ids: readonly string[]) => {
  const rows = await read<{ id: string; isInTrash: boolean; isOwn: boolean }>(
    `select c.id, c."deletedAt" is not null as "isInTrash", c."userId" = @userId as "isOwn"
       from collections c where c.id = any(@ids::uuid[])`,
    { userId: viewer.userId, ids },
  )
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

export interface LoreNow {
  id: string
  since: string
  isInTrash: boolean
  mayRestore: boolean
}

const loreNow = `l.id, l."deletedAt" is not null as "isInTrash", case when l."deletedAt" is null then ${editable} else ${mayRestore('l')} end as "mayRestore"`

export interface Place {
  campaignId: string
  position: bigint
  /** Null is the root, which includes the contents of hidden folders. */
  collectionId: string | null
  unseen: readonly string[]
  /** Restricts to lore placed there before this position. */
  before: string
  limit: number
}

const inFolder = `select p.* from placements p where p."collectionId" = @collectionId`
const atRoot = `select p.* from placements p where p."collectionId" is null and p."campaignId" = @campaignId
  union all select p.* from placements p join collections f on f.id = p."fromCollectionId" and f."campaignId" = @campaignId
    where p."collectionId" is null and p."campaignId" is null
  union all select p.* from placements p where p."collectionId" = any(@unseen::uuid[])`

/** Reads the lore that was in a folder at `position` and that the viewer sees now, most recently placed first. */
export const loreIn = (read: Read, viewer: Viewer, { position, ...place }: Place) =>
  read<LoreNow>(
    `select p.since::text as since, ${loreNow}
       from (${place.collectionId === null ? atRoot : inFolder}) p
       join conjurations l on l.id = p."conjurationId" join access a on a.id = l.id
      where p.since <= @position and (p.until is null or p.until > @position) and p.since < @before
        and ${seenNow('l')} order by p.since desc limit @limit`,
    { ...visibleTo(viewer), ...place, position: String(position) },
  )

/** Reads the lore that was in a campaign at `position` and that the viewer sees now: up to 1,000 items by id, following `after`. */
export const loreOf = (
  read: Read,
  viewer: Viewer,
  { campaignId, position, after }: { campaignId: string; position: bigint; after: string },
) =>
  read<LoreNow>(
    `select '0' as since, ${loreNow} from (
        select p.* from placements p where p."campaignId" = @campaignId
        union all select p.* from placements p
          join collections f on f.id = coalesce(p."collectionId", p."fromCollectionId") and f."campaignId" = @campaignId
          where p."campaignId" is null) p
       join conjurations l on l.id = p."conjurationId" join access a on a.id = l.id
      where p.since <= @position and (p.until is null or p.until > @position) and l.id > @after and ${seenNow('l')}
      order by l.id limit 1000`,
    { ...visibleTo(viewer), campaignId, position: String(position), after },
  )

/** The lore items among these that the viewer sees now. */
export const visibleLore = async (
  read: Read,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, LoreNow>> => {
  const rows = await read<LoreNow>(
    `select '0' as since, ${loreNow} from conjurations l join access a on a.id = l.id
      where l.id = any(@ids::uuid[]) and ${seenNow('l')}`,
    { ...visibleTo(viewer), ids },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The segments among these that the viewer sees now. */
export const visibleSegments = async (read: Read, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await read<{ id: string }>(
    `select s.id from segments s join access a on a.id = s.id where s.id = any(@ids::uuid[]) and ${seenNow('s')}`,
    { ...visibleTo(viewer), ids },
  )
  return new Set(rows.map(({ id }) => id))
}

/** The pictures among these that the viewer sees now; none from the Trash. */
export const visiblePictures = async (read: Read, viewer: Viewer, ids: readonly string[]) => {
  const rows = await read<{ id: string; uri: string | null; name: string | null }>(
    `select i.id, i.uri, i.name from images i join access a on a.id = i.id
      where i.id = any(@ids::uuid[]) and i."deletedAt" is null and ${visible}`,
    { ...visibleTo(viewer), ids },
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the links of lore that the viewer sees now, oldest first. */
export const visibleLinksOf = (read: Read, viewer: Viewer, conjurationId: string, limit: number) =>
  read<{ id: string; sourceId: string; targetId: string }>(
    `select r.id, r."sourceId", r."targetId" from relationships r join access a on a.id = r.id
      where (r."sourceId" = @conjurationId or r."targetId" = @conjurationId) and r."deletedAt" is null and ${visible}
      order by r."createdAt", r.id limit @limit`,
    { ...visibleTo(viewer), conjurationId, limit },
  )
