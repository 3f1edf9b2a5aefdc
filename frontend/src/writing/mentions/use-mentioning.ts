import type Quill from 'quill/core.js'
import type { RefObject } from 'react'
import { Delta } from '#domain/deltas.ts'
import type { Mentionable } from '../../data/mentions.ts'
import { useTyped } from './use-typed.ts'

/** A name after an @ at the start of a word: up to five words. */
const typing = /(?:^|[\s("'])@((?:[\p{L}\p{N}'’.-]+ ?){0,5})$/u

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
      end()
    },
  }
}
