import { Button } from '@mantine/core'
import { IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { CollectionRow } from '#projections/collections.ts'
import { Coming } from '../../app/Coming.tsx'
import type { Campaign } from '../../app/campaigns.ts'
import { comingScreens } from '../../app/coming-screens.ts'
import { newId } from '../../app/ids.ts'
import { useMe } from '../../app/me.ts'
import { messageOf } from '../../app/problem.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SelectionBar } from '../../ui/SelectionBar.tsx'
import { nothing, select } from '../../ui/selection.ts'
import { toast } from '../../ui/toast.ts'
import { useCollectionCountsQuery, useCreateLoreMutation } from './api.ts'
import type { Dialog } from './Dialogs.tsx'
import { AddLore, FolderHeader } from './FolderHeader.tsx'
import { FolderInstead } from './FolderInstead.tsx'
import { Grid } from './Grid.tsx'
import type { Lore } from './lore-query.ts'
import { lorePath } from './paths.ts'
import { panelId, type Tab, Tabs } from './Tabs.tsx'
import type { FolderTree } from './tree.ts'
import { counted } from './words.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))
const noCounts = {}

interface Props {
  campaign: Campaign
  tree: FolderTree
  /** Null is the root. */
  folder: CollectionRow | null
  lore: Lore | undefined
  isMoreComing: boolean
  onMore: () => void
  /** Given when the lore could not be loaded. */
  onRetry: (() => void) | undefined
}

/** What hangs in a folder: opened, made, ticked, moved and deleted; it changes as anybody changes it. */
export const Folder = ({ campaign, tree, folder, lore, isMoreComing, onMore, onRetry }: Props) => {
  const me = useMe()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'templates' ? 'templates' : 'collections'
  const { data: known } = useCollectionCountsQuery(campaign.id)
  const [createLore, { isLoading: isMaking }] = useCreateLoreMutation()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const scroller = useRef<HTMLDivElement>(null)

  const folders = tree.childrenOf(folder?.id ?? null)
  const rows = lore?.rows
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const [selection, act] = useReducer(select, nothing)
  useEffect(() => act({ type: 'keep', order }), [order])
  const onTick = useCallback(
    (id: string, reach: boolean) => act(reach ? { type: 'reach', id, order } : { type: 'toggle', id }),
    [order],
  )
  const clear = () => act({ type: 'clear' })
  const ticked = (rows ?? []).filter(({ id }) => selection.ids.has(id))

  const addLore = async () => {
    const { data, error } = await createLore({ id: newId(), campaignId: campaign.id, collectionId: folder?.id ?? null })
    if (error) return void toast.error(messageOf(error, 'Failed to create lore. Please try again.'))
    toast.success('Lore created!')
    void navigate(lorePath(data.id), { state: { isNew: true } })
  }
  const withTicked = (kind: 'moveLore' | 'deleteLore', none: string) => () =>
    ticked.length > 0 ? setDialog({ kind, lore: ticked }) : toast.error(none)

  const isEmpty = folders.length === 0 && rows?.length === 0
  const summary = lore ? `${counted(folders.length, 'folder')} · ${counted(lore.total, 'lore item')}` : ''

  return (
    <div className="col-folder-page" ref={scroller}>
      <FolderHeader
        title={folder?.name ?? campaign.name}
        folder={folder}
        mine={folder?.userId === me.id}
        isMaking={isMaking}
        onAddLore={() => void addLore()}
        onNewFolder={() => setDialog({ kind: 'new' })}
        onVisibility={() => setDialog({ kind: 'visibility' })}
        onMove={() => setDialog({ kind: 'move' })}
        onDelete={() => setDialog({ kind: 'delete' })}
      />
      <Tabs
        tab={tab}
        summary={summary}
        onChange={(next) => setParams(next === 'templates' ? { tab: next } : {}, { replace: true })}
      >
        <AddLore className="col-phone" isMaking={isMaking} onAddLore={() => void addLore()} />
      </Tabs>
      <div role="tabpanel" id={panelId(tab)} aria-label={tab === 'templates' ? 'Templates' : 'Collections'}>
        {tab === 'templates' ? (
          <Coming {...comingScreens['/templates']} isPart />
        ) : (
          <>
            {(folders.length > 0 || (rows?.length ?? 0) > 0) && (
              <Grid
                tree={tree}
                folders={folders}
                lore={rows ?? []}
                counts={known?.counts ?? noCounts}
                ticked={selection.ids}
                scroller={scroller}
                onTick={onTick}
                onNewFolder={() => setDialog({ kind: 'new' })}
                onFolderOf={(ids) => setDialog({ kind: 'new', ids })}
              />
            )}
            {onRetry && <ErrorState text="Failed to load collections. Please try again." onRetry={onRetry} />}
            {!rows && !onRetry && <FolderInstead state="loading" onAddLore={() => void addLore()} />}
            {isEmpty && (
              <FolderInstead state={tree.rows.length === 0 ? 'first' : 'empty'} onAddLore={() => void addLore()} />
            )}
            {lore && lore.rows.length < lore.total && (
              <div className="col-load">
                <Button loading={isMoreComing} onClick={onMore}>
                  Load More
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      {ticked.length > 0 && (
        <SelectionBar
          text={`${ticked.length.toLocaleString('en')} lore item${ticked.length === 1 ? '' : 's'} selected`}
          onClear={clear}
          actions={[
            {
              label: 'Move',
              icon: <IconFolderSymlink size={15} />,
              onClick: withTicked('moveLore', 'Please select lore items to move'),
            },
            {
              label: 'Delete',
              icon: <IconTrash size={15} />,
              danger: true,
              onClick: withTicked('deleteLore', 'Please select lore items to delete'),
            },
          ]}
        />
      )}
      {dialog && (
        <Suspense>
          <Dialogs
            dialog={dialog}
            campaign={campaign}
            tree={tree}
            folder={folder}
            onDone={clear}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
