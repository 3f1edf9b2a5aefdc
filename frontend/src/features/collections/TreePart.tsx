import { skipToken } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import type { CollectionListItem } from '#projections/answers.ts'
import { useCollectionChildrenQuery } from '../../data/collections.ts'
import { useCollectionConjurationsQuery } from '../../data/conjurations.ts'
import { type TreePart as Part, rootId } from './tree-nodes.ts'
import type { Wanted } from './use-tree-parts.ts'

type Expected = Pick<CollectionListItem, 'childCount' | 'loreCount'>
const something: Expected = { childCount: 1, loreCount: 0 }

interface Props {
  campaignId: string
  /** A folder's id, or `root`. */
  folder: string
  want: Wanted
  /** The number of items according to the folder's row, expected until they are loaded. */
  expected: Expected | undefined
  onPart: (folder: string, part: Part | undefined) => void
}

const nothing: [] = []

/** Loads and follows the content of one expanded folder. Renders nothing. */
export const TreePart = ({ campaignId, folder, want, expected, onPart }: Props) => {
  const id = folder === rootId ? null : folder
  const { childCount, loreCount } = expected ?? something
  const folders = useCollectionChildrenQuery({ campaignId, parentId: id, want: want.folders })
  const hasLore = id === null || loreCount > 0
  const lore = useCollectionConjurationsQuery(hasLore ? { campaignId, collectionId: id, want: want.lore } : skipToken)
  const state =
    folders.isFetching || lore.isFetching ? 'coming' : folders.isError || (hasLore && lore.isError) ? 'failed' : 'here'
  const listed = folders.currentData
  const held = hasLore ? lore.currentData : undefined
  useEffect(() => {
    onPart(folder, {
      folders: listed?.rows.length ?? 0,
      foldersInAll: listed?.total ?? childCount,
      lore: held?.rows.slice(0, want.lore) ?? nothing,
      loreInAll: held?.total ?? loreCount,
      state,
    })
  }, [folder, want, listed, held, childCount, loreCount, state, onPart])
  useEffect(() => () => onPart(folder, undefined), [folder, onPart])
  return null
}
