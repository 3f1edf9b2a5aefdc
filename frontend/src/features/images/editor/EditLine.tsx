import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconRepeat, IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react'
import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import classes from './editor-line.module.css'
import { branchesOf, nameOf, placeAfter, tally } from './line.ts'
import { tools } from './tools.ts'
import type { Edits, FailedEdit } from './use-edits.ts'

interface Props {
  editing: ImageEditing
  edits: Edits
  /** Progress of the pending edit, 0 to 1. */
  share: number
  onShow: (edit: ImageEdit) => void
  /** Restores an edit's input, to change its prompt or mask. */
  onReopen: (edit: ImageEdit) => void
  onRetry: (edit: FailedEdit) => void
}

/**
 * Pixels: distance from one image of the row to the next, indentation of a branch, and right edge of an image, from
 * which the line to a branch starts.
 */
const pitch = 118
const indent = 6
const pictureEnd = 104

/**
 * The edit history: a solid line leads to the shown edit, a dashed one to those that can be redone; branches are below.
 */
export const EditLine = ({ editing, edits, share, onShow, onReopen, onRetry }: Props) => {
  const { currentEditId, pendingEdits } = editing
  const id = useId()
  const at = editing.edits.findIndex(({ id }) => id === currentEditId)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (currentEditId) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [currentEditId])
  const failures = edits.failed.map((failed) => ({ failed, after: placeAfter(editing, failed.from) }))
  const failedAfter = (n: number) => failures.filter(({ after }) => after === n).map(({ failed }) => failed)
  /** Converts a column of edits into a column of the row, in which failed edits take up columns as well. */
  const placeOf = (column: number) => column + failures.filter(({ after }) => after < column).length
  const renderPicture = (edit: ImageEdit) => (
    <Picture
      edit={edit}
      isCurrent={edit.id === currentEditId}
      isBusy={edits.isBusy}
      onShow={() => onShow(edit)}
      onReopen={() => onReopen(edit)}
    />
  )
  return (
    <section className={classes.line} aria-labelledby={id}>
      <header>
        <h2 id={id}>Edits</h2>
        <p className="num">{tally(editing)}</p>
      </header>
      <div className={classes.scroll}>
        <ol className={classes.row}>
          {editing.edits.map((edit, n) => (
            <Fragment key={edit.id}>
              <li ref={n === at ? current : null} data-redo={n > at || undefined}>
                {renderPicture(edit)}
                <span>{nameOf(edit)}</span>
              </li>
              {failedAfter(n).map((failed) => (
                <FailedTile key={failed.id} failed={failed} edits={edits} onRetry={onRetry} />
              ))}
            </Fragment>
          ))}
          {pendingEdits.map(({ id, tool, status }, n) => (
            <PendingTile
              key={id}
              tool={tool}
              status={status}
              share={n === 0 ? share : 0}
              onCancel={() => void edits.cancel(id)}
            />
          ))}
        </ol>
        <Branches editing={editing} placeOf={placeOf} renderPicture={renderPicture} />
      </div>
    </section>
  )
}

interface BranchesProps {
  editing: ImageEditing
  placeOf: (column: number) => number
  renderPicture: (edit: ImageEdit) => ReactNode
}

/** The branches below the row, each next to the edit that it starts from. */
const Branches = ({ editing, placeOf, renderPicture }: BranchesProps) =>
  branchesOf(editing).map(({ edits, from, column }) => (
    <div key={edits[0]?.id} className={classes.branch} style={{ left: placeOf(column) * pitch + indent }}>
      {from !== undefined && <Leaving length={(placeOf(column) - placeOf(from)) * pitch + indent - pictureEnd} />}
      <ol aria-label={`Branch: ${edits.map(nameOf).join(', ')}`}>
        {edits.map((edit) => (
          <li key={edit.id}>{renderPicture(edit)}</li>
        ))}
      </ol>
      <span>{edits.map(nameOf).join(', ')}</span>
    </div>
  ))

interface PictureProps {
  edit: ImageEdit
  isCurrent: boolean
  isBusy: boolean
  onShow: () => void
  onReopen: () => void
}

const Picture = ({ edit, isCurrent, isBusy, onShow, onReopen }: PictureProps) => (
  <>
    <button
      type="button"
      className={classes.picture}
      aria-label={`Show ${nameOf(edit)}`}
      aria-current={isCurrent || undefined}
      title={edit.prompt || nameOf(edit)}
      disabled={isBusy}
      onClick={onShow}
    >
      <img src={`${edit.uri}?w=320`} alt="" loading="lazy" draggable={false} />
    </button>
    {edit.tool !== null && !isBusy && (
      <ActionIcon
        className={classes.again}
        size={22}
        aria-label={`Do ${nameOf(edit)} anew`}
        title={`Do ${nameOf(edit)} anew, with its words and mask`}
        onClick={onReopen}
      >
        <IconRepeat size={13} />
      </ActionIcon>
    )}
  </>
)

interface PendingTileProps extends Pick<ImageEditing['pendingEdits'][number], 'tool' | 'status'> {
  /** The part that is done, from 0 to 1. */
  share: number
  onCancel: () => void
}

const PendingTile = ({ tool, status, share, onCancel }: PendingTileProps) => (
  <li data-pending>
    <span className={classes.waiting}>
      <ThreadProgress value={share} label={`${tools[tool].label} is being made`} />
    </span>
    <ActionIcon
      className={classes.again}
      size={22}
      aria-label={`Cancel ${tools[tool].label}`}
      title="Cancel"
      onClick={onCancel}
    >
      <IconX size={13} />
    </ActionIcon>
    <span>{status === 'IN_QUEUE' ? 'Waiting' : status === 'RETRYING' ? 'Retrying...' : tools[tool].label}</span>
  </li>
)

/** A failed edit, whose prompt and mask can be restored. */
const FailedTile = ({ failed, edits, onRetry }: Pick<Props, 'edits' | 'onRetry'> & { failed: FailedEdit }) => {
  const { label } = tools[failed.tool]
  return (
    <li data-failed>
      <button
        type="button"
        className={classes.waiting}
        aria-label={`Try ${label} again. ${failed.text}`}
        title={failed.text}
        disabled={edits.isBusy}
        onClick={() => onRetry(failed)}
      >
        <IconAlertTriangle size={18} aria-hidden="true" />
        Try again
      </button>
      <ActionIcon
        className={classes.again}
        size={22}
        aria-label={`Dismiss ${label}`}
        title="Dismiss"
        onClick={() => edits.forget(failed.id)}
      >
        <IconX size={13} />
      </ActionIcon>
      <span>{label}</span>
    </li>
  )
}

/** Connects a branch with its base edit in the row above, whose image ends `length` pixels to the left of the branch. */
const Leaving = ({ length }: { length: number }) => {
  return (
    <svg className={classes.leaving} width={length} style={{ left: -length }} aria-hidden="true">
      <path d={`M0 0c5 0 7 5 7 14v37c0 9 4 14 13 14H${length}`} />
    </svg>
  )
}
