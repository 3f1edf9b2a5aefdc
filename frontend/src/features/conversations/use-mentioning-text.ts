import { useState } from 'react'

/** A name being typed: up to five words after an @ that begins a word. */
const typing = /(?:^|[\s("'])@((?:[\p{L}\p{N}'’.-]+ ?){0,5})$/u

/** The name that is being typed after an @ in a plain field, with the index of its @. */
export const useMentioningText = (field: HTMLTextAreaElement | null) => {
  const [typed, setTyped] = useState<{ at: number; query: string }>()
  const [closedAt, setClosedAt] = useState<number>()
  return {
    typed: typed && typed.at !== closedAt ? typed : undefined,
    close: () => setClosedAt(typed?.at),
    /** Reads what stands before the caret. */
    look() {
      if (!field) return
      const { selectionStart: caret, selectionEnd: end, value } = field
      const query = caret === end ? typing.exec(value.slice(0, caret))?.[1] : undefined
      setTyped(query === undefined ? undefined : { at: caret - query.length - 1, query })
      if (query === undefined) setClosedAt(undefined)
    },
  }
}
