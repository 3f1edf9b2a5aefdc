import { Button } from '@mantine/core'
import { IconDownload, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { can, viewerAs } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import type { MapForDms } from '#projections/map-answers.ts'
import { useCampaignsQuery } from '../../../../data/campaigns.ts'
import { useImageQuery } from '../../../../data/images.ts'
import { useTableQuery } from '../../../../data/maps.ts'
import { useMe } from '../../../../data/me.ts'
import { dateOf } from '../../../../ui/dates.ts'
import { Name } from '../../detail/Name.tsx'
import { MoveDialog } from '../../MoveDialog.tsx'
import { Note } from '../../Note.tsx'
import { useActs } from '../../use-acts.ts'
import { mapName } from '../map.ts'
import { useMapRemoval } from '../use-map-removal.tsx'
import { DoorsPanel } from './DoorsPanel.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { FogPanel } from './FogPanel.tsx'
import { GridPanel } from './GridPanel.tsx'
import { Head } from './Head.tsx'
import { MapInstead } from './MapInstead.tsx'
import { MapMenu } from './MapMenu.tsx'
import { MapStage } from './MapStage.tsx'
import classes from './map-page.module.css'
import { markOf, type Tool } from './stage.ts'
import { TablePanel } from './TablePanel.tsx'
import { largestBrush, Toolbar } from './Toolbar.tsx'
import { useDoors } from './use-doors.ts'
import { useFog } from './use-fog.ts'
import { useGrid } from './use-grid.ts'
import { useKeepKey } from './use-keep-key.ts'
import { useLiveMap } from './use-live-map.ts'

interface Props {
  map: MapForDms & { position: string }
  back: string
  refetch: () => unknown
}

const lookers: readonly Tool[] = ['pan', 'measure']
/** Opacity of DM-only content. */
const thin = 0.55

/** A map for its owner and the DMs: complete, with all actions. */
export const DmMap = ({ map, back, refetch }: Props) => {
  const me = useMe()
  const navigate = useNavigate()
  const { data } = useImageQuery(map.id)
  const { data: campaigns } = useCampaignsQuery()
  const { data: table } = useTableQuery(map.campaignId ?? '', { skip: map.campaignId === null })
  const acts = useActs()
  const live = useLiveMap(map, refetch)
  const { grid, state, lay, layByKey } = useGrid({
    id: map.id,
    grid: live.map.grid ?? map.grid,
    position: live.position,
  })
  const row = data?.rows[0]
  const { width, height } = row ?? map
  const fog = useFog({ id: map.id, width, height, revealed: live.map.fog.revealed, position: live.position })
  const marks = useMemo(
    () => (map.rooms ?? []).flatMap((room) => markOf(room, fog.lattice) ?? []),
    [map.rooms, fog.lattice],
  )
  const [tool, setTool] = useState<Tool>('pan')
  const doors = useDoors(map.id, map.plan, tool === 'doors')
  const [size, setSize] = useState(2)
  const [asPlayers, setAsPlayers] = useState(false)
  const [open, setOpen] = useState<'download' | 'move'>()
  /** Incremented for each rename request of the menu. */
  const [renaming, setRenaming] = useState(0)
  const keeping = useKeepKey(map.id)
  const removal = useMapRemoval(() => void navigate(back))
  if (!row) return null

  const role = campaigns?.rows.find(({ id }) => id === row.campaignId)?.role
  const mayShow = can(viewerAs(me.id, row.campaignId, role), 'showMap', { campaignId: row.campaignId })
  const isShown = table?.rows[0]?.imageId === row.id
  const title = mapName(row)
  // The stored file is the print for players; an edit of it was not printed from the plan.
  const uri = row.uri === map.uri && !asPlayers ? (map.printUri ?? row.uri) : row.uri
  const radius = (size * grid.cell) / 2
  const isBrushing = tool === 'reveal' || tool === 'cover'
  // A map that was never presented is shown without fog.
  const isFoggy = mayShow && (isShown || asPlayers || isBrushing || live.map.fog.revealed.length > 0)
  const brush = isBrushing ? fog.brush(tool, radius) : undefined
  const resize = (by: 1 | -1) => setSize((size) => Math.min(largestBrush, Math.max(0.5, size + by * 0.5)))

  return (
    <article className={classes.root}>
      <title>{`${title} · Loreloom`}</title>
      <Head back={back} title={title}>
        {row.uri && (
          <Button leftSection={<IconDownload size={15} />} aria-label="Download" onClick={() => setOpen('download')}>
            <span className={classes.desk}>Download</span>
          </Button>
        )}
        <MapMenu
          onRename={() => setRenaming((times) => times + 1)}
          onDownload={row.uri ? () => setOpen('download') : undefined}
          onKeepKey={mayShow && map.rooms?.length ? keeping.keep : undefined}
          onMove={row.generating ? undefined : () => setOpen('move')}
          onDelete={() => removal.ask([row.id])}
        />
      </Head>
      {row.uri ? (
        <MapStage
          key={row.id}
          uri={uri}
          title={title}
          width={width}
          height={height}
          grid={grid}
          tool={tool}
          onGrid={layByKey}
          {...(!asPlayers && { marks })}
          fog={isFoggy ? { ...fog.lattice, cells: fog.cells, opacity: asPlayers ? 1 : thin } : undefined}
          outlined={doors}
          {...(brush && { brush: { radius, onSize: resize, ...brush } })}
        >
          <Toolbar
            tools={mayShow ? [...lookers, 'reveal', 'cover', ...(doors ? (['doors'] as const) : [])] : lookers}
            tool={tool}
            size={size}
            onTool={setTool}
            onSize={setSize}
            onUndo={mayShow && live.map.strokes.length > 0 ? fog.undo : undefined}
          />
        </MapStage>
      ) : (
        <MapInstead
          row={row}
          busy={acts.busy.has(row.id)}
          onRetry={() => acts.retry(row)}
          onCancel={() => acts.cancel(row)}
        />
      )}
      <aside className={classes.rail}>
        <div className={classes.panel}>
          <div>
            <Name key={renaming} row={row} title={title} editable={row.deletedAt === null} isBegun={renaming > 0} />
          </div>
          <small className="num">
            Made {dateOf(row.createdAt)} by {map.username}
          </small>
        </div>
        {row.uri && mayShow && (
          <>
            <TablePanel id={row.id} isShown={isShown} asPlayers={asPlayers} onAsPlayers={setAsPlayers} />
            {doors && map.rooms && (
              <DoorsPanel doors={doors} rooms={map.rooms} onTool={() => setTool('doors')} isOn={tool === 'doors'} />
            )}
            <FogPanel id={row.id} fog={fog} rooms={map.rooms} found={live.map.found} keeping={keeping} />
          </>
        )}
        {row.uri && <GridPanel grid={grid} width={width} height={height} state={state} onGrid={lay} />}
        <Words row={row} />
        <Foot mayMove={!row.generating} onMove={() => setOpen('move')} onDelete={() => removal.ask([row.id])} />
      </aside>
      {open && <Dialog kind={open} row={row} hasPlan={map.rooms !== null} onClose={() => setOpen(undefined)} />}
      {removal.dialog}
    </article>
  )
}

interface FootProps {
  mayMove: boolean
  onMove: () => void
  onDelete: () => void
}

const Foot = ({ mayMove, onMove, onDelete }: FootProps) => (
  <footer className={classes.foot}>
    {mayMove && (
      <Button leftSection={<IconFolderSymlink size={15} />} onClick={onMove}>
        Move
      </Button>
    )}
    <Button leftSection={<IconTrash size={15} />} data-danger onClick={onDelete}>
      Delete
    </Button>
  </footer>
)

interface DialogProps {
  kind: 'download' | 'move'
  row: ImageRow
  hasPlan: boolean
  onClose: () => void
}

const Dialog = ({ kind, row, hasPlan, onClose }: DialogProps) =>
  kind === 'download' ? (
    <DownloadDialog id={row.id} hasPlan={hasPlan} onClose={onClose} />
  ) : (
    <MoveDialog images={[row]} noun="map" from={row.campaignId} onMoved={onClose} onClose={onClose} />
  )

/** The map's prompt, and its DM's note. */
const Words = ({ row }: { row: ImageRow }) => {
  return (
    <>
      <section className={classes.panel} aria-label="Prompt">
        <h2>Prompt</h2>
        <p className={classes.written} dir="auto">
          {row.prompt}
        </p>
      </section>
      {row.negativePrompt && (
        <section className={classes.panel} aria-label="Description">
          <h2>Description</h2>
          <p className={classes.written} dir="auto">
            {row.negativePrompt}
          </p>
        </section>
      )}
      <section className={classes.panel} aria-label="Note">
        <Note row={row} mayEdit description="Players do not see it." />
      </section>
    </>
  )
}
