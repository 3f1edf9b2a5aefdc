import { useMemo, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Campaign } from '../../app/campaigns.ts'
import { useCampaign } from '../../app/selected-campaign.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { useCollectionLoreQuery, useCollectionTreeQuery } from './api.ts'
import { Folder } from './Folder.tsx'
import { pageSize } from './fetch-lore.ts'
import { GoneFolder } from './GoneFolder.tsx'
import { MovesProvider } from './moves.tsx'
import { Panes } from './Panes.tsx'
import { folderPath, nest } from './tree.ts'
import './collections.css'
import './tree.css'
import './folder.css'
import './cards.css'
import './dialogs.css'
import './narrow.css'

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
  const path = useParams()['*'] ?? ''
  const current = path.split('/').findLast(Boolean) ?? null
  const folders = useCollectionTreeQuery(campaign.id)
  const tree = useMemo(() => nest(folders.data?.rows ?? noRows), [folders.data?.rows])
  const [wanted, setWanted] = useState({ in: current, want: pageSize })
  const want = wanted.in === current ? wanted.want : pageSize
  const lore = useCollectionLoreQuery({ campaignId: campaign.id, collectionId: current, want })

  if (!folders.data)
    return folders.isError && !folders.isFetching ? (
      <ErrorState text="Failed to load collections. Please try again." onRetry={() => void folders.refetch()} />
    ) : (
      <Wait />
    )
  const folder = current === null ? null : tree.get(current)
  const canonical = folderPath(tree, current)
  // A folder that was moved, or that is linked to by its id alone, is shown where it hangs now.
  if (folder && `/collections/${path}` !== canonical) return <Navigate to={canonical} replace />

  return (
    <MovesProvider tree={tree} campaignName={campaign.name} lore={() => lore.currentData?.rows ?? noRows}>
      <Panes campaign={campaign} tree={tree} current={current}>
        {folder === undefined ? (
          <GoneFolder />
        ) : (
          <Folder
            key={current}
            campaign={campaign}
            tree={tree}
            folder={folder}
            lore={lore.currentData}
            isMoreComing={lore.isFetching}
            onMore={() => setWanted({ in: current, want: (lore.currentData?.rows.length ?? 0) + pageSize })}
            onRetry={lore.isError && !lore.isFetching ? () => void lore.refetch() : undefined}
          />
        )}
      </Panes>
    </MovesProvider>
  )
}
