import { skipToken } from '@reduxjs/toolkit/query/react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useStore } from 'react-redux'
import { Navigate, useParams } from 'react-router'
import { useCampaign } from '../../app/selected-campaign.ts'
import type { Campaign } from '../../data/campaigns.ts'
import { useCollectionTreeQuery } from '../../data/collections.ts'
import {
  knownConjurations,
  useCollectionConjurationsQuery,
  useTaggedConjurationsQuery,
} from '../../data/conjurations.ts'
import { pageSize } from '../../data/fetch-conjurations.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { CollectionContent } from './CollectionContent.tsx'
import { MovesProvider } from './moves.tsx'
import { Panes } from './Panes.tsx'
import { collectionPath, nest } from './tree.ts'
import { useTags } from './use-tags.ts'

const GoneCollection = lazy(async () => ({ default: (await import('./CollectionInstead.tsx')).GoneCollection }))

/** `/collections/{path*}`: the campaign's folders, and what hangs in the one that is gone to. */
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

const noRows: [] = []

const Collections = ({ campaign }: { campaign: Campaign }) => {
  const store = useStore()
  const path = useParams()['*'] ?? ''
  const current = path.split('/').findLast(Boolean) ?? null
  const folders = useCollectionTreeQuery(campaign.id)
  const tree = useMemo(() => nest(folders.data?.rows ?? noRows), [folders.data?.rows])
  const [wanted, setWanted] = useState({ in: current, want: pageSize })
  const want = wanted.in === current ? wanted.want : pageSize
  const { tags, setTags } = useTags()
  const isTagged = tags.length > 0
  const arg = { campaignId: campaign.id, collectionId: current, want }
  const inCollection = useCollectionConjurationsQuery(isTagged ? skipToken : arg)
  const tagged = useTaggedConjurationsQuery(isTagged ? { ...arg, tags } : skipToken)
  const lore = isTagged ? tagged : inCollection

  if (!folders.data)
    return folders.isError && !folders.isFetching ? (
      <ErrorState text="Failed to load collections. Please try again." onRetry={() => void folders.refetch()} />
    ) : (
      <Wait />
    )
  const folder = current === null ? null : tree.get(current)
  const canonical = collectionPath(tree, current)
  // A folder that was moved, or that is linked to by its id alone, is shown where it hangs now.
  if (folder && `/collections/${path}` !== canonical) return <Navigate to={canonical} replace />

  return (
    <MovesProvider tree={tree} campaign={campaign} lore={() => knownConjurations(store.getState(), campaign.id)}>
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
            lore={lore.currentData}
            tags={tags}
            onTags={setTags}
            isMoreComing={lore.isFetching}
            onMore={() => setWanted({ in: current, want: (lore.currentData?.rows.length ?? 0) + pageSize })}
            onRetry={lore.isError && !lore.isFetching ? () => void lore.refetch() : undefined}
          />
        )}
      </Panes>
    </MovesProvider>
  )
}
