import { ActionIcon, Button } from '@mantine/core'
import { IconTags, IconTopologyStar3 } from '@tabler/icons-react'
import { lazy, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { asVisibleTo, can } from '#domain/rights.ts'
import type { CollectionListItem } from '#projections/answers.ts'
import { withFrom } from '../../base/from.ts'
import { openOverlay } from '../../base/overlay.ts'
import { useScrollMemory } from '../../base/use-scroll-memory.ts'
import { type Campaign, writerIn } from '../../data/campaigns.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'
import type { Children } from '../../data/collections-query.ts'
import type { Conjurations } from '../../data/conjurations-query.ts'
import { useMe } from '../../data/me.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { AddConjuration, CollectionHeader } from './CollectionHeader.tsx'
import collectionClasses from './collection.module.css'
import collectionsClasses from './collections.module.css'
import type { Dialog } from './Dialogs.tsx'
import { Grid } from './Grid.tsx'
import { LoadingCollection } from './LoadingCollection.tsx'
import { SelectedLore } from './SelectedLore.tsx'
import { panelId, type Tab, Tabs } from './Tabs.tsx'
import { useAddConjuration } from './use-add-conjuration.ts'
import { useChanges } from './use-changes.ts'
import { useFileDrop } from './use-file-drop.ts'
import { formatCount } from './words.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))
const EmptyCollection = lazy(async () => ({ default: (await import('./CollectionInstead.tsx')).EmptyCollection }))
const TemplateLibrary = lazy(async () => ({ default: (await import('../../app/template-library.ts')).TemplateLibrary }))
const TagFilter = lazy(async () => ({ default: (await import('./TagFilter.tsx')).TagFilter }))
const noCollections: [] = []

interface Props {
  campaign: Campaign
  tree: CollectionTree
  /** Null is the root. */
  folder: CollectionListItem | null
  /** The folders in it. */
  children: Children | undefined
  lore: Conjurations | undefined
  /** Filter of the lore: it hides folders, and the root then means the whole campaign. */
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
  isMoreComing: boolean
  onMore: () => void
  /** Given when what is in it could not be loaded. */
  onRetry: (() => void) | undefined
}

/** The loaded part of a collection. With tags it has no folders. */
const contentOf = (children: Children | undefined, lore: Conjurations | undefined, isTagged: boolean) => {
  const folders = isTagged ? noCollections : (children?.rows ?? noCollections)
  const rows = lore?.rows
  const isLoaded = rows !== undefined && (isTagged || children !== undefined)
  const allFolders = isTagged ? 0 : (children?.total ?? 0)
  const allLore = lore?.total ?? 0
  return {
    folders,
    rows,
    isLoaded,
    isEmpty: isLoaded && folders.length + rows.length === 0,
    isMore: isLoaded && (rows.length < allLore || folders.length < allFolders),
    summary: isLoaded ? `${formatCount(allFolders, 'folder')} · ${formatCount(allLore, 'lore item')}` : '',
  }
}

/** Live content of a collection, with actions to open, create, select, move and delete. */
export const CollectionContent = ({
  campaign,
  tree,
  folder,
  children,
  lore,
  tags,
  onTags,
  isMoreComing,
  onMore,
  onRetry,
}: Props) => {
  const me = useMe()
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'templates' ? 'templates' : 'collections'
  const { addLore: addTo, isMaking } = useAddConjuration(campaign)
  const addLore = () => addTo(folder?.id ?? null)
  const mayAdd = !campaign.asOf
  const adding = mayAdd && { isMaking, isMain: tab === 'collections', onAddConjuration: addLore }
  const fromTemplate = () => openOverlay({ kind: 'fromTemplate', collectionId: folder?.id ?? null })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useScrollMemory(scroller, 'folder')

  const isTagged = tags.length > 0
  const [isFiltering, setFiltering] = useState(isTagged)
  const { folders, rows, isLoaded, isEmpty, isMore, summary } = contentOf(children, lore, isTagged)
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const { selection, onTick, clear } = useSelection(order)
  const ticked = (rows ?? []).filter(({ id }) => selection.ids.has(id))

  const changes = useChanges()
  const viewer = writerIn(campaign, me.id)
  const mayImport = mayAdd && can(viewer, 'manage', { campaignId: campaign.id })
  const dropping = useFileDrop(campaign.id, folder?.id, mayImport)
  const shown = ({ userId: ownerId, campaignId }: CollectionListItem) => asVisibleTo(viewer, { ownerId, campaignId })

  return (
    <div className={collectionClasses.page} ref={scroller} {...dropping}>
      <CollectionHeader
        title={folder?.name ?? campaign.name}
        folder={folder}
        mine={folder !== null && can(viewer, 'changeFolder', shown(folder))}
        mayArrange={folder !== null && can(viewer, 'arrange', shown(folder))}
        mayImport={mayImport && !folder}
        mayMoveOut={folder !== null && can(viewer, 'edit', shown(folder))}
        adding={adding}
        onNewCollection={() => setDialog({ kind: 'new' })}
        onFromTemplate={fromTemplate}
        onVisibility={() => setDialog({ kind: 'visibility' })}
        onMove={() => setDialog({ kind: 'move' })}
        onMoveOut={() => setDialog({ kind: 'moveOut' })}
        onCopy={() => folder && void changes.copyFolder(folder.id)}
        onDelete={() => setDialog({ kind: 'delete' })}
      />
      <Tabs
        tab={tab}
        summary={summary}
        onChange={(next) => setParams(next === 'templates' ? { tab: next } : {}, { replace: true })}
      >
        {tab === 'collections' && (
          <FolderTools
            graphOf={campaign.asOf ? undefined : (folder?.id ?? null)}
            isFiltering={isFiltering || isTagged}
            onFilter={(isWanted) => {
              if (isTagged) onTags([])
              setFiltering(isWanted)
            }}
          />
        )}
        {adding && <AddConjuration className={collectionClasses.phone} {...adding} />}
      </Tabs>
      <div role="tabpanel" id={panelId(tab)} aria-label={tab === 'templates' ? 'Templates' : 'Collections'}>
        {tab === 'templates' ? (
          <Part>
            <TemplateLibrary collectionId={folder?.id ?? null} />
          </Part>
        ) : (
          <>
            {(isFiltering || isTagged) && (
              <Part>
                <TagFilter campaignId={campaign.id} tags={tags} onTags={onTags} />
              </Part>
            )}
            {(folders.length > 0 || (rows?.length ?? 0) > 0) && (
              <Grid
                tree={tree}
                folders={folders}
                lore={rows ?? []}
                ticked={selection.ids}
                scroller={scroller}
                mayAdd={mayAdd}
                onTick={onTick}
                onNewCollection={() => setDialog({ kind: 'new' })}
                onCollectionOf={(ids) => setDialog({ kind: 'new', ids })}
              />
            )}
            {onRetry && <ErrorState text="Failed to load collections. Please try again." onRetry={onRetry} />}
            {!isLoaded && !onRetry && <LoadingCollection />}
            {isEmpty &&
              (isTagged || !mayAdd ? (
                <p className={collectionsClasses.none}>No lore here{isTagged && ' has all of these tags'}.</p>
              ) : (
                <Part>
                  <EmptyCollection
                    isFirst={folder === null}
                    importTo={mayImport ? `/campaigns/${campaign.id}/import` : undefined}
                    onAddConjuration={addLore}
                    onFromTemplate={fromTemplate}
                  />
                </Part>
              ))}
            {isMore && <LoadMore isLoading={isMoreComing} onMore={onMore} />}
          </>
        )}
      </div>
      {ticked.length > 0 && <SelectedLore lore={ticked} changes={changes} onDialog={setDialog} onClear={clear} />}
      {dialog && (
        <Part onFailed={() => setDialog(null)}>
          <Dialogs
            dialog={dialog}
            campaign={campaign}
            tree={tree}
            folder={folder}
            current={folder?.id ?? null}
            onDone={clear}
            onClose={() => setDialog(null)}
          />
        </Part>
      )}
    </div>
  )
}

const LoadMore = ({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) => (
  <div className={collectionClasses.load}>
    <Button loading={isLoading} onClick={onMore}>
      Load More
    </Button>
  </div>
)

interface ToolsProps {
  /** The folder whose graph the link opens; null is the root. Undefined where there is no graph. */
  graphOf: string | null | undefined
  isFiltering: boolean
  onFilter: (isWanted: boolean) => void
}

const FolderTools = ({ graphOf, isFiltering, onFilter }: ToolsProps) => {
  const { pathname } = useLocation()
  return (
    <>
      {graphOf !== undefined && (
        <ActionIcon
          component={Link}
          to={withFrom(`/relationships/graph${graphOf === null ? '' : `?folder=${graphOf}`}`, pathname)}
          aria-label="Relationships of this lore"
          title="Relationships"
        >
          <IconTopologyStar3 size={18} />
        </ActionIcon>
      )}
      <ActionIcon
        aria-label="Filter by tags"
        aria-expanded={isFiltering}
        title="Filter by tags"
        onClick={() => onFilter(!isFiltering)}
      >
        <IconTags size={18} />
      </ActionIcon>
    </>
  )
}
