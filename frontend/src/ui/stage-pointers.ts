import type { Point, Viewport } from './viewport.ts'

export type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Listens on an element until what it answers is called. */
export const listenOn = (element: HTMLElement, events: Listeners): (() => void) => {
  const all = Object.entries(events) as [string, EventListener][]
  // A wheel that zooms must not scroll: such a listener may not be passive.
  for (const [type, listener] of all) element.addEventListener(type, listener, { passive: false })
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener)
  }
}

/** Bars, buttons and fields lie over the stage. */
export const isOver = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-over]') !== null

/** Pixels of a line that a wheel counts in. */
const lineHeight = 20

/** The pointers that are down on a stage: two pinch it, and the wheel zooms at the pointer. */
export const stagePointers = (element: HTMLElement, viewport: Viewport) => {
  const pointers = new Map<number, Point>()
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const spanOf = () => {
    const [one, other] = [...pointers.values()]
    if (!one || !other) return undefined
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
    return { middle, length: Math.hypot(one.x - other.x, one.y - other.y) }
  }
  return {
    /** Where a pointer is on the stage. */
    at,
    /** How many are down, with this one. */
    down(event: PointerEvent): number {
      pointers.set(event.pointerId, at(event))
      return pointers.size
    },
    /** Whether it was down. */
    up: ({ pointerId }: PointerEvent): boolean => pointers.delete(pointerId),
    /** From where to where one that is down has moved; `isPinch` where another is down too, and the view has followed both. */
    move(event: PointerEvent): { before: Point; now: Point; isPinch: boolean } | undefined {
      const before = pointers.get(event.pointerId)
      if (!before) return undefined
      const [now, spanBefore] = [at(event), spanOf()]
      pointers.set(event.pointerId, now)
      const span = spanOf()
      if (!spanBefore || !span) return { before, now, isPinch: false }
      viewport.moveBy(span.middle.x - spanBefore.middle.x, span.middle.y - spanBefore.middle.y)
      viewport.zoomAt(span.middle, viewport.get().scale * (span.length / Math.max(1, spanBefore.length)))
      return { before, now, isPinch: true }
    },
    /** Zooms, or moves sideways with Shift. Whether it was meant for the stage. */
    wheel(event: WheelEvent): boolean {
      if (isOver(event)) return false
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1
      if (event.shiftKey) viewport.moveBy(-(event.deltaX + event.deltaY) * lines, 0)
      else {
        const speed = event.ctrlKey ? 0.01 : 0.0015
        viewport.zoomAt(at(event), viewport.get().scale * Math.exp(-event.deltaY * lines * speed))
      }
      return true
    },
  }
}
