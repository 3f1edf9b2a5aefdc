import { ActionIcon } from '@mantine/core'
import { IconTags, IconTopologyStar3 } from '@tabler/icons-react'
import { type DragEvent, lazy, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { entriesOf, handOverEntries, isImportable } from '../../base/dropped-file.ts'
import { withFrom } from '../../base/from.ts'
import { useScrollMemory } from '../../base/use-scroll-memory.ts'
import type { Children } from '../../data/collections-query.ts'
import type { Conjurations } from '../../data/conjurations-query.ts'
import { formatCount } from '../../ui/figures.ts'
import { Part } from '../../ui/Part.tsx'
import { toast } from '../../ui/toast.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { AddConjuration, CollectionHeader } from './CollectionHeader.tsx'
import collectionClasses from './collection.module.css'
import { type FolderContent, FolderPanel, type FolderProps } from './FolderPanel.tsx'
import { SelectedLore } from './SelectedLore.tsx'
import { panelId, type Tab, Tabs } from './Tabs.tsx'
import { useFolderActs, useFolderRights } from './use-folder-acts.ts'

const Dialogs = lazy(async () => ({ default: (await import('./Dialogs.tsx')).Dialogs }))
const TemplateLibrary = lazy(async () => ({ default: (await import('../../app/template-library.ts')).TemplateLibrary }))
const noCollections: [] = []

interface Props extends FolderProps {
  /** The folder's direct subfolders. */
  children: Children | undefined
  lore: Conjurations | undefined
}

/** Returns the loaded content of a folder, without subfolders if a tag filter is set. */
const readContent = (
  children: Children | undefined,
  lore: Conjurations | undefined,
  isTagged: boolean,
): FolderContent => {
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
export const CollectionContent = ({ children, lore, ...props }: Props) => {
  const { campaign, tree, folder, tags, onTags } = props
  const { tab, setTab } = useTab()
  const rights = useFolderRights(campaign, folder)
  const acts = useFolderActs(campaign, folder)
  const { isMaking, onAddConjuration, dialog, setDialog } = acts
  const adding = rights.mayAdd && { isMaking, isMain: tab === 'collections', onAddConjuration }
  const scroller = useRef<HTMLDivElement>(null)
  useScrollMemory(scroller, 'folder')
  const filter = useFilterSwitch(tags, onTags)
  const content = readContent(children, lore, tags.length > 0)
  const { ticked, ids, onTick, clear } = useTickedLore(content.rows)
  const dropping = useFileDrop(campaign.id, folder?.id, rights.mayImport)
  const close = () => setDialog(null)

  return (
    <div className={collectionClasses.page} ref={scroller} {...dropping}>
      <CollectionHeader
        title={folder?.name ?? campaign.name}
        folder={folder}
        adding={adding}
        {...rights.menu}
        {...acts.menu}
      />
      <Tabs tab={tab} summary={content.summary} onChange={setTab}>
        {tab === 'collections' && (
          <FolderTools graphOf={campaign.asOf ? undefined : (folder?.id ?? null)} {...filter} />
        )}
        {adding && <AddConjuration className={collectionClasses.phone} {...adding} />}
      </Tabs>
      <div role="tabpanel" id={panelId(tab)} aria-label={tab === 'templates' ? 'Templates' : 'Collections'}>
        {tab === 'templates' ? (
          <Part>
            <TemplateLibrary collectionId={folder?.id ?? null} />
          </Part>
        ) : (
          <FolderPanel
            {...props}
            content={content}
            isFiltering={filter.isFiltering}
            selection={{ ids, onTick }}
            rights={rights}
            acts={acts}
            scroller={scroller}
          />
        )}
      </div>
      {ticked.length > 0 && <SelectedLore lore={ticked} changes={acts.changes} onDialog={setDialog} onClear={clear} />}
      {dialog && (
        <Part onFailed={close}>
          <Dialogs
            dialog={dialog}
            campaign={campaign}
            tree={tree}
            folder={folder}
            current={folder?.id ?? null}
            onDone={clear}
            onClose={close}
          />
        </Part>
      )}
    </div>
  )
}

/** The page's tab, stored in the URL. */
const useTab = () => {
  const [params, setParams] = useSearchParams()
  const tab: Tab = params.get('tab') === 'templates' ? 'templates' : 'collections'
  const setTab = (next: Tab) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === 'templates') after.set('tab', next)
        else after.delete('tab')
        return after
      },
      { replace: true },
    )
  return { tab, setTab }
}

/** Shows or hides the tag filter. It is always shown while tags are set; hiding it clears them. */
const useFilterSwitch = (tags: readonly string[], onTags: (tags: readonly string[]) => void) => {
  const isTagged = tags.length > 0
  const [isShown, setShown] = useState(isTagged)
  return {
    isFiltering: isShown || isTagged,
    onFilter(isWanted: boolean) {
      if (isTagged) onTags([])
      setShown(isWanted)
    },
  }
}

/** The lore that is selected for actions on several items at once. */
const useTickedLore = (rows: FolderContent['rows']) => {
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const { selection, onTick, clear } = useSelection(order)
  const { ids } = selection
  return { ids, onTick, clear, ticked: (rows ?? []).filter(({ id }) => ids.has(id)) }
}

/** Opens the import into this folder when an importable file, several files or a folder are dropped on it. */
const useFileDrop = (campaignId: string, folderId: string | undefined, mayImport: boolean) => {
  const navigate = useNavigate()
  if (!mayImport) return {}
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      // Otherwise the browser would open the file, and leave the app.
      event.preventDefault()
      const entries = entriesOf(event.dataTransfer)
      if (!entries.some(({ isDirectory, name }) => isDirectory || isImportable(name)))
        return void toast.info('Drop a page, a folder of pages or an export of another tool here.')
      handOverEntries(campaignId, entries)
      void navigate(`/campaigns/${campaignId}/import${folderId ? `?into=${folderId}` : ''}`)
    },
  }
}

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
