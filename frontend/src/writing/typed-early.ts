type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

const keyOf = (textId: string) => `loreloom.typed.${textId}`

const after = (before: string, key: string): string | undefined => {
  if (key === 'Enter') return `${before}\n`
  if (key === 'Backspace') return before.slice(0, -1)
  return [...key].length === 1 ? before + key : undefined
}

/** What is typed into a text after its touch and before its editor has come. It outlives loading the page anew, which may be needed for that. */
export const typedEarly = (shelf: Shelf, textId: string) => {
  const waiting = () => shelf.getItem(keyOf(textId))
  return {
    /** Whether the editor is to open by itself: somebody asked for it, and maybe typed already. */
    isWaiting: () => waiting() !== null,
    wait: () => shelf.setItem(keyOf(textId), waiting() ?? ''),
    /** Answers whether it was a letter, and is kept. */
    hear: ({ key, ctrlKey, metaKey, altKey, isComposing }: Key): boolean => {
      const typed = after(waiting() ?? '', key)
      if (ctrlKey || metaKey || altKey || isComposing || typed === undefined) return false
      shelf.setItem(keyOf(textId), typed)
      return true
    },
    /** Keeps what was pasted. */
    paste: (words: string) => shelf.setItem(keyOf(textId), (waiting() ?? '') + words),
    /** For the editor, once. */
    take: (): string => {
      const typed = waiting() ?? ''
      shelf.removeItem(keyOf(textId))
      return typed
    },
  }
}
