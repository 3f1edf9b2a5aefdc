import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconHistory, IconUsers, IconX } from '@tabler/icons-react'
import classes from './column.module.css'
import type { Field } from './saving/field.ts'
import { useNote } from './saving/use-fields.ts'

interface Props<V> {
  field: Field<V>
  people: ReadonlyMap<string, string> | undefined
  /** Formats the other version. */
  show: (version: V) => string
}

const summaries = {
  refused: 'Read mine',
  overtaken: 'Read mine',
  outdated: 'Read mine',
  crossed: 'Read theirs',
  restored: 'Read what was there',
}

/** Notes another version of a field, with a button to restore it. */
export const FieldNote = <V,>({ field, people, show }: Props<V>) => {
  const note = useNote(field, people)
  if (!note) return null
  const isRefused = note.kind === 'refused'
  const Icon = isRefused
    ? IconAlertTriangle
    : note.kind === 'restored' || note.kind === 'outdated'
      ? IconHistory
      : IconUsers
  return (
    <div className={classes.note} data-kind={note.kind} role={isRefused ? 'alert' : 'status'}>
      <Icon size={15} aria-hidden="true" />
      <div>
        <p>{note.text}</p>
        <details>
          <summary>{note.kind === 'crossed' && note.isElsewhere ? 'Read the other' : summaries[note.kind]}</summary>
          <blockquote dir="auto">{show(note.version) || 'Nothing at all.'}</blockquote>
        </details>
      </div>
      <Button size="xs" onClick={field.takeVersion}>
        {note.act}
      </Button>
      <ActionIcon aria-label="Dismiss" onClick={field.dismiss}>
        <IconX size={15} />
      </ActionIcon>
    </div>
  )
}
