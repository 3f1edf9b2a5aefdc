import { skipToken } from '@reduxjs/toolkit/query/react'
import { useMemo } from 'react'
import type { CollectionTree } from '../../data/collection-tree.ts'
import { useCollectionPathsQuery, useCollectionSearchQuery } from '../../data/collections.ts'
import { useFilteredConjurationsQuery } from '../../data/conjurations.ts'

const none: [] = []

/** Matches of the tree's filter: folders by name and lore by content, once their paths are loaded. */
export const useFiltered = (campaignId: string, tree: CollectionTree, search: string) => {
  const query = search ? { campaignId, search } : skipToken
  const collections = useCollectionSearchQuery(query)
  const lore = useFilteredConjurationsQuery(query)
  const found = lore.data ?? none
  const to = useMemo(() => [...new Set(found.flatMap(({ collectionId }) => collectionId ?? []))].sort(), [found])
  const paths = useCollectionPathsQuery(search && to.length > 0 ? { campaignId, to } : skipToken)
  const placed = useMemo(
    () => found.filter(({ collectionId }) => collectionId === null || tree.get(collectionId)),
    [found, tree],
  )
  return {
    collections: collections.data?.found ?? none,
    lore: search ? placed : none,
    isFinding: collections.isFetching || lore.isFetching || paths.isFetching,
  }
}
