import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isOver, listenOn, stagePointers } from '../../ui/stage-pointers.ts'
import { nodeSize, type Places, type Point } from './graph.ts'
import type { Viewport } from './viewport.ts'

/** A press that moves by fewer pixels is a click. */
const still = 5

/** Longest time between the two clicks of a double click, in milliseconds. */
const doubleMs = 400

interface Gestures {
  stage: RefObject<HTMLElement | null>
  viewport: Viewport
  places: Places
  /** A click on a node; null is one on the background. */
  onPick: (id: string | null) => void
  /** A double click on a node. */
  onOpen: (id: string) => void
  /** A node is dragged; `isEnd` when it is released. Without this, dragging a node moves the stage. */
  onDrag: ((id: string, to: Point, isEnd: boolean) => void) | undefined
}

const nodeAt = (places: Places, { x, y }: Point): string | null => {
  let found: string | null = null
  for (const [id, place] of places)
    if (Math.abs(place.x - x) <= nodeSize.width / 2 && Math.abs(place.y - y) <= nodeSize.height / 2) found = id
  return found
}

interface Press {
  id: string | null
  /** Position on the stage where the press began; `grip` is its offset from the node's centre in the graph. */
  start: Point
  grip: Point
  moved: boolean
}

interface PressActions {
  begin: (at: Point) => Press
  drag: (press: Press, at: Point, isEnd: boolean) => void
  canDrag: () => boolean
  open: (id: string) => void
  pick: (id: string | null) => void
}

/** Listens to presses on the stage. Returns a function that stops it. */
const listenToPresses = (element: HTMLElement, viewport: Viewport, actions: PressActions) => {
  const { begin, drag, canDrag, open, pick } = actions
  const pointers = stagePointers(element, viewport)
  const { at } = pointers
  let press: Press | undefined
  let clicked: { id: string | null; at: number } | undefined
  return listenOn(element, {
    pointerdown(event) {
      if (event.button !== 0 || isOver(event)) return
      if (pointers.down(event) === 1) press = begin(at(event))
      else {
        if (press?.moved) drag(press, press.start, true)
        press = undefined
      }
    },
    pointermove(event) {
      const moved = pointers.move(event)
      if (!moved || moved.isPinch || !press) return
      const { before, now } = moved
      if (!press.moved) {
        if (Math.hypot(now.x - press.start.x, now.y - press.start.y) < still) return
        press.moved = true
        element.setPointerCapture(event.pointerId)
      }
      if (press.id !== null && canDrag()) drag(press, now, false)
      else viewport.moveBy(now.x - before.x, now.y - before.y)
    },
    pointerup(event) {
      if (!pointers.up(event) || !press) return
      const before = clicked
      clicked = press.moved ? undefined : { id: press.id, at: event.timeStamp }
      if (press.moved) drag(press, at(event), true)
      else if (press.id !== null && press.id === before?.id && event.timeStamp - before.at < doubleMs) open(press.id)
      else pick(press.id)
      press = undefined
    },
    pointercancel(event) {
      pointers.up(event)
      if (press?.moved) drag(press, press.start, true)
      press = undefined
    },
    wheel: pointers.wheel,
  })
}

/** Handles mouse, pen and touch: dragging moves a node or the view, two fingers pinch, the wheel zooms at the pointer. */
export const useGestures = ({ stage, viewport, places, onPick, onOpen, onDrag }: Gestures): void => {
  const begin = useEffectEvent((at: Point): Press => {
    const drawn = viewport.drawn(at)
    const id = nodeAt(places, drawn)
    const place = (id !== null && places.get(id)) || drawn
    return { id, start: at, grip: { x: drawn.x - place.x, y: drawn.y - place.y }, moved: false }
  })
  const pick = useEffectEvent((id: string | null) => onPick(id))
  const open = useEffectEvent((id: string) => onOpen(id))
  const drag = useEffectEvent(({ id, grip }: Press, at: Point, isEnd: boolean) => {
    const to = viewport.drawn(at)
    if (id !== null) onDrag?.(id, { x: Math.round(to.x - grip.x), y: Math.round(to.y - grip.y) }, isEnd)
  })

  const canDrag = useEffectEvent(() => onDrag !== undefined)

  useEffect(() => {
    if (!stage.current) return
    return listenToPresses(stage.current, viewport, {
      begin: (at) => begin(at),
      drag: (press, at, isEnd) => drag(press, at, isEnd),
      canDrag: () => canDrag(),
      open: (id) => open(id),
      pick: (id) => pick(id),
    })
  }, [stage, viewport])
}
