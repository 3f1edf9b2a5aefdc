import { skipToken } from '@reduxjs/toolkit/query/react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { Campaign } from '../../data/campaigns.ts'
import { collectionPath } from '../../data/collection-tree.ts'
import { useCollectionChildrenQuery, useCollectionPathsQuery, useLoadedCollections } from '../../data/collections.ts'
import { isId } from '../../data/collections-query.ts'
import {
  cachedConjurations,
  useCollectionConjurationsQuery,
  useTaggedConjurationsQuery,
} from '../../data/conjurations.ts'
import { mostTags } from '../../data/conjurations-query.ts'
import { childrenPage } from '../../data/fetch-collections.ts'
import { pageSize } from '../../data/fetch-conjurations.ts'
import { useCampaign } from '../../data/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { CollectionContent } from './CollectionContent.tsx'
import { MovesProvider } from './moves.tsx'
import { Panes } from './Panes.tsx'

const GoneCollection = lazy(async () => ({ default: (await import('./CollectionStates.tsx')).GoneCollection }))

/** `/collections/{path*}`: the campaign's folders, and the content of the current one. */
export const CollectionsPage = () => {
  const campaign = useCampaign()
  if (campaign === undefined) return <Wait />
  if (campaign === null) return <Navigate to="/campaigns/new" replace />
  return <Collections key={campaign.id} campaign={campaign} />
}

const Wait = () => (
  <Delayed>
    <Waiting />
  </Delayed>
)

const first = { lore: pageSize, folders: childrenPage }

const Collections = ({ campaign }: { campaign: Campaign }) => {
  const store = useStore()
  const address = useParams()['*'] ?? ''
  const { search } = useLocation()
  const current = address.split('/').findLast(Boolean) ?? null
  const tree = useLoadedCollections(campaign.id)
  const isWellFormed = current === null || isId(current)
  const way = useCollectionPathsQuery(
    current !== null && isWellFormed ? { campaignId: campaign.id, to: [current] } : skipToken,
  )
  const { tags, setTags } = useTags()
  const content = useContent(campaign.id, isWellFormed ? current : undefined, tags)

  const folder = current === null ? null : tree.get(current)
  if (folder === undefined && isWellFormed && !way.currentData)
    return way.isError && !way.isFetching ? (
      <ErrorState text="Failed to load collections. Please try again." onRetry={() => void way.refetch()} />
    ) : (
      <Wait />
    )
  const canonical = collectionPath(tree, current)
  // A folder that was moved, or was linked by id alone, is shown at its current path.
  const isPlaced = folder && way.currentData && !way.isFetching
  if (isPlaced && `/collections/${address}` !== canonical) return <Navigate to={`${canonical}${search}`} replace />

  return (
    <MovesProvider tree={tree} campaign={campaign} lore={() => cachedConjurations(store.getState(), campaign.id)}>
      <Panes campaign={campaign} tree={tree} current={current}>
        {folder === undefined ? (
          <Suspense>
            <GoneCollection />
          </Suspense>
        ) : (
          <CollectionContent
            key={current}
            campaign={campaign}
            tree={tree}
            folder={folder}
            children={content.children}
            lore={content.lore}
            tags={tags}
            onTags={setTags}
            isMoreComing={content.isFetching}
            onMore={content.loadMore}
            onRetry={content.retry}
          />
        )}
      </Panes>
    </MovesProvider>
  )
}

/** The tags that lore is filtered by, stored in the URL. */
const useTags = () => {
  const [params, setParams] = useSearchParams()
  const text = params.get('tags') ?? ''
  const tags = useMemo(() => [...new Set(text.split(',').filter(Boolean))].slice(0, mostTags), [text])
  const setTags = (next: readonly string[]) =>
    setParams(
      (before) => {
        if (next.length > 0) before.set('tags', next.join())
        else before.delete('tags')
        return before
      },
      { replace: true },
    )
  return { tags, setTags }
}

/**
 * Loads a folder's subfolders and its lore, or the lore with all of these tags, as far as `loadMore` was called.
 * `current` is null at the root, and undefined if nothing is to be loaded.
 */
const useContent = (campaignId: string, current: string | null | undefined, tags: readonly string[]) => {
  const [wanted, setWanted] = useState({ in: current, ...first })
  const want = wanted.in === current ? wanted : first
  const childrenQuery = useCollectionChildrenQuery(
    current === undefined ? skipToken : { campaignId, parentId: current, want: want.folders },
  )
  const isTagged = tags.length > 0
  const arg = current === undefined ? undefined : { campaignId, collectionId: current, want: want.lore }
  const inCollection = useCollectionConjurationsQuery(isTagged || !arg ? skipToken : arg)
  const tagged = useTaggedConjurationsQuery(isTagged && arg ? { ...arg, tags } : skipToken)
  const loreQuery = isTagged ? tagged : inCollection
  const [children, lore] = [childrenQuery.currentData, loreQuery.currentData]
  const failed = [childrenQuery, loreQuery].filter(({ isError, isFetching }) => isError && !isFetching)

  const loadMore = () =>
    setWanted({
      in: current,
      lore: want.lore + (lore && lore.rows.length < lore.total ? pageSize : 0),
      folders: want.folders + (children && children.rows.length < children.total ? childrenPage : 0),
    })
  return {
    children,
    lore,
    isFetching: loreQuery.isFetching || childrenQuery.isFetching,
    loadMore,
    retry: failed.length > 0 ? () => failed.forEach((each) => void each.refetch()) : undefined,
  }
}
