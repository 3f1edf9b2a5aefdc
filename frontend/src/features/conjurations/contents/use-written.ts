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
/** Words are counted when the page has not changed for this time. */
const pauseMs = 400

const blocks = 'p, li, h3, h4, h5, pre, th, td'
/** The text of an element with breaks between blocks, so that words do not merge. */
const lettersIn = (element: Element): string => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let letters = ''
  let before: Element | null | undefined
  while (walker.nextNode()) {
    const block = walker.currentNode.parentElement?.closest(blocks)
    if (block !== before) letters += '\n'
    letters += walker.currentNode.textContent
    before = block
  }
  return letters
}
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0

/** Reads the rendered page, which is exactly what this reader sees, including unsaved input. */
const readFrom = (root: Element): Written => {
  const texts = [...root.querySelectorAll('[data-story]')]
  // Excludes tools, author names and placeholders. The first match counts, because table cells contain editors too.
  const written = texts.flatMap((text) => text.querySelector('[data-written]') ?? [])
  const headingsOf = (text: Element): Heading[] =>
    [...text.querySelectorAll('h1, h2, h3, h4, h5')]
      .filter(({ textContent }) => textContent?.trim())
      .map((element, n) => ({ key: `${n}`, text: element.textContent ?? '', element }))
  return {
    words: written.reduce((sum, text) => sum + wordsIn(lettersIn(text)), 0),
    headings: new Map(texts.map((text) => [text.getAttribute('data-story') ?? '', headingsOf(text)])),
  }
}

/** The number of words of the page's texts, and their headings. */
export const useWritten = (ref: RefObject<Element | null>): Written => {
  const [written, setWritten] = useState(nothing)
  useEffect(() => {
    const root = ref.current
    if (!root) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleRead = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setWritten(readFrom(root)), pauseMs)
    }
    const observer = new MutationObserver(scheduleRead)
    observer.observe(root, { subtree: true, childList: true, characterData: true })
    scheduleRead()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref])
  return written
}
