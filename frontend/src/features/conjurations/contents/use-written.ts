import { type RefObject, useEffect, useState } from 'react'

export interface Heading {
  key: string
  text: string
  element: Element
}

interface Written {
  words: number
  headings: ReadonlyMap<string, readonly Heading[]>
}

const nothing: Written = { words: 0, headings: new Map() }
/** A reader is slower than a typist's pauses are short: counted when nothing has changed for as long. */
const pauseMs = 400

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0

/** As it stands on the page, so that it is what this reader sees, and what is being typed counts. */
const readFrom = (root: Element): Written => {
  // What an empty text shows in its place is no word of it.
  const texts = [...root.querySelectorAll('[data-story]:not(:has([data-placeholder]))')]
  const headingsOf = (text: Element): Heading[] =>
    [...text.querySelectorAll('h1, h2, h3, h4, h5')]
      .filter(({ textContent }) => textContent?.trim())
      .map((element, n) => ({ key: `${n}`, text: element.textContent ?? '', element }))
  return {
    words: texts.reduce((sum, { textContent }) => sum + wordsIn(textContent ?? ''), 0),
    headings: new Map(texts.map((text) => [text.getAttribute('data-story') ?? '', headingsOf(text)])),
  }
}

/** How many words the texts of a page have, and the headings in them. */
export const useWritten = (ref: RefObject<Element | null>): Written => {
  const [written, setWritten] = useState(nothing)
  useEffect(() => {
    const root = ref.current
    if (!root) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setWritten(readFrom(root)), pauseMs)
    }
    const observer = new MutationObserver(look)
    observer.observe(root, { subtree: true, childList: true, characterData: true })
    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref])
  return written
}
