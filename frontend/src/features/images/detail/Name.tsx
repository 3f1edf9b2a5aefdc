import { type KeyboardEvent, useRef, useState } from 'react'
import type { ImageRow } from '#projections/images.ts'
import { messageOf } from '../../../app/problem.ts'
import { SaveIndicator, type SaveState } from '../../../ui/SaveIndicator.tsx'
import { toast } from '../../../ui/toast.ts'
import { useRenameImageMutation } from '../api.ts'

interface Props {
  row: ImageRow
  title: string
  editable: boolean
}

/** A picture's name, changed where it stands: Enter or leaving saves, Escape takes back. A blank one changes nothing. */
export const Name = ({ row, title, editable }: Props) => {
  const [text, setText] = useState<string | null>(null)
  const [state, setState] = useState<SaveState>('idle')
  const [rename] = useRenameImageMutation()
  const done = useRef(false)

  const begin = () => {
    done.current = false
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
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    if (event.key === 'Escape') end()
  }

  return (
    <div className="det-name">
      {text === null ? (
        <>
          <h1>{title}</h1>
          {editable && (
            <button type="button" onClick={begin}>
              Rename
            </button>
          )}
        </>
      ) : (
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
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
