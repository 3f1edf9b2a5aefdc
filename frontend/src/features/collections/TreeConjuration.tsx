import { useEffect } from 'react'
import { useCollectionConjurationsQuery } from '../../data/conjurations.ts'
import { type ConjurationIn, rootId } from './tree-nodes.ts'

interface Props {
  campaignId: string
  /** A folder's id, or `root`. */
  folder: string
  want: number
  onConjuration: (folder: string, lore: ConjurationIn | undefined) => void
}

const nothing: [] = []

/** The lore of one open folder for the tree: fetched, and followed as it changes, for as long as the folder is open. Draws nothing. */
export const TreeConjuration = ({ campaignId, folder, want, onConjuration }: Props) => {
  const collectionId = folder === rootId ? null : folder
  const { currentData, isError, isFetching } = useCollectionConjurationsQuery({ campaignId, collectionId, want })
  useEffect(() => {
    const state = isFetching ? 'coming' : isError ? 'failed' : 'here'
    if (currentData) onConjuration(folder, { rows: currentData.rows.slice(0, want), total: currentData.total, state })
    else if (isError) onConjuration(folder, { rows: nothing, total: 0, state })
  }, [folder, want, currentData, isError, isFetching, onConjuration])
  useEffect(() => () => onConjuration(folder, undefined), [folder, onConjuration])
  return null
}
