import { IconCircleCheck } from '@tabler/icons-react'
import type { ImportPreview } from '#domain/import-answers.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { describeSkipped } from '../../data/bulk.ts'
import { isIncomplete } from '../../data/operations.ts'
import { formatNumber } from '../../ui/figures.ts'
import classes from './imports.module.css'

const headings: Partial<Record<Operation['status'], string>> = {
  CANCELLED: 'Stopping',
  UNDOING: 'Taking the import back',
  UNDONE: 'The import is in the Trash',
}

/** Returns the heading of an ended import, and a text if items were skipped. Without a name, the heading has “your world”. */
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
  // `import_not_found` means that the stored plan of the import is gone, which the advice covers.
  const others = describeSkipped({ skipped: skipped.filter(({ code }) => code !== 'import_not_found') })
  return {
    heading: `Not all of ${name ?? 'your world'} is here`,
    text: `${count === 0 ? 'Nothing came in.' : `${here} The rest is missing.`} ${advice} ${others}`.trim(),
  }
}

/** Numbers of imported items by type; without the preview, only their total. */
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

/** The heading of an import that ended or was undone, with its figures, or with a text about skipped items. */
export const Outcome = ({ operation, preview }: { operation: Operation; preview: ImportPreview | undefined }) => {
  const { status, count, left } = operation
  const isHere = status === 'ENDED'
  const end = describeEnd(operation, preview?.name)
  const undone = left > 0 ? `${formatNumber(count)} are in the Trash. ${describeSkipped(operation)}` : undefined
  const text = isHere ? end.text : undone
  return (
    <>
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
    </>
  )
}
