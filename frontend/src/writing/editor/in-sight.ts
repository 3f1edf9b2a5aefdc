import scrollRectIntoView from 'quill/core/utils/scrollRectIntoView.js'
import type Quill from 'quill/core.js'

/** Between a line and what lies over the screen, in pixels. */
const gap = 8

const scrollerOf = (element: Element): Element => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/** The first pixel of the window that tools, a list or a keyboard of the screen cover at its bottom. */
export const coveredFrom = (): number => {
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
  const tops = [...document.querySelectorAll('[data-covers]')]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).position === 'fixed')
    .map((each) => each.getBoundingClientRect().top)
    // What lies at the top of the screen covers none of its bottom.
    .filter((top) => top > innerHeight / 3)
  return Math.min(seen, ...tops)
}

/** The line of the caret stays above what lies over the bottom of the screen. A selection stays where it is. */
export const keepInSight = (quill: Quill): void => {
  quill.scrollRectIntoView = (rect) => {
    const range = quill.selection.lastRange
    if (range && range.length > 0) return
    const end = scrollerOf(quill.root).getBoundingClientRect().bottom
    const hidden = Math.max(0, Math.min(end, innerHeight) - coveredFrom()) + gap
    // Quill scrolls only what is beyond the end: a line under the tools is not.
    scrollRectIntoView(quill.root, { ...rect, bottom: rect.bottom + hidden })
  }
}

const listeners = new Set<() => void>()

/** Calls back when something begins to lie over the bottom of the screen, until what it answers is called. */
export const onCovered = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Something lies over the bottom of the screen now: a line that is written there moves out from under it. */
export const announceCover = (): void => {
  for (const listener of listeners) listener()
}

/** Tells style sheets how much of the window a keyboard of the screen covers until what it answers is called. */
export const followKeyboard = (): (() => void) => {
  const viewport = visualViewport
  if (!viewport) return () => undefined
  const tell = () => {
    const covered = Math.max(0, Math.round(innerHeight - viewport.offsetTop - viewport.height))
    document.documentElement.style.setProperty('--ll-keyboard', `${covered}px`)
    announceCover()
  }
  tell()
  viewport.addEventListener('resize', tell)
  viewport.addEventListener('scroll', tell)
  return () => {
    viewport.removeEventListener('resize', tell)
    viewport.removeEventListener('scroll', tell)
    document.documentElement.style.removeProperty('--ll-keyboard')
  }
}
