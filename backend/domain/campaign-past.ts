import { channelsOf, dmsAmong, ownersChannel, type Viewer } from './access.ts'
import { byId, entriesOf } from './by-id.ts'
import type { campaigns } from './campaigns.ts'
import { type CollectionVisibility, type collections, deletionOf } from './collections.ts'
import type { conjurations } from './conjurations.ts'
import { can, viewerAs } from './rights.ts'
import type { Segment } from './segments.ts'

/**
 * What a member is shown of a campaign as it was: what they saw then, by the role and the visibility of then. What of that they may not
 * see now is taken away by whoever asks, as only the views know it.
 */

type Campaign = typeof campaigns.initial
type Lore = typeof conjurations.initial
export type PastTree = typeof collections.initial

/** Somebody as what they were in a campaign then: nobody before they came, after they went, and while it lay in the Trash. */
export const viewerThen = ({ members, deleted }: Campaign, campaignId: string, userId: string): Viewer =>
  viewerAs(userId, campaignId, deleted ? undefined : members[userId])

const accessOf = ({ userId: ownerId, campaignId, visibility }: Lore) => ({ ownerId, campaignId, visibility })

/** Whether they saw lore in this campaign: it was there, and not in the Trash. */
export const sawLore = (then: Viewer, campaignId: string, lore: Lore): boolean =>
  lore.exists &&
  lore.deletedIn === null &&
  lore.campaignId === campaignId &&
  can(then, 'see', { channels: channelsOf(accessOf(lore)) })

/** Whether they saw a content of lore that they saw: what is kept for DMs is theirs and the lore's owner's. */
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

/** Whether they saw a picture of lore, or in one of its galleries: it followed its lore, and without lore it was for DMs. */
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
  /** Folders that were not everybody's. */
  narrow: readonly string[]
}

const known = new WeakMap<PastTree, Arranged>()
/** What hung where, found once for each state of a tree. */
const arranged = (tree: PastTree): Arranged => {
  const before = known.get(tree)
  if (before) return before
  const children = new Map<string | null, string[]>()
  const narrow: string[] = []
  for (const [id, { parentId, visibility }] of entriesOf(tree.folders)) {
    const beside = children.get(parentId)
    if (beside) beside.push(id)
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
  /** How many folders are directly in it. */
  folders: number
}

const asThen = (visibility: CollectionVisibility) => (visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility)
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A campaign's folders as somebody saw them; `hidden` are those that they do not see now. */
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
  /** What hangs in a folder that they do not see hangs at the root for them. */
  const unseen = () =>
    [...new Set([...narrow, ...hidden])].filter(
      (id) => byId(folders, id) !== undefined && deletionOf(tree, id) === null && !saw(id),
    )

  return {
    saw,
    /** Folders whose contents hang at the root. */
    unseen,
    /** What hung directly in a folder, or at the root, by name. */
    part: (parentId: string | null): PastFolder[] =>
      [...within(parentId), ...(parentId === null ? unseen().flatMap(within) : [])]
        .map((id) => {
          const { name = '', visibility = 'PRIVATE' } = byId(folders, id) ?? {}
          return { id, name, parentId, visibility, folders: within(id).length }
        })
        .toSorted((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    /** The way to a folder from the top, as far up as they saw it. */
    path: (id: string | null): { id: string; name: string }[] => {
      const way: { id: string; name: string }[] = []
      for (let at = id; at !== null && saw(at); at = byId(folders, at)?.parentId ?? null)
        way.unshift({ id: at, name: byId(folders, at)?.name ?? '' })
      return way
    },
    /** A folder and all below it that they saw, from the top down. */
    below: (id: string): string[] => {
      const all = saw(id) ? [id] : []
      for (const each of all) all.push(...within(each))
      return all
    },
  }
}

/** From one position of the log up to before another, or until now. */
export interface Period {
  from: bigint
  until: bigint | null
}

/** When somebody belonged to a campaign that was not in the Trash, by its state after each of its events. */
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
