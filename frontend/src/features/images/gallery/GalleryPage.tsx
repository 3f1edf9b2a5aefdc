import { Button } from '@mantine/core'
import { IconBookmark, IconCut, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { lazy, useEffect, useMemo, useState } from 'react'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { countsOf } from '../../../data/gallery-query.ts'
import { useImageRights } from '../../../data/image-rights.ts'
import { useGalleryQuery } from '../../../data/images.ts'
import { formatCount } from '../../../ui/figures.ts'
import listing from '../../../ui/listing.module.css'
import { Part } from '../../../ui/Part.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { titleOf } from '../image.ts'
import { useActs } from '../use-acts.ts'
import { useRemoval } from '../use-removal.tsx'
import { useSamples } from '../use-samples.ts'
import { GalleryHeader } from './GalleryHeader.tsx'
import { GalleryInstead } from './GalleryInstead.tsx'
import { Months } from './Months.tsx'
import { type Filters, useFilters } from './use-filters.ts'

const MoveDialog = lazy(async () => ({ default: (await import('../MoveDialog.tsx')).MoveDialog }))
const StandeeDialog = lazy(async () => ({
  default: (await import('../../../standees/StandeeDialog.tsx')).StandeeDialog,
}))

interface Props {
  campaign: Campaign
  linkTo: (row: ImageRow) => string
  onGenerate: () => void
  onUpload: () => void
}

/** The loaded part of the gallery, with the number of images per month. */
const useGallery = (campaignId: string, { search, month }: Pick<Filters, 'search' | 'month'>) => {
  const [want, setWant] = useState(pageSize)
  useEffect(() => setWant(pageSize), [campaignId, search, month])
  const {
    currentData: gallery,
    isError,
    isFetching,
    refetch,
  } = useGalleryQuery({
    campaignId,
    type: 'IMAGE',
    search,
    month,
    want,
  })
  const counts = useMemo(() => (gallery ? countsOf(gallery) : new Map<string, number>()), [gallery])
  return {
    gallery,
    counts,
    isFetching,
    isFailed: isError && !isFetching,
    refetch,
    loadMore: () => setWant((gallery?.rows.length ?? 0) + pageSize),
  }
}

/** Every image of a campaign by month, with search, selection, move and deletion; live. */
export const GalleryPage = ({ campaign, linkTo, onGenerate, onUpload }: Props) => {
  const filters = useFilters()
  const { gallery, counts, isFetching, isFailed, refetch, loadMore } = useGallery(campaign.id, filters)
  const samples = useSamples('IMAGE')
  const rows = gallery?.rows
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const { selection, onTick, clear } = useSelection(order)
  const empty = gallery !== undefined && gallery.rows.length === 0 && !filters.any

  return (
    <section className={listing.page}>
      <title>Images · Loreloom</title>
      <GalleryHeader
        filters={filters}
        onGenerate={onGenerate}
        onUpload={onUpload}
        total={gallery?.total}
        months={gallery?.months ?? []}
        quiet={empty}
        mayAdd={!campaign.asOf}
      />
      {gallery && gallery.rows.length > 0 ? (
        <>
          <Months
            rows={gallery.rows}
            counts={counts}
            samples={samples}
            linkTo={linkTo}
            onTick={onTick}
            ticked={selection.ids}
          />
          {gallery.rows.length < gallery.total && (
            <div className={listing.more}>
              <Button loading={isFetching} onClick={loadMore}>
                Load More
              </Button>
            </div>
          )}
        </>
      ) : (
        <GalleryInstead
          state={gallery ? (empty ? 'empty' : 'unfound') : isFailed ? 'failed' : 'loading'}
          onGenerate={onGenerate}
          onRetry={() => void refetch()}
          onClear={filters.clear}
        />
      )}
      <SelectedImages campaignId={campaign.id} rows={rows ?? []} ids={selection.ids} onClear={clear} />
    </section>
  )
}

interface SelectedImagesProps {
  campaignId: string
  /** All loaded images. */
  rows: readonly ImageRow[]
  ids: ReadonlySet<string>
  onClear: () => void
}

/** The bar of the selected images, with the dialogs of its actions. */
const SelectedImages = ({ campaignId, rows, ids, onClear }: SelectedImagesProps) => {
  const removal = useRemoval(onClear)
  const [moving, setMoving] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const ticked = [...ids]
  const selected = rows.filter(({ id }) => ids.has(id))
  const printable = selected.flatMap((row) => (row.uri !== null ? [{ ...row, uri: row.uri, name: titleOf(row) }] : []))
  return (
    <>
      {ticked.length > 0 && (
        <SelectedBar
          ids={ticked}
          rows={rows}
          onClear={onClear}
          onMove={() => setMoving(true)}
          onPrint={() =>
            printable.length > 0 ? setPrinting(true) : toast.error('Please select an image that is ready to be printed')
          }
          onDelete={() => removal.ask(ticked)}
        />
      )}
      {moving && (
        <Part onFailed={() => setMoving(false)}>
          <MoveDialog
            images={selected}
            from={campaignId}
            onClose={() => setMoving(false)}
            onMoved={() => {
              setMoving(false)
              onClear()
            }}
          />
        </Part>
      )}
      {isPrinting && (
        <Part onFailed={() => setPrinting(false)}>
          <StandeeDialog pictures={printable} onClose={() => setPrinting(false)} />
        </Part>
      )}
      {removal.dialog}
    </>
  )
}

interface SelectedBarProps {
  ids: readonly string[]
  rows: readonly ImageRow[]
  onClear: () => void
  onMove: () => void
  onPrint: () => void
  onDelete: () => void
}

/** Actions on the selected images. */
const SelectedBar = ({ ids, rows, onClear, onMove, onPrint, onDelete }: SelectedBarProps) => {
  const acts = useActs()
  const rightsOf = useImageRights()
  const single = ids.length === 1 ? rows.find(({ id }) => id === ids[0]) : undefined
  const mayBePrimary = single?.uri && !isPrimary(single) && rightsOf(single).edit
  const conjurationId = mayBePrimary ? single.conjurationId : null
  return (
    <SelectionBar
      text={`${formatCount(ids.length, 'image')} selected`}
      onClear={onClear}
      actions={[
        ...(single && conjurationId
          ? [
              {
                label: 'Set as primary image',
                icon: <IconBookmark size={15} />,
                onClick: () => acts.setPrimary(single, conjurationId),
              },
            ]
          : []),
        { label: 'Move', icon: <IconFolderSymlink size={15} />, onClick: onMove },
        { label: 'Paper standees', icon: <IconCut size={15} />, onClick: onPrint },
        { label: 'Delete', icon: <IconTrash size={15} />, danger: true, onClick: onDelete },
      ]}
    />
  )
}
