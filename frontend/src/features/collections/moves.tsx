import { createContext, type ReactNode, useContext, useRef } from 'react'
import { asVisibleTo, can } from '#domain/rights.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped, succeededIds } from '../../data/bulk.ts'
import { type Campaign, writerIn } from '../../data/campaigns.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'
import { useMoveCollectionMutation } from '../../data/collections.ts'
import { useChangeConjurationMutation, useMoveConjurationsMutation } from '../../data/conjurations.ts'
import { useMe } from '../../data/me.ts'
import { formatCount } from '../../ui/figures.ts'
import { toast } from '../../ui/toast.ts'
import type { Dragged } from './dragging.ts'

/** Moves of folders and lore within their campaign. A target of null is the root. */
export interface Moves {
  may(dragged: Dragged, to: string | null): boolean
  take(dragged: Dragged, to: string | null): void
  /** Returns the reason why the folder cannot be moved there, or undefined if it can. */
  refusal(folderId: string, to: string | null): string | undefined
}

const insideItself = 'Cannot move a collection into itself.'
const insideDescendant = 'Cannot move a collection into one of its descendants.'

const Context = createContext<Moves | null>(null)

export const useMoves = (): Moves => {
  const moves = useContext(Context)
  if (!moves) throw new Error('No MovesProvider')
  return moves
}

interface Props {
  tree: CollectionTree
  campaign: Campaign
  /** Returns the lore of all cached lists: only that can be dragged. */
  lore: () => readonly ConjurationItem[]
  children: ReactNode
}

export const MovesProvider = ({ tree, campaign, lore, children }: Props) => {
  const me = useMe()
  // When a slow move ends, its toast needs the folders as they are by then.
  const latest = useRef(tree)
  latest.current = tree
  const nameOf = (id: string | null) => (id === null ? campaign.name : (latest.current.get(id)?.name ?? campaign.name))
  const folderOf = (id: string) => latest.current.get(id)

  const refusal = (id: string, to: string | null) =>
    to === id ? insideItself : tree.isWithin(to, id) ? insideDescendant : undefined
  const takeFolder = useTakeFolder({ folderOf, nameOf, refusal })
  const takeLore = useTakeLore({ folderOf, nameOf, lore })

  const editable = (ids: readonly string[]) => {
    const rows = new Map(lore().map((row) => [row.id, row]))
    return ids.flatMap((id) => rows.get(id) ?? []).filter(({ mayEdit }) => mayEdit)
  }
  const idsOf = (rows: readonly ConjurationItem[]) => rows.map(({ id }) => id)
  /** Moves those items that the user may edit. */
  const takeEditable = (ids: readonly string[], to: string | null) => takeLore(idsOf(editable(ids)), to)

  const viewer = writerIn(campaign, me.id)
  const mayArrange = (id: string) =>
    can(viewer, 'arrange', asVisibleTo(viewer, { ownerId: tree.get(id)?.userId ?? '', campaignId: campaign.id }))
  const moves: Moves = {
    refusal,
    may: (dragged, to) =>
      dragged.kind === 'folder'
        ? mayArrange(dragged.id) &&
          refusal(dragged.id, to) === undefined &&
          tree.get(dragged.id)?.parentCollectionId !== to
        : editable(dragged.ids).some(({ collectionId }) => collectionId !== to),
    take: (dragged, to) =>
      void (dragged.kind === 'folder' ? takeFolder(dragged.id, to) : takeEditable(dragged.ids, to)),
  }
  return <Context value={moves}>{children}</Context>
}

interface Places {
  /** The folder as it is now. */
  folderOf: CollectionTree['get']
  /** The name of a folder as it is now, or of the campaign. */
  nameOf: (id: string | null) => string
}

/** Moves a folder, with an undo that moves it back. */
const useTakeFolder = ({ folderOf, nameOf, refusal }: Places & Pick<Moves, 'refusal'>) => {
  const [moveCollection] = useMoveCollectionMutation()
  const takeFolder = async (id: string, to: string | null, isBack = false) => {
    const refused = refusal(id, to)
    if (refused) return void toast.error(refused)
    const row = folderOf(id)
    if (!row) return
    const { name, parentCollectionId: from } = row
    const { error } = await moveCollection({ row, parentCollectionId: to })
    if (error) return void toast.error(messageOf(error, 'Failed to move collection. Please try again.'))
    if (!isBack) toast.success(`${name} moved to ${nameOf(to)}`, { undo: () => void takeFolder(id, from, true) })
  }
  return takeFolder
}

/** Moves lore, with an undo that moves each item back to its folder; a move that `isBack` is such an undo. */
const useTakeLore = ({ folderOf, nameOf, lore }: Places & Pick<Props, 'lore'>) => {
  const me = useMe()
  const [moveConjurations] = useMoveConjurationsMutation()
  const [change] = useChangeConjurationMutation()
  const takeLore = async (ids: readonly string[], to: string | null, isBack = false) => {
    // Read before the request: by the time of its response, the items may have left the lists.
    const rows = lore().filter(({ id }) => ids.includes(id))
    const { data, error } = await moveConjurations({ ids, collectionId: to })
    if (error) {
      const otherwise =
        ids.length === 1 ? 'Failed to move conjuration. Please try again.' : 'Failed to move lore to collection'
      return void toast.error(messageOf(error, otherwise))
    }
    if (data.skipped.length > 0)
      toast.error(`Expected to move ${ids.length} items, but only moved ${data.count}`, {
        context: describeSkipped(data),
      })
    if (isBack) return
    const done = succeededIds(ids, data)
    const movedRows = rows.filter(({ id }) => done.includes(id))
    const undo = async () => {
      for (const [from, group] of Map.groupBy(movedRows, ({ collectionId }) => collectionId))
        await takeLore(
          group.map(({ id }) => id),
          from,
          true,
        )
    }
    const moved = ids.length === 1 ? 'Lore' : formatCount(done.length, 'lore item')
    const folder = to === null ? undefined : folderOf(to)
    const text = `${moved} moved to ${nameOf(to)}`
    // Loaded on demand: if that fails, the toast still reports the move.
    const still = folder && (await import('../../moving/still-seen.ts').catch(() => undefined))
    toast.success(text, {
      ...still?.stillSeenToast({ me, change }, folder, movedRows),
      undo: () => void undo(),
    })
  }
  return takeLore
}
