import type { Point, Viewport } from './viewport.ts'

export type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Adds event listeners to an element until the returned function is called. */
export const listenOn = (element: HTMLElement, events: Listeners): (() => void) => {
  const all = Object.entries(events) as [string, EventListener][]
  // The wheel must zoom instead of scroll, which a passive listener cannot prevent.
  for (const [type, listener] of all) element.addEventListener(type, listener, { passive: false })
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener)
  }
}

/** Returns true for events on controls above the stage. */
export const isOver = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-over]') !== null

/** Pixels per line, for wheel events in lines. */
const lineHeight = 20

/** Tracks the pointers on a stage: two pinch it, and the wheel zooms at the pointer. */
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
    /** Position of a pointer on the stage. */
    at,
    /** Adds a pointer and returns their number. */
    down(event: PointerEvent): number {
      pointers.set(event.pointerId, at(event))
      return pointers.size
    },
    /** Removes a pointer; returns true if it was down. */
    up: ({ pointerId }: PointerEvent): boolean => pointers.delete(pointerId),
    /** Returns the movement of a pressed pointer; `isPinch` if a second one is down and the view has followed both. */
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
    /** Zooms, or scrolls sideways with Shift. Returns true if the event was meant for the stage. */
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
