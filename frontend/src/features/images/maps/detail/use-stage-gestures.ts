import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isOver, listenOn, stagePointers } from '../../../../ui/stage-pointers.ts'
import type { Point, Viewport } from '../../../../ui/viewport.ts'

interface Gestures {
  stage: RefObject<HTMLElement | null>
  viewport: Viewport
  /** Returns true if a press moves the map: no tool is active, or Space is pressed. */
  isPanning: () => boolean
  /** Uses the active tool, in pixels of the map. It is released as well when a second finger touches. */
  onPress: (at: Point) => void
  onDrag: (from: Point, to: Point) => void
  onRelease: () => void
  /** Pointer position; undefined after it has left. */
  onPoint: (at: Point | undefined) => void
}

/**
 * Mouse, pen and touch gestures on the map: one finger uses the tool, two move and pinch, the wheel zooms at the
 * pointer.
 */
export const useStageGestures = ({ stage, viewport, ...acts }: Gestures): void => {
  const isPanning = useEffectEvent(() => acts.isPanning())
  const press = useEffectEvent((at: Point) => acts.onPress(at))
  const drag = useEffectEvent((from: Point, to: Point) => acts.onDrag(from, to))
  const release = useEffectEvent(() => acts.onRelease())
  const point = useEffectEvent((at: Point | undefined) => acts.onPoint(at))

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const pointers = stagePointers(element, viewport)
    const { at } = pointers
    let isUsing = false
    const end = () => {
      if (isUsing) release()
      isUsing = false
    }
    return listenOn(element, {
      pointerdown(event) {
        if (event.button > 1 || isOver(event)) return
        element.setPointerCapture(event.pointerId)
        if (pointers.down(event) > 1) return end()
        if (event.button === 1 || isPanning()) return
        isUsing = true
        press(viewport.drawn(at(event)))
      },
      pointermove(event) {
        point(viewport.drawn(at(event)))
        const moved = pointers.move(event)
        if (!moved || moved.isPinch) return
        const { before, now } = moved
        if (isUsing) drag(viewport.drawn(before), viewport.drawn(now))
        else viewport.moveBy(now.x - before.x, now.y - before.y)
      },
      pointerup(event) {
        if (pointers.up(event)) end()
      },
      pointercancel(event) {
        if (pointers.up(event)) end()
      },
      pointerleave: () => point(undefined),
      wheel: pointers.wheel,
    })
  }, [stage, viewport])
}
