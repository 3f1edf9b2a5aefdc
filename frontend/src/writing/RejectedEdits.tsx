import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { copyText } from '../ui/copy.ts'
import classes from './rejected-edits.module.css'
import type { RejectedEdit } from './session/rejected-edit.ts'

const sentences: { [Kind in RejectedEdit['kind']]: (edit: Extract<RejectedEdit, { kind: Kind }>) => string } = {
  refused: ({ message }) => `Not saved: ${message.replace(/[.!?]?$/, '.')} Your words are kept here.`,
  too_old: () => 'Not saved: this text has gone on too far since you wrote this. Your words are kept here as a copy.',
  lost: () => 'Not saved: you may not write here any more. Your words are kept here.',
  diverged: () => 'Not saved: this text had to be loaded anew. Your words are kept here.',
}

interface Props {
  rejectedEdits: readonly RejectedEdit[]
  onDismiss: (edit: RejectedEdit) => void
}

/** Focuses the notice if its editor was closed while the user typed: otherwise each space would scroll the page. */
const showWhereFocusWas = (notice: HTMLElement | null) => {
  if (!notice || document.activeElement !== document.body) return
  notice.focus({ preventScroll: true })
  notice.scrollIntoView({ block: 'nearest' })
}

/** Rejected edits, shown next to the text, so that no input is lost unnoticed. */
export const RejectedEdits = ({ rejectedEdits, onDismiss }: Props) =>
  rejectedEdits.map((edit, n) => (
    <div
      key={n}
      ref={showWhereFocusWas}
      className={classes.edit}
      role="alert"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && [...event.key].length === 1) event.preventDefault()
      }}
    >
      <IconAlertTriangle size={15} aria-hidden="true" />
      <div>
        <p>{sentences[edit.kind](edit as never)}</p>
        <blockquote dir="auto">{edit.words}</blockquote>
      </div>
      <Button size="xs" onClick={() => void copyText(edit.words, 'Text')}>
        Copy
      </Button>
      <ActionIcon aria-label="Dismiss" onClick={() => onDismiss(edit)}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  ))

const missingSentences = {
  text: 'This text could not be loaded.',
  writing: 'This text can be read, but not written in: its editor could not be loaded. What you wrote here is kept.',
}

interface MissingProps {
  what: keyof typeof missingSentences
  onRetry: () => void
}

/** A notice with a retry button for a part of a text that failed to load. */
export const Missing = ({ what, onRetry }: MissingProps) => (
  <div className={classes.edit} role="alert">
    <IconAlertTriangle size={15} aria-hidden="true" />
    <div>
      <p>{missingSentences[what]}</p>
    </div>
    <Button size="xs" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
