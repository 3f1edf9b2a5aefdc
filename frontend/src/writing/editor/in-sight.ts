import scrollRectIntoView from 'quill/core/utils/scrollRectIntoView.js'
import type Quill from 'quill/core.js'

/** Gap between a line and an overlay, in pixels. */
const gap = 8

/** Returns the closest vertically scrollable ancestor. The style alone would also match elements that scroll sideways, such as tables. */
const scrollerOf = (element: Element): Element => {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.documentElement
}

/** Returns the y coordinate in the window below which tools, a list or the on-screen keyboard cover its content. */
export const coveredFrom = (): number => {
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
  const tops = [...document.querySelectorAll('[data-covers]')]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).position === 'fixed')
    .map((each) => each.getBoundingClientRect().top)
    // An overlay at the top of the screen does not cover its bottom.
    .filter((top) => top > innerHeight / 3)
  return Math.min(seen, ...tops)
}

/** Scrolls the caret into sight after keys. A browser scrolls it only into the window, where the tools may cover its line. */
const followKeys = (quill: Quill): void => {
  let isByKey = false
  let frame: number | undefined
  quill.root.addEventListener('keydown', () => {
    isByKey = true
  })
  // After a press nothing scrolls: otherwise the second press of a double click would hit another line.
  quill.root.addEventListener('pointerdown', () => {
    isByKey = false
  })
  quill.on('editor-change', (...change) => {
    // Changes of others do not scroll.
    if (change.at(-1) !== 'user' || !isByKey || frame !== undefined) return
    frame = requestAnimationFrame(() => {
      frame = undefined
      if (quill.root.isConnected && quill.hasFocus()) quill.scrollSelectionIntoView()
    })
  })
}

/** Scrolls the caret's line above overlays at the bottom of the screen. A selection is not scrolled. */
export const keepInSight = (quill: Quill): void => {
  followKeys(quill)
  quill.scrollRectIntoView = (rect) => {
    const range = quill.selection.lastRange
    if (range && range.length > 0) return
    const end = scrollerOf(quill.root).getBoundingClientRect().bottom
    const hidden = Math.max(0, Math.min(end, innerHeight) - coveredFrom()) + gap
    // Quill scrolls only to lines outside of the viewport, and a line behind the tools is inside.
    scrollRectIntoView(quill.root, { ...rect, bottom: rect.bottom + hidden })
  }
}

const listeners = new Set<() => void>()

/** Subscribes to overlays that appear at the bottom of the screen, until the returned function is called. */
export const onCovered = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies the editors of an overlay at the bottom of the screen, so that they scroll the edited line above it. */
export const announceCover = (): void => {
  for (const listener of listeners) listener()
}

/** Calls a listener when the height of the page around an element changes, as for a banner, until the returned function is called. */
export const onResized = (element: Element, listener: () => void): (() => void) => {
  let page: Element = document.documentElement
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) page = at
  let height = page.clientHeight
  const observer = new ResizeObserver(() => {
    if (page.clientHeight === height) return
    height = page.clientHeight
    listener()
  })
  observer.observe(page)
  return () => observer.disconnect()
}

/** Publishes the height of the on-screen keyboard to style sheets, until the returned function is called. */
export const followKeyboard = (): (() => void) => {
  const viewport = visualViewport
  if (!viewport) return () => undefined
  const publishHeight = () => {
    const covered = Math.max(0, Math.round(innerHeight - viewport.offsetTop - viewport.height))
    document.documentElement.style.setProperty('--ll-keyboard', `${covered}px`)
    announceCover()
  }
  publishHeight()
  viewport.addEventListener('resize', publishHeight)
  viewport.addEventListener('scroll', publishHeight)
  return () => {
    viewport.removeEventListener('resize', publishHeight)
    viewport.removeEventListener('scroll', publishHeight)
    document.documentElement.style.removeProperty('--ll-keyboard')
  }
}
