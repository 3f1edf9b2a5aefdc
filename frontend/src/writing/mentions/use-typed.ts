import type Quill from 'quill/core.js'
import { type RefObject, useEffect, useState } from 'react'
import type { LinePlace } from './BesideLine.tsx'

/** Text typed after a trigger sign, such as a name after @. */
export interface Typed {
  /** Index of the sign. */
  at: number
  query: string
  place: LinePlace
}

const typedIn = (quill: Quill, page: Element, typing: RegExp): Typed | undefined => {
  const range = quill.getSelection()
  if (!range || range.length > 0 || quill.composition.isComposing) return undefined
  const [line, offset] = quill.getLine(range.index)
  if (!line) return undefined
  const before = quill.getText(range.index - offset, offset)
  const query = typing.exec(before)?.[1]
  if (query === undefined) return undefined
  const at = range.index - query.length - 1
  const bounds = quill.getBounds(at)
  if (!bounds) return undefined
  const [own, all] = [quill.container.getBoundingClientRect(), page.getBoundingClientRect()]
  const down = own.top - all.top
  const place = { left: bounds.left + own.left - all.left, top: bounds.top + down, bottom: bounds.bottom + down }
  return { at, query, place }
}

/** Returns the text between a trigger sign and the caret, as captured by `typing`, until its menu is closed. */
export const useTyped = (quill: Quill | null, page: RefObject<Element | null>, typing: RegExp) => {
  const [typed, setTyped] = useState<Typed>()
  const [closed, setClosed] = useState<number>()
  useEffect(() => {
    if (!quill) return
    const look = () => {
      const next = page.current ? typedIn(quill, page.current, typing) : undefined
      setTyped((last) => (last?.at === next?.at && last?.query === next?.query ? last : next))
      if (!next) setClosed(undefined)
    }
    quill.on('editor-change', look)
    // The sign may have been typed before the editor was there.
    look()
    return () => {
      quill.off('editor-change', look)
      setTyped(undefined)
    }
  }, [quill, page, typing])
  return {
    typed: typed && typed.at !== closed ? typed : undefined,
    close: () => setClosed(typed?.at),
    end: () => setTyped(undefined),
  }
}
