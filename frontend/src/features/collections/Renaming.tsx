import { useRef, useState } from 'react'
import { collectionNameLimit } from '#domain/collections.ts'
import { conjurationNameLimit, untitledConjuration } from '#domain/conjuration-words.ts'
import { useUnsaved } from '../../base/use-unsaved.ts'
import classes from './tree.module.css'

interface Props {
  name: string
  isConjuration: boolean
  onDone: (name: string | null) => void
}

/** A field for a new name. Enter and blur end with the name, Escape with null, as does a blank or unchanged name. */
export const Renaming = ({ name, isConjuration, onDone }: Props) => {
  const [text, setText] = useState(name)
  const done = useRef(false)
  const end = (value: string | null) => {
    if (done.current) return
    done.current = true
    onDone(value?.trim() && value.trim() !== name ? value.trim() : null)
  }
  useUnsaved(
    () => !done.current && !['', name].includes(text.trim()),
    () => end(text),
  )
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user just started editing
      autoFocus
      className={classes.rename}
      aria-label={`New name of ${name || untitledConjuration}`}
      dir="auto"
      value={text}
      maxLength={isConjuration ? conjurationNameLimit : collectionNameLimit}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') end(text)
        if (event.key === 'Escape') end(null)
      }}
      onBlur={() => end(text)}
    />
  )
}
