import type { KeyboardEvent } from 'react'
import { type Location, useLocation } from 'react-router'
import { loreNameLimit, untitledLore } from '#domain/conjurations.ts'
import { Fresh } from './Fresh.tsx'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'

interface Props {
  field: Field<string>
  editable: boolean
}

/** The name as the page's heading, written where it stands. Enter and leaving it save at once. Lore just made is named first. */
export const Name = ({ field, editable }: Props) => {
  const { value, news } = useField(field)
  const { state }: Location<{ isNew?: boolean } | null> = useLocation()
  if (!editable) return <h1 className="lore-name">{value || untitledLore}</h1>
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.blur()
  }
  return (
    <h1 className="lore-name lore-grow" data-text={value || untitledLore}>
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for something to write in
        autoFocus={state?.isNew === true && value === ''}
        aria-label="Name"
        rows={1}
        value={value}
        maxLength={loreNameLimit}
        placeholder={untitledLore}
        spellCheck={false}
        onChange={(event) => field.type(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={field.leave}
        onKeyDown={onKeyDown}
      />
      <Fresh news={news} />
    </h1>
  )
}
