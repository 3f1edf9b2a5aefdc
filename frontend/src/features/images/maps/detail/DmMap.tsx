import { Button } from '@mantine/core'
import { IconDownload, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ImageRow } from '#projections/images.ts'
import type { MapForDms } from '#projections/map-answers.ts'
import { useImageQuery } from '../../../../data/images.ts'
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
import type { Tool } from './stage.ts'
import { TablePanel } from './TablePanel.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useKeepKey } from './use-keep-key.ts'
import { type MapTools, type Presentation, useMapTools, usePresentation } from './use-map-tools.ts'

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
  const navigate = useNavigate()
  const { data } = useImageQuery(map.id)
  const row = data?.rows[0]
  const presentation = usePresentation(map, row)
  const acts = useActs()
  const tools = useMapTools(map, row, refetch)
  const [open, setOpen] = useState<'download' | 'move'>()
  /** Incremented for each rename request of the menu. */
  const [renaming, setRenaming] = useState(0)
  const keeping = useKeepKey(map.id)
  const removal = useMapRemoval(() => void navigate(back))
  if (!row) return null

  const title = mapName(row)
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
          onKeepKey={presentation.mayShow && map.rooms?.length ? keeping.keep : undefined}
          onMove={row.generating ? undefined : () => setOpen('move')}
          onDelete={() => removal.ask([row.id])}
        />
      </Head>
      {row.uri ? (
        <DmStage key={row.id} map={map} row={row} tools={tools} presentation={presentation} />
      ) : (
        <MapInstead
          row={row}
          busy={acts.busy.has(row.id)}
          onRetry={() => acts.retry(row)}
          onCancel={() => acts.cancel(row)}
        />
      )}
      <aside className={classes.rail}>
        <NamePanel row={row} username={map.username} renaming={renaming} />
        {row.uri && <ToolPanels map={map} row={row} tools={tools} presentation={presentation} keeping={keeping} />}
        <Words row={row} />
        <Foot mayMove={!row.generating} onMove={() => setOpen('move')} onDelete={() => removal.ask([row.id])} />
      </aside>
      {open && <Dialog kind={open} row={row} hasPlan={map.rooms !== null} onClose={() => setOpen(undefined)} />}
      {removal.dialog}
    </article>
  )
}

interface PartProps {
  map: MapForDms
  row: ImageRow
  tools: MapTools
  presentation: Presentation
}

/** The finished map with its toolbar. */
const DmStage = ({ map, row, tools, presentation: { mayShow, isShown } }: PartProps) => {
  const { live, grid, fog, doors, tool, asPlayers } = tools
  // The stored file is the print for players; an edit of it was not printed from the plan.
  const uri = row.uri === map.uri && !asPlayers ? (map.printUri ?? row.uri) : row.uri
  const radius = (tools.brush.size * grid.grid.cell) / 2
  const isBrushing = tool === 'reveal' || tool === 'cover'
  // A map that was never presented is shown without fog.
  const isFoggy = mayShow && (isShown || asPlayers || isBrushing || live.fog.revealed.length > 0)
  const brush = isBrushing ? fog.brush(tool, radius) : undefined
  return (
    <MapStage
      uri={uri}
      title={mapName(row)}
      width={tools.size.width}
      height={tools.size.height}
      grid={grid.grid}
      tool={tool}
      onGrid={grid.layByKey}
      {...(!asPlayers && { marks: tools.marks })}
      fog={isFoggy ? { ...fog.lattice, cells: fog.cells, opacity: asPlayers ? 1 : thin } : undefined}
      outlined={doors}
      {...(brush && { brush: { radius, onSize: tools.brush.resize, ...brush } })}
    >
      <Toolbar
        tools={mayShow ? [...lookers, 'reveal', 'cover', ...(doors ? (['doors'] as const) : [])] : lookers}
        tool={tool}
        size={tools.brush.size}
        onTool={tools.setTool}
        onSize={tools.brush.setSize}
        onUndo={mayShow && live.strokes.length > 0 ? fog.undo : undefined}
      />
    </MapStage>
  )
}

const NamePanel = ({ row, username, renaming }: { row: ImageRow; username: string; renaming: number }) => (
  <div className={classes.panel}>
    <div>
      <Name key={renaming} row={row} title={mapName(row)} editable={row.deletedAt === null} isBegun={renaming > 0} />
    </div>
    <small className="num">
      Made {dateOf(row.createdAt)} by {username}
    </small>
  </div>
)

/** The panels of a finished map: presentation, doors and fog for those who may present it, and its grid. */
const ToolPanels = ({
  map,
  row,
  tools,
  presentation: { mayShow, isShown },
  keeping,
}: PartProps & { keeping: ReturnType<typeof useKeepKey> }) => {
  const { live, size, grid, fog, doors, tool, asPlayers } = tools
  return (
    <>
      {mayShow && (
        <>
          <TablePanel id={row.id} isShown={isShown} asPlayers={asPlayers} onAsPlayers={tools.setAsPlayers} />
          {doors && map.rooms && (
            <DoorsPanel doors={doors} rooms={map.rooms} onTool={() => tools.setTool('doors')} isOn={tool === 'doors'} />
          )}
          <FogPanel id={row.id} fog={fog} rooms={map.rooms} found={live.found} keeping={keeping} />
        </>
      )}
      <GridPanel grid={grid.grid} width={size.width} height={size.height} state={grid.state} onGrid={grid.lay} />
    </>
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
