import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Point, Viewport } from '../../../../ui/viewport.ts'

interface Gestures {
  stage: RefObject<HTMLElement | null>
  viewport: Viewport
  /** A press moves the map itself: no tool is in hand, or Space is held. */
  isPanning: () => boolean
  /** With the tool in hand, in pixels of the map. It is let go as well when a second finger comes. */
  onPress: (at: Point) => void
  onDrag: (from: Point, to: Point) => void
  onRelease: () => void
  /** Where the pointer is, and nowhere once it has left. */
  onPoint: (at: Point | undefined) => void
}

/** Mouse, pen and fingers over the map: one finger uses the tool, two move and pinch, the wheel zooms at the pointer. */
export const useStageGestures = ({ stage, viewport, ...acts }: Gestures): void => {
  const isPanning = useEffectEvent(() => acts.isPanning())
  const press = useEffectEvent((at: Point) => acts.onPress(at))
  const drag = useEffectEvent((from: Point, to: Point) => acts.onDrag(from, to))
  const release = useEffectEvent(() => acts.onRelease())
  const point = useEffectEvent((at: Point | undefined) => acts.onPoint(at))

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const pointers = new Map<number, Point>()
    let isUsing = false
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
    const end = () => {
      if (isUsing) release()
      isUsing = false
    }
    const events: { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void } = {
      pointerdown(event) {
        if (event.button > 1 || (event.target as Element).closest('[data-over]')) return
        pointers.set(event.pointerId, at(event))
        element.setPointerCapture(event.pointerId)
        if (pointers.size > 1) return end()
        if (event.button === 1 || isPanning()) return
        isUsing = true
        press(viewport.drawn(at(event)))
      },
      pointermove(event) {
        const now = at(event)
        point(viewport.drawn(now))
        const before = pointers.get(event.pointerId)
        if (!before) return
        const spanBefore = spanOf()
        pointers.set(event.pointerId, now)
        const span = spanOf()
        if (spanBefore && span) {
          viewport.moveBy(span.middle.x - spanBefore.middle.x, span.middle.y - spanBefore.middle.y)
          viewport.zoomAt(span.middle, viewport.get().scale * (span.length / Math.max(1, spanBefore.length)))
        } else if (isUsing) drag(viewport.drawn(before), viewport.drawn(now))
        else viewport.moveBy(now.x - before.x, now.y - before.y)
      },
      pointerup(event) {
        if (pointers.delete(event.pointerId)) end()
      },
      pointercancel(event) {
        if (pointers.delete(event.pointerId)) end()
      },
      pointerleave: () => point(undefined),
      wheel(event) {
        if ((event.target as Element).closest('[data-over]')) return
        event.preventDefault()
        if (event.shiftKey) return viewport.moveBy(-event.deltaX - event.deltaY, 0)
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
        const speed = event.ctrlKey ? 0.01 : 0.0015
        viewport.zoomAt(at(event), viewport.get().scale * Math.exp(-event.deltaY * lines * speed))
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
