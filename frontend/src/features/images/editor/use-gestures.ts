import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isOver, listenOn, stagePointers } from '../../../ui/stage-pointers.ts'
import type { Viewport } from '../../../ui/viewport.ts'
import type { Mask } from './mask.ts'
import type { Dab, Stroke } from './stroke.ts'

export interface Brush {
  /** Diameter in pixels of the image. */
  size: number
  stroke: Stroke
}

interface Gestures {
  stage: RefObject<HTMLElement | null>
  ring: RefObject<HTMLElement | null>
  viewport: Viewport
  mask: Mask
  /** Null while the tool has no brush, or is busy. */
  brush: Brush | null
  /** True while the space bar is pressed. */
  isPanning: boolean
  /** Called when the user moves the view. */
  onMoved: () => void
}

/** Distance in pixels of the brush ring above a finger, which would cover the ring otherwise. */
const aboveFinger = 56

/** Returns the radius of a dab. The pressure of a pen scales it; that of other pointers is ignored. */
export const radiusOf = (size: number, { pointerType, pressure }: Pick<PointerEvent, 'pointerType' | 'pressure'>) =>
  (size / 2) * (pointerType === 'pen' ? 0.35 + 0.65 * pressure : 1)

const coalesced = (event: PointerEvent): PointerEvent[] => {
  const events = event.getCoalescedEvents?.() ?? []
  return events.length > 0 ? events : [event]
}

/** Tracks the pressed pointer, from its press to its release. The pointer paints if the press began with a brush. */
const createPress = (mask: Mask, dabAt: (event: PointerEvent, brush: Brush) => Dab) => {
  let press: { id: number; last: Dab | null; brush: Brush | null; isPen: boolean } | undefined
  return {
    isOf: ({ pointerId }: PointerEvent) => press?.id === pointerId,
    isOfPen: () => press?.isPen === true,
    begin(event: PointerEvent, brush: Brush | null) {
      const last = brush && dabAt(event, brush)
      press = { id: event.pointerId, brush, last, isPen: event.pointerType === 'pen' }
      if (!brush || !last) return
      mask.begin()
      mask.draw(last, last, brush.stroke)
    },
    /** Paints up to the pointer. Returns false if the press has no brush. */
    paintTo(event: PointerEvent): boolean {
      if (!press?.brush || !press.last) return false
      for (const each of coalesced(event)) {
        const dab = dabAt(each, press.brush)
        mask.draw(press.last, dab, press.brush.stroke)
        press.last = dab
      }
      return true
    },
    end() {
      if (press?.last) mask.end()
      press = undefined
    },
    cancel() {
      if (press?.last) mask.cancel()
      press = undefined
    },
  }
}

interface StageOptions extends Pick<Gestures, 'ring' | 'viewport' | 'mask'> {
  currentBrush: () => Brush | null
  onMoved: () => void
}

/** Listens to the pointers on the stage. Returns a function that stops it. */
const listenToPointers = (element: HTMLElement, { ring, viewport, mask, currentBrush, onMoved }: StageOptions) => {
  const pointers = stagePointers(element, viewport)
  const { at } = pointers
  const press = createPress(mask, (event, { size }) => ({
    ...viewport.drawn(at(event)),
    radius: radiusOf(size, event),
  }))
  const showRing = (event: PointerEvent) => {
    const { x, y } = at(event)
    const lift = event.pointerType === 'touch' ? aboveFinger : 0
    ring.current?.style.setProperty('translate', `${x}px ${y - lift}px`)
    ring.current?.toggleAttribute('data-shown', currentBrush() !== null && !isOver(event))
  }
  const stop = listenOn(element, {
    pointerdown(event) {
      // A hand resting next to the pen paints nothing.
      if (isOver(event) || event.button > 1 || (press.isOfPen() && event.pointerType === 'touch')) return
      event.preventDefault()
      element.toggleAttribute('data-pointed', true)
      element.focus({ preventScroll: true })
      element.setPointerCapture(event.pointerId)
      if (pointers.down(event) > 1) return press.cancel()
      showRing(event)
      press.begin(event, event.button === 0 ? currentBrush() : null)
    },
    pointermove(event) {
      showRing(event)
      const view = pointers.move(event)
      if (!view) return
      if (view.isPinch) return onMoved()
      const { before, now } = view
      if (!press.isOf(event) || press.paintTo(event)) return
      viewport.moveBy(now.x - before.x, now.y - before.y)
      onMoved()
    },
    pointerup(event) {
      if (pointers.up(event) && press.isOf(event)) press.end()
      if (event.pointerType === 'touch') ring.current?.removeAttribute('data-shown')
    },
    pointercancel(event) {
      if (pointers.up(event) && press.isOf(event)) press.cancel()
    },
    keydown: () => element.removeAttribute('data-pointed'),
    pointerleave: () => ring.current?.removeAttribute('data-shown'),
    wheel: (event) => void (pointers.wheel(event) && onMoved()),
  })
  return () => {
    press.end()
    stop()
  }
}

/**
 * Mouse, pen and touch gestures: one pointer paints with a brush or moves the image, two pinch, the wheel zooms at the
 * pointer.
 */
export const useGestures = ({ stage, ring, viewport, mask, brush, isPanning, onMoved }: Gestures): void => {
  const current = useEffectEvent(() => (isPanning ? null : brush))
  const moved = useEffectEvent(onMoved)

  useEffect(() => {
    const options = { ring, viewport, mask, currentBrush: () => current(), onMoved: () => moved() }
    return stage.current ? listenToPointers(stage.current, options) : undefined
  }, [stage, ring, viewport, mask])
}
