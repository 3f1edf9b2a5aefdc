import { createContext, type ReactNode, useContext, useRef } from 'react'
import type { LoreItem } from '#projections/answers.ts'
import { useMe } from '../../app/me.ts'
import { messageOf } from '../../app/problem.ts'
import { useStillSeen } from '../../app/still-seen.ts'
import { toast } from '../../ui/toast.ts'
import { useMoveCollectionMutation, useMoveLoreIntoMutation } from './api.ts'
import type { Dragged } from './dragging.ts'
import type { FolderTree } from './tree.ts'
import { counted } from './words.ts'

/** Taking folders and lore somewhere else in their campaign. A target of null is the root. */
export interface Moves {
  may(dragged: Dragged, to: string | null): boolean
  take(dragged: Dragged, to: string | null): void
  /** Why a folder cannot go there; undefined when it can. */
  refusal(folderId: string, to: string | null): string | undefined
}

const insideItself = 'Cannot move a collection into itself.'
const insideDescendant = 'Cannot move a collection into one of its descendants.'

const Context = createContext<Moves | null>(null)

export const useMoves = (): Moves => {
  const moves = useContext(Context)
  if (!moves) throw new Error('useMoves is for what stands in a collections page')
  return moves
}

interface Props {
  tree: FolderTree
  campaignName: string
  /** The lore that can be dragged: what is listed now. */
  lore: () => readonly LoreItem[]
  children: ReactNode
}

export const MovesProvider = ({ tree, campaignName, lore, children }: Props) => {
  const me = useMe()
  const [moveCollection] = useMoveCollectionMutation()
  const [moveLoreInto] = useMoveLoreIntoMutation()
  const stillSeen = useStillSeen()
  // An act that takes a while speaks of the folders as they are when it is done.
  const latest = useRef(tree)
  latest.current = tree
  const nameOf = (id: string | null) => (id === null ? campaignName : (latest.current.get(id)?.name ?? campaignName))

  const refusal = (id: string, to: string | null) =>
    to === id ? insideItself : tree.isWithin(to, id) ? insideDescendant : undefined

  const takeFolder = async (id: string, to: string | null, isBack = false) => {
    const refused = refusal(id, to)
    if (refused) return void toast.error(refused)
    const from = tree.pathTo(id).at(-2)?.id ?? null
    const name = nameOf(id)
    const { error } = await moveCollection({ id, parentCollectionId: to })
    if (error) return void toast.error(messageOf(error, 'Failed to move collection. Please try again.'))
    if (!isBack) toast.success(`${name} moved to ${nameOf(to)}`, { undo: () => void takeFolder(id, from, true) })
  }

  const takeLore = async (ids: readonly string[], to: string | null, from?: string | null) => {
    // They leave the list as soon as the move is guessed.
    const rows = lore().filter(({ id }) => ids.includes(id))
    const { error } = await moveLoreInto({ ids, collectionId: to })
    if (error) {
      const otherwise =
        ids.length === 1 ? 'Failed to move conjuration. Please try again.' : 'Failed to move lore to collection'
      return void toast.error(messageOf(error, otherwise))
    }
    if (from === undefined) return
    const moved = ids.length === 1 ? 'Lore' : counted(ids.length, 'lore item')
    toast.success(`${moved} moved to ${nameOf(to)}`, {
      ...stillSeen(to === null ? undefined : latest.current.get(to), rows),
      undo: () => void takeLore(ids, from),
    })
  }

  const here = () => lore()[0]?.collectionId ?? null
  const editable = (ids: readonly string[]) => {
    const rows = new Map(lore().map((row) => [row.id, row]))
    return ids.filter((id) => rows.get(id)?.mayEdit)
  }

  const moves: Moves = {
    refusal,
    may: (dragged, to) =>
      dragged.kind === 'folder'
        ? tree.get(dragged.id)?.userId === me.id &&
          refusal(dragged.id, to) === undefined &&
          (tree.pathTo(dragged.id).at(-2)?.id ?? null) !== to
        : to !== here() && editable(dragged.ids).length > 0,
    take: (dragged, to) =>
      void (dragged.kind === 'folder' ? takeFolder(dragged.id, to) : takeLore(editable(dragged.ids), to, here())),
  }
  return <Context value={moves}>{children}</Context>
}
