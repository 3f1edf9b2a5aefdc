import { type KeyboardEvent, useRef, useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../../app/problem.ts'
import { useUnsaved } from '../../../app/use-unsaved.ts'
import { useRenameImageMutation } from '../../../data/images.ts'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './detail.module.css'

interface Props {
  row: ImageRow
  title: string
  editable: boolean
  /** Starts in edit mode. */
  isBegun?: boolean
}

/**
 * An image's name, edited in place: Enter or blur saves, Escape cancels. A blank name changes nothing. After a key
 * press the focus returns to the button that started editing.
 */
export const Name = ({ row, title, editable, isBegun = false }: Props) => {
  const [text, setText] = useState<string | null>(isBegun ? (row.name ?? '') : null)
  const [state, setState] = useState<SaveState>('idle')
  const [rename] = useRenameImageMutation()
  const [isByKey, setByKey] = useState(false)
  const done = useRef(false)

  const begin = () => {
    done.current = false
    setByKey(false)
    setText(row.name ?? '')
  }
  const end = () => {
    done.current = true
    setText(null)
  }
  const save = async () => {
    if (done.current) return
    const name = (text ?? '').trim()
    end()
    if (!name || name === row.name) return
    setState('saving')
    const { error } = await rename({ id: row.id, name })
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'The name could not be saved. Please try again.'))
  }
  useUnsaved(
    () => ![undefined, '', row.name ?? ''].includes(text?.trim()),
    () => void save(),
  )
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The same press would otherwise activate the newly focused button and start again.
    event.preventDefault()
    setByKey(true)
    if (event.key === 'Enter') void save()
    else end()
  }

  return (
    <div className={classes.name}>
      {text === null ? (
        <>
          <h1>{title}</h1>
          {editable && (
            // biome-ignore lint/a11y/noAutofocus: who pressed Enter or Escape was here before
            <button type="button" autoFocus={isByKey} onClick={begin}>
              Rename
            </button>
          )}
        </>
      ) : (
        <input
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the user just started editing
          autoFocus
          aria-label="Name"
          value={text}
          maxLength={255}
          placeholder={title}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={key}
          onBlur={() => void save()}
        />
      )}
      <SaveIndicator state={state} />
    </div>
  )
}
