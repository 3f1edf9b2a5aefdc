import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { type MouseEvent, memo } from 'react'
import { Link } from 'react-router'
import type { Model } from '../../data/models.ts'
import { shortDateOf } from '../../ui/dates.ts'
import { formatElapsed } from '../../ui/elapsed.ts'
import listing from '../../ui/listing.module.css'
import { ThreadProgress, Weaving } from '../../ui/Thread.tsx'
import { Tick } from '../../ui/Tick.tsx'
import { modelName, previewAt } from './model.ts'
import classes from './models.module.css'
import { Status } from './Status.tsx'
import { useModelProgress } from './use-model-progress.ts'

interface Props {
  row: Model
  ticked: boolean
  onTick: (id: string, reach: boolean) => void
  onDelete: (row: Model) => void
}

/** A model in the gallery: a click or Enter opens it, its checkbox selects it, and a shift-click selects a range. */
export const ModelCard = memo(({ row, ticked, onTick, onDelete }: Props) => {
  const name = modelName(row)
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onTick(row.id, true)
  }
  return (
    <li className={classes.card} data-ticked={ticked || undefined}>
      <Link to={`/models/${row.id}`} className={listing.cardLink} onClick={click} draggable={false}>
        {row.status === 'GENERATING' ? <Generating row={row} name={name} /> : <Finished row={row} name={name} />}
      </Link>
      <Tick id={row.id} label={`Select ${name}`} ticked={ticked} onTick={onTick} />
      {row.status !== 'COMPLETED' && row.mayEdit && (
        <Tooltip label="Delete">
          <ActionIcon className={classes.delete} aria-label={`Delete ${name}`} onClick={() => onDelete(row)}>
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
})

const Finished = ({ row, name }: { row: Model; name: string }) => {
  const preview = previewAt(row, 640)
  return (
    <>
      <span className={classes.picture}>
        {preview ? (
          <img src={preview} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span className={classes.none}>
            {row.status === 'FAILED' && <IconAlertTriangle size={22} stroke={1.6} aria-hidden="true" />}
            No Preview
          </span>
        )}
      </span>
      <Words row={row} name={name} detail={<time dateTime={row.createdAt}>{shortDateOf(row.createdAt)}</time>} />
    </>
  )
}

const Generating = ({ row, name }: { row: Model; name: string }) => {
  const { share, elapsedMs } = useModelProgress(row)
  return (
    <>
      <span className={classes.picture}>
        <Weaving value={share} picture={row.image?.uri ? `${row.image.uri}?w=320` : undefined} />
        <span className={classes.loom}>
          Generating
          <ThreadProgress value={share} />
        </span>
      </span>
      <Words row={row} name={name} detail={formatElapsed(elapsedMs)} />
    </>
  )
}

const Words = ({ row, name, detail }: { row: Model; name: string; detail: React.ReactNode }) => (
  <span className={classes.words}>
    <b dir="auto" title={name}>
      {name}
    </b>
    <small className="num">
      <Status status={row.status} />
      {detail}
    </small>
  </span>
)
