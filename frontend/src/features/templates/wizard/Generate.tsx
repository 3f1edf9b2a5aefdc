import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Generation } from '#projections/template-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useCancelImageMutation, useImageQuery } from '../../../data/images.ts'
import { useCancelGenerationMutation, useGenerationQuery } from '../../../data/templates.ts'
import { useRealtimeStatus } from '../../../realtime/context.tsx'
import { Weaving } from '../../../ui/Thread.tsx'
import { toast } from '../../../ui/toast.ts'
import { isOver, type Stage, stagesOf } from './progress.ts'
import classes from './wizard.module.css'
import progressClasses from './wizard-progress.module.css'

/** A requested generation, as the last step shows it. */
export interface RequestedGeneration {
  generationId: string
  conjurationId: string
  total: number
  imageCost: number
  /** The target folder. */
  place: string
  modelName: string
  samples: readonly string[]
  withImage: boolean
}

/** Milliseconds, from the specification: events arrive first, and polling replaces a missing stream. */
const pollMs = 2_000
const timeoutMs = 180_000
const readMs = 1_000

interface Props {
  requested: RequestedGeneration
  onAgain: () => void
  onClose: () => void
}

/** The generation and its image as the server reports them; polled while the live connection is down. */
const useProgress = ({ generationId, conjurationId, withImage }: RequestedGeneration) => {
  const [isLate, setLate] = useState(false)
  const isStreaming = useRealtimeStatus() === 'open'
  const [isSettled, setSettled] = useState(false)
  const pollingInterval = isStreaming || isLate || isSettled ? 0 : pollMs
  const { data } = useGenerationQuery(generationId, { pollingInterval })
  const row = data?.rows[0]
  const imageId = row?.imageId ?? null
  const image = useImageQuery(imageId ?? '', { skip: imageId === null, pollingInterval })
  const picture = image.data?.rows[0]

  const hasPicture = imageId !== null
  const hasLore = row?.status === 'COMPLETED'
  const over = row !== undefined && (isOver(row, withImage, picture) || (hasLore && withImage && !hasPicture))
  const announce = useEffectEvent(() => {
    if (hasLore)
      toast.success('Lore created from template!', { route: { to: `/lore/view/${conjurationId}`, label: 'Open' } })
  })
  useEffect(() => {
    if (!over) return
    setSettled(true)
    const timer = setTimeout(announce, readMs)
    return () => clearTimeout(timer)
  }, [over])
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return { row, picture, isLate, over }
}

/** The last step: progress as the server reports it, and the result. */
export const Generate = ({ requested, onAgain, onClose }: Props) => {
  const { generationId, conjurationId, withImage, samples } = requested
  const { row, picture, isLate, over } = useProgress(requested)
  const imageId = row?.imageId ?? null
  const hasLore = row?.status === 'COMPLETED'
  const [cancelWriting] = useCancelGenerationMutation()
  const [cancelImage] = useCancelImageMutation()

  const cancel = async () => {
    const { error } = hasLore && imageId ? await cancelImage(imageId) : await cancelWriting(generationId)
    if (error) toast.error(messageOf(error, 'This could not be cancelled.'))
  }
  if (!row) return <p className={classes.note}>Analyzing template</p>
  const stages = stagesOf(row, withImage, picture, imageId !== null)
  const hasNoText = row.status === 'FAILED' || row.status === 'CANCELLED'
  const hasNoPicture = hasLore && withImage && over && !picture?.uri

  return (
    <div className={classes.generate}>
      {withImage && (
        <div className={progressClasses.picture}>
          {picture?.uri ? (
            <img src={`${picture.uri}?w=640`} alt="" />
          ) : (
            <Weaving value={hasLore ? 0.6 : 0} picture={samples[0]} />
          )}
        </div>
      )}
      <ol className={progressClasses.progress} aria-live="polite">
        {stages.map((stage, n) => (
          <Line key={stage.name} stage={stage} detail={detailOf(n, stage, requested)} />
        ))}
      </ol>
      <Notes requested={requested} row={row} hasEnded={over} isLate={isLate} hasNoPicture={hasNoPicture} />
      <footer className={classes.foot}>
        {!over && (
          <Button variant="subtle" onClick={() => void cancel()}>
            {hasLore ? 'Cancel Image' : 'Cancel'}
          </Button>
        )}
        {hasNoText && <Button onClick={onAgain}>Try Again</Button>}
        <Button onClick={onClose}>Close</Button>
        {hasLore && (
          <Button component={Link} to={`/lore/view/${conjurationId}`} variant="filled" onClick={onClose}>
            Open Lore
          </Button>
        )}
      </footer>
    </div>
  )
}

interface NotesProps {
  requested: RequestedGeneration
  row: Generation
  hasEnded: boolean
  isLate: boolean
  hasNoPicture: boolean
}

/** Explains the present state in sentences: what is awaited, what failed, and what it cost. */
const Notes = ({ requested, row, hasEnded, isLate, hasNoPicture }: NotesProps) => {
  const { withImage, place, total, imageCost } = requested
  const hasLore = row.status === 'COMPLETED'
  return (
    <>
      {(row.status === 'FAILED' || row.status === 'CANCELLED') && (
        <p role="alert" className={classes.problem}>
          {row.status === 'CANCELLED'
            ? 'It was cancelled. Its credits came back.'
            : (row.errorMessage ?? 'Failed to generate content')}
        </p>
      )}
      {hasNoPicture && (
        <p role="alert" className={classes.copper}>
          The entry is there; its image did not come to be. {row.cost} credits were charged for the lore, and the
          image's {imageCost} came back.
        </p>
      )}
      {!hasEnded && (
        <dl className={`${classes.facts} num`}>
          <dt>Estimated time</dt>
          <dd>{withImage ? '2-5 min' : '30-60 s'}</dd>
          <dt>Credits held</dt>
          <dd>{total}</dd>
        </dl>
      )}
      {!hasEnded && (
        <p className={classes.note}>
          {isLate
            ? 'This takes longer than usual. It goes on by itself.'
            : `You can close this. The entry appears in ${place} when it is ready.`}
        </p>
      )}
      {hasEnded && hasLore && row.madeBy && (
        <p className={classes.note}>
          {row.madeBy}
          {row.sources.length > 0 && ` It took ${row.sources.map(({ name }) => name).join(', ')} into account.`}
          {row.leftOut > 0 && ` ${row.leftOut} that you pointed at could not go in.`}
        </p>
      )}
    </>
  )
}

const detailOf = (n: number, { took }: Stage, { place, modelName }: RequestedGeneration) => {
  if (n === 2) return place
  if (n === 3) return modelName
  return took === null ? '' : `${Math.round(took / 1000)} s`
}

const Line = ({ stage: { name, state }, detail }: { stage: Stage; detail: string }) => (
  <li data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
    {state === 'done' && <IconCheck size={14} aria-label="Done" />}
    {state === 'failed' && <IconAlertTriangle size={14} aria-label="Failed" />}
    {(state === 'now' || state === 'waiting') && <i aria-hidden="true" />}
    <span>{name}</span>
    <small className="num" dir="auto">
      {detail}
    </small>
  </li>
)
