import { channelsOf, dmsAmong, ownersChannel, type Viewer } from './access.ts'
import { byId, entriesOf } from './by-id.ts'
import type { campaigns } from './campaigns.ts'
import { type CollectionVisibility, type collections, deletionOf } from './collections.ts'
import type { conjurations } from './conjurations.ts'
import { can, viewerAs } from './rights.ts'
import type { Segment } from './segments.ts'

/**
 * A campaign as a member saw it at an earlier moment, by the role and the visibility of that moment. Callers remove
 * what the member may no longer see, since only the views know the present visibility.
 */

type Campaign = typeof campaigns.initial
type Lore = typeof conjurations.initial
export type PastTree = typeof collections.initial

/**
 * The viewer with their role of that moment. They have no role before they joined, after they left, and while the
 * campaign lay in the Trash.
 */
export const viewerThen = ({ members, deleted }: Campaign, campaignId: string, userId: string): Viewer =>
  viewerAs(userId, campaignId, deleted ? undefined : members[userId])

const accessOf = ({ userId: ownerId, campaignId, visibility }: Lore) => ({ ownerId, campaignId, visibility })

/** True if the viewer saw this lore in the campaign: it existed there, outside the Trash. */
export const sawLore = (then: Viewer, campaignId: string, lore: Lore): boolean =>
  lore.exists &&
  lore.deletedIn === null &&
  lore.campaignId === campaignId &&
  can(then, 'see', { channels: channelsOf(accessOf(lore)) })

/** True if the viewer, who saw the lore, saw this segment. Segments for DMs are visible to DMs and the lore's owner. */
export const sawSegment = (then: Viewer, lore: Lore, { deletedIn, isForDms }: Segment): boolean => {
  if (deletedIn !== null) return false
  if (!isForDms || lore.campaignId === null) return true
  const access = accessOf(lore)
  return can(then, 'see', { channels: [ownersChannel(access), ...dmsAmong(lore.campaignId, channelsOf(access))] })
}

interface Picture {
  userId: string
  campaignId: string | null
  conjurationId: string | null
  deleted: boolean
}

/**
 * True if the viewer saw a picture of lore or of its galleries. Pictures inherit the lore's visibility; without lore
 * they are visible to DMs.
 */
export const sawPicture = (then: Viewer, loreId: string, lore: Lore, picture: Picture): boolean => {
  const { userId: ownerId, campaignId, conjurationId, deleted } = picture
  if (deleted) return false
  const own = { ownerId, campaignId }
  if (conjurationId === null) return can(then, 'see', { channels: channelsOf({ ...own, visibility: 'DM' }) })
  const followed = conjurationId === loreId ? channelsOf(accessOf(lore)) : []
  return can(then, 'see', { channels: [ownersChannel(own), ...followed] })
}

interface Arranged {
  children: ReadonlyMap<string | null, readonly string[]>
  /** Folders with a restricted visibility. */
  narrow: readonly string[]
}

const known = new WeakMap<PastTree, Arranged>()
/** Indexes a tree by parent, cached per tree state. */
const arranged = (tree: PastTree): Arranged => {
  const before = known.get(tree)
  if (before) return before
  const children = new Map<string | null, string[]>()
  const narrow: string[] = []
  for (const [id, { parentId, visibility }] of entriesOf(tree.folders)) {
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
    if (visibility === 'PRIVATE' || visibility === 'DM') narrow.push(id)
  }
  const found = { children, narrow }
  known.set(tree, found)
  return found
}

export interface PastFolder {
  id: string
  name: string
  parentId: string | null
  visibility: CollectionVisibility
  /** Number of direct subfolders. */
  folders: number
}

const asThen = (visibility: CollectionVisibility) => (visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility)
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A campaign's folders as the viewer saw them, without the `hidden` ones that they may not see now. */
export const treeFor = (tree: PastTree, then: Viewer, hidden: ReadonlySet<string>) => {
  const { folders, campaignId } = tree
  const { children, narrow } = arranged(tree)
  const saw = (id: string): boolean => {
    const folder = byId(folders, id)
    if (!folder || hidden.has(id) || deletionOf(tree, id) !== null) return false
    const { userId: ownerId, visibility } = folder
    return can(then, 'see', { channels: channelsOf({ ownerId, campaignId, visibility: asThen(visibility) }) })
  }
  const within = (id: string | null) => (children.get(id) ?? []).filter(saw)
  /** Contents of folders that the viewer does not see appear at the root. */
  const unseen = () =>
    [...new Set([...narrow, ...hidden])].filter(
      (id) => byId(folders, id) !== undefined && deletionOf(tree, id) === null && !saw(id),
    )

  return {
    saw,
    /** Folders whose contents appear at the root. */
    unseen,
    /** The direct subfolders of a folder, or of the root, by name. */
    part: (parentId: string | null): PastFolder[] =>
      [...within(parentId), ...(parentId === null ? unseen().flatMap(within) : [])]
        .map((id) => {
          const { name = '', visibility = 'PRIVATE' } = byId(folders, id) ?? {}
          return { id, name, parentId, visibility, folders: within(id).length }
        })
        .toSorted((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    /** The visible ancestors of a folder, from the root down. */
    path: (id: string | null): { id: string; name: string }[] => {
      const way: { id: string; name: string }[] = []
      for (let at = id; at !== null && saw(at); at = byId(folders, at)?.parentId ?? null)
        way.unshift({ id: at, name: byId(folders, at)?.name ?? '' })
      return way
    },
    /** A folder and the visible folders below it, from the top down. */
    below: (id: string): string[] => {
      const all = saw(id) ? [id] : []
      for (const each of all) all.push(...within(each))
      return all
    },
  }
}

/** A range of log positions, without `until`; null means until now. */
export interface Period {
  from: bigint
  until: bigint | null
}

/**
 * Periods in which the user was a member and the campaign outside the Trash, from the state after each of its events.
 */
export const periodsOf = (steps: readonly { position: bigint; state: Campaign }[], userId: string): Period[] => {
  const periods: Period[] = []
  for (const { position, state } of steps) {
    const isIn = !state.deleted && userId in state.members
    const last = periods.at(-1)
    const isOpen = last !== undefined && last.until === null
    if (isIn && !isOpen) periods.push({ from: position, until: null })
    if (!isIn && isOpen) last.until = position
  }
  return periods
}
