import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useUnsaved } from './use-unsaved.ts'

interface Options {
  /** The name as it is stored; empty without one. */
  name: string
  /** True if a blank input removes the name; otherwise a blank input changes nothing. */
  canBeBlank?: boolean
  /** Starts in edit mode. */
  isBegun?: boolean
  /** Stores a changed name, without spaces around it. */
  save: (name: string) => Promise<void>
}

/**
 * A name edited in place: Enter or blur saves, Escape cancels. `isByKey` is true after a key ended the editing: the focus
 * then returns to the button that started it.
 */
export const useRenaming = ({ name, canBeBlank = false, isBegun = false, save }: Options) => {
  const [text, setText] = useState<string | null>(isBegun ? name : null)
  const [isByKey, setByKey] = useState(false)
  const isDone = useRef(false)
  const changed = (typed: string | null): string | undefined => {
    const trimmed = typed?.trim()
    return trimmed === undefined || trimmed === name || (trimmed === '' && !canBeBlank) ? undefined : trimmed
  }
  const end = () => {
    isDone.current = true
    setText(null)
  }
  const finish = async () => {
    if (isDone.current) return
    const wanted = changed(text)
    end()
    if (wanted !== undefined) await save(wanted)
  }
  useUnsaved(
    () => changed(text) !== undefined,
    () => void finish(),
  )
  return {
    isEditing: text !== null,
    isByKey,
    begin() {
      isDone.current = false
      setByKey(false)
      setText(name)
    },
    field: {
      value: text ?? '',
      onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.currentTarget.value),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The same press would otherwise activate the newly focused button and start again.
        event.preventDefault()
        setByKey(true)
        if (event.key === 'Enter') void finish()
        else end()
      },
      onBlur: () => void finish(),
    },
  }
}
