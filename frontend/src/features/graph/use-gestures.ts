import { type RefObject, useEffect, useEffectEvent } from 'react'
import { nodeSize, type Places, type Point } from './graph.ts'
import type { Viewport } from './viewport.ts'

/** Pixels that a finger or a hand may move and still mean a click. */
const still = 5

interface Gestures {
  stage: RefObject<HTMLElement | null>
  viewport: Viewport
  places: Places
  /** A click on a node; null is one beside all. */
  onPick: (id: string | null) => void
  /** A node is dragged; `isEnd` once it is let go. */
  onDrag: (id: string, to: Point, isEnd: boolean) => void
}

const nodeAt = (places: Places, { x, y }: Point): string | null => {
  let found: string | null = null
  for (const [id, place] of places)
    if (Math.abs(place.x - x) <= nodeSize.width / 2 && Math.abs(place.y - y) <= nodeSize.height / 2) found = id
  return found
}

interface Press {
  id: string | null
  /** Where it began on the stage, and where on the node. */
  start: Point
  grip: Point
  moved: boolean
}

/** Mouse, pen and fingers on the stage: a press drags a node or moves all, two fingers pinch, the wheel zooms at the pointer. */
export const useGestures = ({ stage, viewport, places, onPick, onDrag }: Gestures): void => {
  const begin = useEffectEvent((at: Point): Press => {
    const drawn = viewport.drawn(at)
    const id = nodeAt(places, drawn)
    const place = (id !== null && places.get(id)) || drawn
    return { id, start: at, grip: { x: drawn.x - place.x, y: drawn.y - place.y }, moved: false }
  })
  const pick = useEffectEvent((id: string | null) => onPick(id))
  const drag = useEffectEvent(({ id, grip }: Press, at: Point, isEnd: boolean) => {
    const to = viewport.drawn(at)
    if (id !== null) onDrag(id, { x: Math.round(to.x - grip.x), y: Math.round(to.y - grip.y) }, isEnd)
  })

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const pointers = new Map<number, Point>()
    let press: Press | undefined
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
    const events: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
      pointerdown(event) {
        // Buttons and fields lie over the stage.
        if (event.button !== 0 || (event.target as Element).closest('[data-over]')) return
        pointers.set(event.pointerId, at(event))
        if (pointers.size === 1) press = begin(at(event))
        else {
          if (press?.moved) drag(press, press.start, true)
          press = undefined
        }
      },
      pointermove(event) {
        const before = pointers.get(event.pointerId)
        if (!before) return
        const [now, spanBefore] = [at(event), spanOf()]
        pointers.set(event.pointerId, now)
        const span = spanOf()
        if (spanBefore && span) {
          viewport.moveBy(span.middle.x - spanBefore.middle.x, span.middle.y - spanBefore.middle.y)
          viewport.zoomAt(span.middle, viewport.get().scale * (span.length / Math.max(1, spanBefore.length)))
          return
        }
        if (!press) return
        if (!press.moved) {
          if (Math.hypot(now.x - press.start.x, now.y - press.start.y) < still) return
          press.moved = true
          element.setPointerCapture(event.pointerId)
        }
        if (press.id !== null) drag(press, now, false)
        else viewport.moveBy(now.x - before.x, now.y - before.y)
      },
      pointerup(event) {
        if (!pointers.delete(event.pointerId) || !press) return
        if (!press.moved) pick(press.id)
        else drag(press, at(event), true)
        press = undefined
      },
      pointercancel(event) {
        pointers.delete(event.pointerId)
        if (press?.moved) drag(press, press.start, true)
        press = undefined
      },
      wheel(event) {
        if ((event.target as Element).closest('[data-over]')) return
        event.preventDefault()
        if (event.shiftKey) return viewport.moveBy(-event.deltaX - event.deltaY, 0)
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
        viewport.zoomAt(
          at(event),
          viewport.get().scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015)),
        )
      },
    }
    const all = Object.entries(events) as [string, EventListener][]
    // A wheel that zooms must not scroll: such a listener may not be passive.
    for (const [type, listener] of all) element.addEventListener(type, listener, { passive: false })
    return () => {
      for (const [type, listener] of all) element.removeEventListener(type, listener)
    }
  }, [stage, viewport])
}
