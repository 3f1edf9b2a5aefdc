import { Button } from '@mantine/core'
import { IconBookmark, IconCut, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { lazy, useEffect, useMemo, useState } from 'react'
import { type ImageRow, isPrimary } from '#projections/images.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { countsOf } from '../../../data/gallery-query.ts'
import { useImageRights } from '../../../data/image-rights.ts'
import { useGalleryQuery } from '../../../data/images.ts'
import listing from '../../../ui/listing.module.css'
import { Part } from '../../../ui/Part.tsx'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { formatCount, titleOf } from '../image.ts'
import { useActs } from '../use-acts.ts'
import { useRemoval } from '../use-removal.tsx'
import { useSamples } from '../use-samples.ts'
import { GalleryHeader } from './GalleryHeader.tsx'
import { GalleryInstead } from './GalleryInstead.tsx'
import { Months } from './Months.tsx'
import { useFilters } from './use-filters.ts'

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

/** Every image of a campaign by month, with search, selection, move and deletion; live. */
export const GalleryPage = ({ campaign, linkTo, onGenerate, onUpload }: Props) => {
  const filters = useFilters()
  const [want, setWant] = useState(pageSize)
  const arg = { campaignId: campaign.id, type: 'IMAGE', search: filters.search, month: filters.month } as const
  useEffect(() => setWant(pageSize), [arg.campaignId, arg.search, arg.month])
  const { currentData: gallery, isError, isFetching, refetch } = useGalleryQuery({ ...arg, want })
  const samples = useSamples('IMAGE')
  const rows = gallery?.rows
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const counts = useMemo(() => (gallery ? countsOf(gallery) : new Map<string, number>()), [gallery])
  const { selection, onTick, clear } = useSelection(order)
  const removal = useRemoval(clear)
  const [moving, setMoving] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const ticked = [...selection.ids]
  const acts = useActs()
  const rightsOf = useImageRights()
  const one = ticked.length === 1 ? rows?.find(({ id }) => id === ticked[0]) : undefined
  const mayStand = one?.uri && !isPrimary(one) && rightsOf(one).edit ? one.conjurationId : null
  const printable = (rows ?? []).flatMap((row) =>
    selection.ids.has(row.id) && row.uri !== null ? [{ ...row, uri: row.uri, name: titleOf(row) }] : [],
  )
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
              <Button loading={isFetching} onClick={() => setWant(gallery.rows.length + pageSize)}>
                Load More
              </Button>
            </div>
          )}
        </>
      ) : (
        <GalleryInstead
          state={gallery ? (empty ? 'empty' : 'unfound') : isError && !isFetching ? 'failed' : 'loading'}
          onGenerate={onGenerate}
          onRetry={() => void refetch()}
          onClear={filters.clear}
        />
      )}
      {ticked.length > 0 && (
        <SelectionBar
          text={`${formatCount(ticked.length, 'image')} selected`}
          onClear={clear}
          actions={[
            ...(one && mayStand
              ? [
                  {
                    label: 'Set as primary image',
                    icon: <IconBookmark size={15} />,
                    onClick: () => acts.setPrimary(one, mayStand),
                  },
                ]
              : []),
            {
              label: 'Move',
              icon: <IconFolderSymlink size={15} />,
              onClick: () => (ticked.length > 0 ? setMoving(true) : toast.error('Please select images to move')),
            },
            {
              label: 'Paper standees',
              icon: <IconCut size={15} />,
              onClick: () =>
                printable.length > 0
                  ? setPrinting(true)
                  : toast.error('Please select an image that is ready to be printed'),
            },
            { label: 'Delete', icon: <IconTrash size={15} />, danger: true, onClick: () => removal.ask(ticked) },
          ]}
        />
      )}
      {moving && (
        <Part onFailed={() => setMoving(false)}>
          <MoveDialog
            images={(rows ?? []).filter(({ id }) => selection.ids.has(id))}
            from={campaign.id}
            onClose={() => setMoving(false)}
            onMoved={() => {
              setMoving(false)
              clear()
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
    </section>
  )
}
