import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconRepeat, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { ThreadProgress } from '../../../ui/Thread.tsx'
import classes from './editor-line.module.css'
import { branchesOf, nameOf, tally } from './line.ts'
import { tools } from './tools.ts'
import type { Edits, FailedEdit } from './use-edits.ts'

interface Props {
  editing: ImageEditing
  edits: Edits
  /** How far what is being made is, 0 to 1. */
  share: number
  onShow: (edit: ImageEdit) => void
  /** To do it anew, with other words or another mask. */
  onReopen: (edit: ImageEdit) => void
  onRetry: (edit: FailedEdit) => void
}

/** Pixels: from one picture of the row to the next, how far a branch is set in, and where the line leaves a picture. */
const pitch = 118
const indent = 6
const pictureEnd = 104

/** All that the picture has been: the thread runs to what is shown, dashed from there to what can be redone; branches hang below. */
export const EditLine = ({ editing, edits, share, onShow, onReopen, onRetry }: Props) => {
  const { currentEditId, pendingEdits } = editing
  const id = useId()
  const at = editing.edits.findIndex(({ id }) => id === currentEditId)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (currentEditId) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [currentEditId])
  const each = (edit: ImageEdit) => (
    <>
      <button
        type="button"
        className={classes.picture}
        aria-label={`Show ${nameOf(edit)}`}
        aria-current={edit.id === currentEditId || undefined}
        title={edit.prompt || nameOf(edit)}
        disabled={edits.isBusy}
        onClick={() => onShow(edit)}
      >
        <img src={`${edit.uri}?w=320`} alt="" loading="lazy" draggable={false} />
      </button>
      {edit.tool !== null && !edits.isBusy && (
        <ActionIcon
          className={classes.again}
          size={22}
          aria-label={`Do ${nameOf(edit)} anew`}
          title={`Do ${nameOf(edit)} anew, with its words and mask`}
          onClick={() => onReopen(edit)}
        >
          <IconRepeat size={13} />
        </ActionIcon>
      )}
    </>
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
            <li key={edit.id} ref={n === at ? current : null} data-redo={n > at || undefined}>
              {each(edit)}
              <span>{nameOf(edit)}</span>
            </li>
          ))}
          {pendingEdits.map(({ id, tool, status }, n) => (
            <li key={id} data-pending>
              <span className={classes.waiting}>
                <ThreadProgress value={n === 0 ? share : 0} label={`${tools[tool].label} is being made`} />
              </span>
              <ActionIcon
                className={classes.again}
                size={22}
                aria-label={`Cancel ${tools[tool].label}`}
                title="Cancel"
                onClick={() => void edits.cancel(id)}
              >
                <IconX size={13} />
              </ActionIcon>
              <span>
                {status === 'IN_QUEUE' ? 'Waiting' : status === 'RETRYING' ? 'Retrying...' : tools[tool].label}
              </span>
            </li>
          ))}
          {edits.failed.map((failed) => (
            <li key={failed.id} data-failed>
              <button
                type="button"
                className={classes.waiting}
                aria-label={`Try ${tools[failed.tool].label} again. ${failed.text}`}
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
                aria-label={`Dismiss ${tools[failed.tool].label}`}
                title="Dismiss"
                onClick={() => edits.forget(failed.id)}
              >
                <IconX size={13} />
              </ActionIcon>
              <span>{tools[failed.tool].label}</span>
            </li>
          ))}
        </ol>
        {branchesOf(editing).map(({ edits, from, column }) => (
          <div key={edits[0]?.id} className={classes.branch} style={{ left: column * pitch + indent }}>
            {from !== undefined && <Leaving length={(column - from) * pitch + indent - pictureEnd} />}
            <ol aria-label={`Branch: ${edits.map(nameOf).join(', ')}`}>
              {edits.map((edit) => (
                <li key={edit.id}>{each(edit)}</li>
              ))}
            </ol>
            <span>{edits.map(nameOf).join(', ')}</span>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The grey line by which a branch leaves the row above it, so many pixels to its left. */
const Leaving = ({ length }: { length: number }) => {
  return (
    <svg className={classes.leaving} width={length} style={{ left: -length }} aria-hidden="true">
      <path d={`M0 0c5 0 7 5 7 14v37c0 9 4 14 13 14H${length}`} />
    </svg>
  )
}
