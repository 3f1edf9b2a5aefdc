import { useState } from 'react'
import { conjurationDescriptionLimit } from '#domain/conjuration-words.ts'
import classes from './column.module.css'
import { Fresh } from './Fresh.tsx'
import type { Field } from './saving/field.ts'
import { useField } from './saving/use-fields.ts'

interface Props {
  field: Field<string>
  editable: boolean
}

/** Shorter than this, and in one paragraph, a description is a line under the name rather than a text. */
const standfirstLength = 180
const isStandfirst = (text: string) => text.length <= standfirstLength && !text.includes('\n')
/** From here on the field says how much room is left. */
const nearlyFull = conjurationDescriptionLimit - 500

/** The description: a column to read, which is a field that grows for whoever may write it. */
export const Description = ({ field, editable }: Props) => {
  const { value, news } = useField(field)
  const [set, setSet] = useState<'standfirst' | 'text' | null>(null)
  // What is being written does not change its size under the hand.
  const look = set ?? (isStandfirst(value) ? 'standfirst' : 'text')
  if (!editable)
    return value ? (
      <p className={classes[look]} dir="auto">
        {value}
      </p>
    ) : null
  return (
    <div className={`${classes[look]} ${classes.grow}`} dir="auto" data-text={value || placeholder}>
      <textarea
        aria-label="Description"
        dir="auto"
        rows={1}
        value={value}
        maxLength={conjurationDescriptionLimit}
        placeholder={placeholder}
        onFocus={() => setSet(look)}
        onChange={(event) => field.type(event.currentTarget.value)}
        onBlur={() => {
          setSet(null)
          field.leave()
        }}
      />
      <Fresh news={news} />
      {value.length > nearlyFull && (
        <small className={`${classes.left} num`} role="status">
          {(conjurationDescriptionLimit - value.length).toLocaleString('en')} characters left
        </small>
      )}
    </div>
  )
}

const placeholder = 'What should your table know about it?'
