import type Quill from 'quill/core.js'
import type { RefObject } from 'react'
import { Delta } from '#domain/deltas.ts'
import type { Mentionable } from '../../data/mentions.ts'
import { useTyped } from './use-typed.ts'

/** A name after an @ at the start of a word: up to five words. */
const typing = /(?:^|[\s("'])@((?:[\p{L}\p{N}'’.-]+ ?){0,5})$/u

const punctuation = /^[.,;:!?)\]]$/

/**
 * Handles the first input after a mention, which was inserted with a space before the caret: a typed space is dropped,
 * and punctuation replaces the inserted space.
 */
const followSpace = (quill: Quill, caret: number) => {
  const ended = new AbortController()
  const end = () => ended.abort()
  const onInput = (event: InputEvent) => {
    const { inputType, data } = event
    if (inputType !== 'insertText' || data === null) return
    end()
    if (data !== ' ' && !punctuation.test(data)) return
    event.preventDefault()
    if (data === ' ') return
    quill.updateContents(
      new Delta()
        .retain(caret - 1)
        .insert(data)
        .delete(1),
      'user',
    )
    quill.setSelection(caret, 0, 'user')
  }
  quill.root.addEventListener('beforeinput', onInput, { signal: ended.signal })
  // Any change or movement of the caret ends this handling.
  quill.once('editor-change', end)
}

/** The name typed after an @, and a function that replaces it by a mention. */
export const useMentioning = (quill: Quill | null, page: RefObject<Element | null>) => {
  const { typed, close, end } = useTyped(quill, page, typing)
  return {
    typed,
    close,
    insert({ id, kind, name }: Mentionable) {
      if (!quill || !typed) return
      const { at, query } = typed
      const mention = { id, kind, words: name }
      quill.updateContents(
        new Delta()
          .retain(at)
          .delete(query.length + 1)
          .insert({ mention })
          .insert(' '),
        'user',
      )
      quill.setSelection(at + 2, 0, 'user')
      followSpace(quill, at + 2)
      end()
    },
  }
}
