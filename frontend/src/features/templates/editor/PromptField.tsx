import { useId, useRef } from 'react'
import { attributePromptLimit } from '#domain/template-attributes.ts'
import { Placeholders } from '../Placeholders.tsx'
import classes from './template-editor.module.css'

interface Props {
  value: string
  isLacking: boolean
  onChange: (prompt: string) => void
}

/** The prompt of an attribute. The same text is rendered beneath the field with the names in brackets highlighted. */
export const PromptField = ({ value, isLacking, onChange }: Props) => {
  const id = useId()
  const below = useRef<HTMLDivElement>(null)
  return (
    <div className={classes.prompt}>
      <label htmlFor={id}>Prompt</label>
      <div className={classes.marked}>
        <div ref={below} className={classes.marks} aria-hidden="true" dir="auto">
          <Placeholders prompt={value} />{' '}
        </div>
        <textarea
          id={id}
          dir="auto"
          rows={3}
          maxLength={attributePromptLimit}
          aria-invalid={isLacking || undefined}
          aria-describedby={`${id}-help`}
          placeholder="Say what is to be written."
          value={value}
          onScroll={({ currentTarget }) => below.current?.scrollTo({ top: currentTarget.scrollTop })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <small id={`${id}-help`}>
        [Name] of another attribute brings in its text; any other word in brackets is asked for when lore is made.
      </small>
    </div>
  )
}
