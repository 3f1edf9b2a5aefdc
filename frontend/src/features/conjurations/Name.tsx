import type { KeyboardEvent } from 'react'
import { type Location, useLocation } from 'react-router'
import { conjurationNameLimit, untitledConjuration } from '#domain/conjuration-words.ts'
import { focusTextBelow, leadsBelow } from '../../writing/neighbours.ts'
import classes from './column.module.css'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'

interface Props {
  field: Field<string>
  editable: boolean
}

/**
 * The name as the page's heading, edited in place. Enter or Tab saves at once and moves to the text below; a blur saves
 * too. New lore starts with its name focused.
 */
export const Name = ({ field, editable }: Props) => {
  const { value, news } = useField(field)
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  if (!editable)
    return (
      <h1 className={classes.name} dir="auto">
        {value || untitledConjuration}
      </h1>
    )
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!leadsBelow(event)) return
    field.flush()
    // Without a text below, Tab has its default effect.
    if (focusTextBelow(event.currentTarget) || event.key === 'Enter') event.preventDefault()
  }
  return (
    <h1 className={`${classes.name} ${classes.grow}`} dir="auto" data-text={value || untitledConjuration}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just created this lore
        autoFocus={state?.isNew === true && value === ''}
        aria-label="Name"
        dir="auto"
        rows={1}
        value={value}
        maxLength={conjurationNameLimit}
        placeholder={untitledConjuration}
        spellCheck={false}
        onChange={(event) => field.type(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={field.leave}
        onKeyDown={onKeyDown}
      />
      <Fresh news={news} />
    </h1>
  )
}

/** A fading tint for a field that was just changed by another member. `news` counts these changes. */
const Fresh = ({ news }: { news: number }) =>
  news > 0 ? <i key={news} className={classes.fresh} aria-hidden="true" /> : null
