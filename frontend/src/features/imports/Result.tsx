import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPoint, IconPointFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ImportPreview } from '#domain/import-answers.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { useProgress } from '../../data/operation-progress.ts'
import { useUndoOperationMutation } from '../../data/operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatNumber } from '../../ui/figures.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './imports.module.css'
import { Outcome } from './Outcome.tsx'
import { Problems } from './Problems.tsx'

const useUndo = (operationId: string) => {
  const [undoOperation] = useUndoOperationMutation()
  return async () => {
    const { error } = await undoOperation(operationId)
    if (error) toast.error(messageOf(error, 'It could not be taken back. Please try again.'))
  }
}

interface Props {
  campaignId: string
  operationId: string
  /** The folder that everything is imported into; null is the root of the campaign. */
  folder: string | null
  /** With the chosen name of the folder. Absent in a window that did not begin the import. */
  preview: ImportPreview | undefined
  /** Renders the head of the screen. */
  children: (isDone: boolean) => ReactNode
}

export const Result = ({ campaignId, operationId, folder, preview, children }: Props) => {
  const { operation, done } = useProgress(operationId)
  const isDone = operation !== undefined && operation.status !== 'RUNNING'
  return (
    <div className={classes.screen}>
      {children(isDone)}
      {!operation && <Skeleton height={200} m={24} />}
      {operation && !isDone && <Running operation={operation} done={done} preview={preview} />}
      {operation && isDone && <Done campaignId={campaignId} operation={operation} folder={folder} preview={preview} />}
    </div>
  )
}

/** Milliseconds that must be measured before the rate is used for an estimate. */
const settledMs = 5_000

/** Describes the remaining time of an import, estimated from the rate so far; undefined while the rate is unknown. */
export const describeRest = (rest: number, done: number, passedMs: number): string | undefined => {
  if (rest <= 0 || done <= 0 || passedMs < settledMs) return undefined
  const minutes = (rest * passedMs) / done / 60_000
  return minutes <= 1 ? 'less than a minute left' : `about ${Math.ceil(minutes)} min left`
}

/** Describes the remaining time of an import, estimated from the rate since this screen first received progress. */
const useRest = ({ total }: Operation, done: number): string | undefined => {
  const [first, setFirst] = useState<{ at: number; done: number }>()
  if (!first && done > 0) setFirst({ at: performance.now(), done })
  return first && describeRest((total ?? done) - done, done - first.done, performance.now() - first.at)
}

const Running = ({
  operation,
  done,
  preview,
}: {
  operation: Operation
  done: number
  preview: ImportPreview | undefined
}) => {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndo(operation.id)
  const total = operation.total ?? done
  const share = total > 0 ? done / total : 0
  const rest = useRest(operation, done)
  const pages = preview?.pages ?? total
  const lines = [
    { name: 'Pages', all: pages, done: Math.min(done, pages) },
    ...(preview && preview.pictures > 0
      ? [{ name: 'Pictures', all: preview.pictures, done: Math.min(preview.pictures, Math.max(0, done - pages)) }]
      : []),
  ]
  return (
    <section className={classes.running}>
      <h2 dir="auto">Bringing in {preview?.name ?? 'your world'}</h2>
      <ThreadProgress value={share} label="Bringing it in" />
      <p className={`${classes.share} num`}>
        {Math.round(share * 100)}% <span className={classes.rest}>{rest}</span>
      </p>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li
            key={line.name}
            data-done={line.done >= line.all || undefined}
            data-pending={line.done === 0 || undefined}
          >
            {line.done >= line.all ? (
              <IconCheck size={16} aria-label="Done" />
            ) : line.done === 0 ? (
              <IconPoint size={16} aria-hidden="true" />
            ) : (
              <IconPointFilled size={16} aria-hidden="true" />
            )}
            <span>{line.name}</span>
            <span className="num">
              {formatNumber(line.done)} of {formatNumber(line.all)}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>You may leave this page or close the browser; it goes on, and your table can work.</p>
      <div className={classes.buttons}>
        <Button component={Link} to="/collections" variant="filled">
          Back to Lore
        </Button>
        <Button data-danger onClick={() => setAsking(true)}>
          Stop and Take Back
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title="Stop and take back?"
        text={`What is here so far goes to the Trash: ${formatNumber(done)} pages and pictures.`}
        confirm="Stop"
        danger
        onConfirm={undo}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

const Done = ({
  campaignId,
  operation,
  folder,
  preview,
}: {
  campaignId: string
  operation: Operation
  folder: string | null
  preview: ImportPreview | undefined
}) => {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndo(operation.id)
  const isHere = operation.status === 'ENDED'
  return (
    <section className={classes.main}>
      <Outcome operation={operation} preview={preview} />
      <div className={classes.buttons}>
        {isHere && (
          <Button component={Link} to={folder ? `/collections/${folder}` : '/collections'} variant="filled">
            {folder ? 'Open the Folder' : 'Open Your Lore'}
          </Button>
        )}
        {isHere && operation.mayUndo && (
          <Button leftSection={<IconArrowBackUp size={15} />} onClick={() => setAsking(true)}>
            Undo the Import
          </Button>
        )}
        {!isHere && (
          <Button component={Link} to="/collections" variant="filled">
            Back to Lore
          </Button>
        )}
      </div>
      {isHere && preview && preview.problems.length > 0 && (
        <>
          <h2>Left out or changed</h2>
          <Problems campaignId={campaignId} preview={preview} />
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Undo the import?"
        text="Its pages, folders and pictures go to the Trash as one, for 30 days. Pages that were written in since stay here."
        confirm="Undo the Import"
        danger
        onConfirm={undo}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}
