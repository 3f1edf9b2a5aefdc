import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { copyText } from '../ui/copy.ts'
import classes from './asides.module.css'
import type { Aside } from './session/aside.ts'

const sentences: { [Kind in Aside['kind']]: (aside: Extract<Aside, { kind: Kind }>) => string } = {
  refused: ({ message }) => `Not saved: ${message.replace(/[.!?]?$/, '.')} Your words are kept here.`,
  too_old: () => 'Not saved: this text has gone on too far since you wrote this. Your words are kept here as a copy.',
  lost: () => 'Not saved: you may not write here any more. Your words are kept here.',
  diverged: () => 'Not saved: this text had to be loaded anew. Your words are kept here.',
}

interface Props {
  asides: readonly Aside[]
  onDismiss: (aside: Aside) => void
}

/** Rejected edits, shown next to the text, so that no input is lost unnoticed. */
export const Asides = ({ asides, onDismiss }: Props) =>
  asides.map((aside, n) => (
    <div key={n} className={classes.aside} role="alert">
      <IconAlertTriangle size={15} aria-hidden="true" />
      <div>
        <p>{sentences[aside.kind](aside as never)}</p>
        <blockquote dir="auto">{aside.words}</blockquote>
      </div>
      <Button size="xs" onClick={() => void copyText(aside.words, 'Text')}>
        Copy
      </Button>
      <ActionIcon aria-label="Dismiss" onClick={() => onDismiss(aside)}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  ))
