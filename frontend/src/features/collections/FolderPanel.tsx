import { Button, Skeleton } from '@mantine/core'
import { lazy, type RefObject } from 'react'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import type { Campaign } from '../../data/campaigns.ts'
import type { CollectionTree } from '../../data/collection-tree.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Part } from '../../ui/Part.tsx'
import collectionClasses from './collection.module.css'
import collectionsClasses from './collections.module.css'
import { Grid } from './Grid.tsx'
import type { useFolderActs, useFolderRights } from './use-folder-acts.ts'

const EmptyCollection = lazy(async () => ({ default: (await import('./CollectionStates.tsx')).EmptyCollection }))
const TagFilter = lazy(async () => ({ default: (await import('./TagFilter.tsx')).TagFilter }))

/** The loaded part of a folder. */
export interface FolderContent {
  folders: readonly CollectionListItem[]
  /** Undefined until the lore is loaded. */
  rows: readonly ConjurationItem[] | undefined
  isLoaded: boolean
  isEmpty: boolean
  isMore: boolean
  /** A text with the numbers of all subfolders and lore items. */
  summary: string
}

export interface FolderProps {
  campaign: Campaign
  tree: CollectionTree
  /** Null is the root. */
  folder: CollectionListItem | null
  /** Filter of the lore: it hides folders, and the root then means the whole campaign. */
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
  isMoreComing: boolean
  onMore: () => void
  /** Retries loading; undefined unless loading failed. */
  onRetry: (() => void) | undefined
}

interface Props extends FolderProps {
  content: FolderContent
  isFiltering: boolean
  selection: { ids: ReadonlySet<string>; onTick: (id: string, reach: boolean) => void }
  rights: ReturnType<typeof useFolderRights>
  acts: ReturnType<typeof useFolderActs>
  /** The scrolling element. */
  scroller: RefObject<HTMLElement | null>
}

/** The folders and the lore in a folder, with their filter; without any, a hint at what to add. */
export const FolderPanel = (props: Props) => {
  const { campaign, tree, folder, tags, onTags, content, selection, rights, acts, onRetry } = props
  const { folders, isLoaded } = content
  const rows = content.rows ?? []
  return (
    <>
      {props.isFiltering && (
        <Part>
          <TagFilter campaignId={campaign.id} tags={tags} onTags={onTags} />
        </Part>
      )}
      {(folders.length > 0 || rows.length > 0) && (
        <Grid
          tree={tree}
          folders={folders}
          lore={rows}
          ticked={selection.ids}
          scroller={props.scroller}
          mayAdd={rights.mayAdd}
          onTick={selection.onTick}
          onNewCollection={acts.menu.onNewCollection}
          onCollectionOf={(ids) => acts.setDialog({ kind: 'new', ids })}
        />
      )}
      {onRetry && <ErrorState text="Failed to load collections. Please try again." onRetry={onRetry} />}
      {!isLoaded && !onRetry && <LoadingCollection />}
      {content.isEmpty &&
        (tags.length > 0 || !rights.mayAdd ? (
          <p className={collectionsClasses.none}>No lore here{tags.length > 0 && ' has all of these tags'}.</p>
        ) : (
          <Part>
            <EmptyCollection
              isFirst={folder === null}
              importTo={rights.mayImport ? `/campaigns/${campaign.id}/import` : undefined}
              onAddConjuration={acts.onAddConjuration}
              onFromTemplate={acts.onFromTemplate}
            />
          </Part>
        ))}
      {content.isMore && <LoadMore isLoading={props.isMoreComing} onMore={props.onMore} />}
    </>
  )
}

const LoadingCollection = () => (
  <Loading label="Loading lore" className={collectionClasses.skeleton}>
    {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
      <Skeleton key={n} height={260} />
    ))}
  </Loading>
)

const LoadMore = ({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) => (
  <div className={collectionClasses.load}>
    <Button loading={isLoading} onClick={onMore}>
      Load More
    </Button>
  </div>
)
