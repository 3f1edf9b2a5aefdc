import type Quill from 'quill/core.js'
import { type RefObject, useEffect, useState } from 'react'
import { Delta } from '#domain/deltas.ts'
import type { Mentionable } from '../../data/mentions.ts'

interface Typed {
  /** Where the @ stands. */
  at: number
  query: string
  /** Pixels within the page that the editor is on. */
  place: { left: number; top: number }
}

/** A name being typed: up to five words after an @ that begins a word. */
const typing = /(?:^|[\s("'])@((?:[\p{L}\p{N}'’.-]+ ?){0,5})$/u
const gap = 6

const typedIn = (quill: Quill, page: Element): Typed | undefined => {
  const range = quill.getSelection()
  if (!range || range.length > 0) return undefined
  const [line, offset] = quill.getLine(range.index)
  if (!line) return undefined
  const before = quill.getText(range.index - offset, offset)
  const query = typing.exec(before)?.[1]
  if (query === undefined) return undefined
  const at = range.index - query.length - 1
  const bounds = quill.getBounds(at)
  if (!bounds) return undefined
  const [own, all] = [quill.container.getBoundingClientRect(), page.getBoundingClientRect()]
  return { at, query, place: { left: bounds.left + own.left - all.left, top: bounds.bottom + own.top - all.top + gap } }
}

/** The name that is being typed after an @, if one is, and what puts a mention in its place. */
export const useMentioning = (quill: Quill | null, page: RefObject<Element | null>) => {
  const [typed, setTyped] = useState<Typed>()
  const [closed, setClosed] = useState<number>()
  useEffect(() => {
    if (!quill) return
    const look = () => {
      const next = page.current ? typedIn(quill, page.current) : undefined
      setTyped((last) => (last?.at === next?.at && last?.query === next?.query ? last : next))
      if (!next) setClosed(undefined)
    }
    quill.on('editor-change', look)
    return () => {
      quill.off('editor-change', look)
      setTyped(undefined)
    }
  }, [quill, page])

  return {
    typed: typed && typed.at !== closed ? typed : undefined,
    close: () => setClosed(typed?.at),
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
      setTyped(undefined)
    },
  }
}
