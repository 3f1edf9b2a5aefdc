import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import { withFrom } from '../../../base/from.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { pageSize } from '../../../data/fetch-gallery.ts'
import { countsOf } from '../../../data/gallery-query.ts'
import { useMapsQuery, useTableQuery } from '../../../data/maps.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatCount } from '../../../ui/figures.ts'
import { Loading } from '../../../ui/Loading.tsx'
import listing from '../../../ui/listing.module.css'
import { SelectionBar } from '../../../ui/SelectionBar.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import { byMonth, monthName } from '../gallery/months.ts'
import { MoveDialog } from '../MoveDialog.tsx'
import { useSamples } from '../use-samples.ts'
import { MapCard } from './MapCard.tsx'
import { MapsHeader } from './MapsHeader.tsx'
import { MapsInstead } from './MapsInstead.tsx'
import classes from './maps.module.css'
import { useMapRemoval } from './use-map-removal.tsx'

const debounceMs = 500

/** The search, which the URL contains, so that Back restores it. */
const useSearch = () => {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState(params.get('search') ?? '')
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const type = (text: string) => {
    setTyped(text)
    setParams(text.trim() ? { search: text.trim() } : {}, { replace: true })
  }
  return { typed, search, type }
}

/** The loaded maps of a campaign, by month. */
const useMaps = (campaignId: string, search: string) => {
  const [want, setWant] = useState(pageSize)
  useEffect(() => setWant(pageSize), [search])
  const arg = { campaignId, type: 'MAP', search, month: '', want } as const
  const { currentData: maps, isError, isFetching, refetch } = useMapsQuery(arg)
  const rows = maps?.rows
  const months = useMemo(() => byMonth(rows ?? []), [rows])
  const counts = useMemo(() => (maps ? countsOf(maps) : new Map<string, number>()), [maps])
  return {
    maps,
    months,
    counts,
    isFetching,
    isFailed: isError && !isFetching,
    refetch,
    loadMore: () => setWant((rows?.length ?? 0) + pageSize),
  }
}

/** The battle maps of a campaign by month, which can be searched, selected, moved and deleted. */
export const MapsPage = ({ campaign }: { campaign: Campaign }) => {
  const { typed, search, type } = useSearch()
  const { maps, months, counts, isFetching, isFailed, refetch, loadMore } = useMaps(campaign.id, search)
  const { data: table } = useTableQuery(campaign.id)
  const samples = useSamples('MAP')
  const rows = maps?.rows
  const order = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const { selection, onTick, clear } = useSelection(order)
  const from = `/maps${search ? `?search=${encodeURIComponent(search)}` : ''}`

  return (
    <section className={listing.page}>
      <title>Maps · Loreloom</title>
      <MapsHeader total={maps?.total} typed={typed} mayAdd={!campaign.asOf} onType={type} />
      <div data-ticking={selection.ids.size > 0 || undefined}>
        {months.map(({ month, items }, nth) => (
          <Month key={month} month={month} count={counts.get(month) ?? items.length}>
            {items.map((row, n) => (
              <MapCard
                key={row.id}
                row={row}
                to={withFrom(`/maps/${row.id}`, from)}
                sample={row.modelId ? samples.get(row.modelId) : undefined}
                ticked={selection.ids.has(row.id)}
                isShown={table?.rows[0]?.imageId === row.id}
                isFirst={nth === 0 && n < 3}
                onTick={onTick}
              />
            ))}
          </Month>
        ))}
      </div>
      {maps && maps.rows.length > 0 && maps.rows.length < maps.total && (
        <div className={listing.more}>
          <Button loading={isFetching} onClick={loadMore}>
            Load More
          </Button>
        </div>
      )}
      {!maps && <Awaited isFailed={isFailed} onRetry={() => void refetch()} />}
      {maps?.rows.length === 0 && (
        <MapsInstead isSearch={search !== ''} isCopy={Boolean(campaign.asOf)} onShowAll={() => type('')} />
      )}
      <SelectedMaps campaignId={campaign.id} rows={rows ?? []} ids={selection.ids} onClear={clear} />
    </section>
  )
}

interface SelectedMapsProps {
  campaignId: string
  /** All loaded maps. */
  rows: readonly ImageRow[]
  ids: ReadonlySet<string>
  onClear: () => void
}

/** The bar of the selected maps, with the dialogs of its actions. */
const SelectedMaps = ({ campaignId, rows, ids, onClear }: SelectedMapsProps) => {
  const removal = useMapRemoval(onClear)
  const [moving, setMoving] = useState(false)
  const ticked = [...ids]
  return (
    <>
      {ticked.length > 0 && (
        <SelectionBar
          text={`${formatCount(ticked.length, 'map')} selected`}
          onClear={onClear}
          actions={[
            {
              label: 'Move',
              icon: <IconFolderSymlink size={15} />,
              onClick: () => (ticked.length > 0 ? setMoving(true) : toast.error('Please select maps to move')),
            },
            { label: 'Delete', icon: <IconTrash size={15} />, danger: true, onClick: () => removal.ask(ticked) },
          ]}
        />
      )}
      {moving && (
        <MoveDialog
          images={rows.filter(({ id }) => ids.has(id))}
          noun="map"
          from={campaignId}
          onClose={() => setMoving(false)}
          onMoved={() => {
            setMoving(false)
            onClear()
          }}
        />
      )}
      {removal.dialog}
    </>
  )
}

const Month = ({ month, count, children }: { month: string; count: number; children: ReactNode }) => (
  <section aria-labelledby={`month-${month}`}>
    <header className={`${listing.month} ${classes.month}`}>
      <h2 id={`month-${month}`}>{monthName(month)}</h2>
      <span className="num">{formatCount(count, 'map')}</span>
    </header>
    <ul className={classes.cards}>{children}</ul>
  </section>
)

const Awaited = ({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) =>
  isFailed ? (
    <ErrorState text="The maps could not be loaded." onRetry={onRetry} />
  ) : (
    <Loading label="Loading maps" className={classes.cards}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((n) => (
        <Skeleton key={n} style={{ aspectRatio: '4 / 3.8' }} />
      ))}
    </Loading>
  )
