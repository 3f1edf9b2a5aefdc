import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconCircleCheck, IconPoint, IconPointFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ImportPreview } from '#domain/import-answers.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { useProgress } from '../../data/operation-progress.ts'
import { isIncomplete, useUndoOperationMutation } from '../../data/operations.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatNumber } from '../../ui/figures.ts'
import { ThreadProgress } from '../../ui/Thread.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './imports.module.css'
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

/** Milliseconds before a rate says something of the rest. */
const settledMs = 5_000

/** The time that the rest of an import takes at the rate so far, in words; undefined while no rate is known. */
export const describeRest = (rest: number, done: number, passedMs: number): string | undefined => {
  if (rest <= 0 || done <= 0 || passedMs < settledMs) return undefined
  const minutes = (rest * passedMs) / done / 60_000
  return minutes <= 1 ? 'less than a minute left' : `about ${Math.ceil(minutes)} min left`
}

/** The rest of an import in words, by its rate since this screen first heard of its progress. */
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

const headings: Partial<Record<Operation['status'], string>> = {
  CANCELLED: 'Stopping',
  UNDOING: 'Taking the import back',
  UNDONE: 'The import is in the Trash',
}

/** Heading of an ended import, and a text if not all of it came in. Without its name it is “your world”. */
export const describeEnd = (
  operation: Pick<Operation, 'total' | 'count' | 'left' | 'skipped'>,
  name: string | undefined,
): { heading: string; text: string | undefined } => {
  const { count, left, skipped } = operation
  const here = `${formatNumber(count)} pages and pictures are here.`
  if (!isIncomplete(operation))
    return {
      heading: `${name ?? 'Your world'} is here`,
      text: left > 0 ? `${here} ${describeSkipped(operation)}` : undefined,
    }
  const advice = 'Please undo the import and choose the file again.'
  // The import itself is named where its stored plan was gone, which the advice covers.
  const others = describeSkipped({ skipped: skipped.filter(({ code }) => code !== 'import_not_found') })
  return {
    heading: `Not all of ${name ?? 'your world'} is here`,
    text: `${count === 0 ? 'Nothing came in.' : `${here} The rest is missing.`} ${advice} ${others}`.trim(),
  }
}

/** Numbers of imported things; without the preview, one for all. */
const Figures = ({ preview, count }: { preview: ImportPreview | undefined; count: number }) => {
  const figures = preview
    ? [
        ['Lore', preview.pages],
        ['Folders', preview.folders + (preview.folderName === null ? 0 : 1)],
        ['Mentions', preview.links],
        ['Pictures', preview.pictures],
      ]
    : [['Pages and pictures', count]]
  return (
    <dl className={classes.figures}>
      {figures.map(([name, n]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{formatNumber(Number(n))}</dd>
        </div>
      ))}
    </dl>
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
  const { status, count, left } = operation
  const isHere = status === 'ENDED'
  const end = describeEnd(operation, preview?.name)
  const undone = left > 0 ? `${formatNumber(count)} are in the Trash. ${describeSkipped(operation)}` : undefined
  const text = isHere ? end.text : undone
  return (
    <section className={classes.main}>
      <div role="status">
        <h2 className={classes.here} dir="auto">
          {isHere && !isIncomplete(operation) && <IconCircleCheck size={24} aria-hidden="true" />}
          {headings[status] ?? end.heading}
        </h2>
      </div>
      {isHere && text === undefined && <Figures preview={preview} count={count} />}
      {text !== undefined && (
        <p className={classes.problem} role="alert">
          {text}
        </p>
      )}
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
