import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Drawn, isWay, type Places, type Point, walked } from './graph.ts'
import type { Viewport } from './viewport.ts'

/** Pixels that Shift and an arrow move a node by. */
const nudge = { ArrowLeft: [-20, 0], ArrowRight: [20, 0], ArrowUp: [0, -20], ArrowDown: [0, 20] } as const
/** Milliseconds from the last nudge until the position is stored, so that holding a key down stores one position. */
const pause = 300
const zooms: Readonly<Record<string, number>> = { '+': 1.3, '-': 1 / 1.3 }

interface Keys {
  stage: RefObject<HTMLElement | null>
  viewport: Viewport
  drawn: Drawn
  places: Places
  onSelect: (id: string | null) => void
  /** Selects the node, or deselects it if it is selected. */
  onPick: (id: string) => void
  /** Brings the node into view. */
  onShow: (id: string) => void
  /** Called with the position of a node while keys move it, and with undefined at the end. */
  onMove: (moving: (Point & { id: string }) | undefined) => void
  /** Absent where nodes cannot be moved. */
  onPlace: ((id: string, to: Point) => void) | undefined
}

/**
 * Handles the keys of a node: arrows select a linked node in their direction, with Shift they move the node; Page Up and
 * Page Down select the previous and the next node in the order of the data.
 */
export const useKeys = ({ stage, viewport, drawn, places, ...on }: Keys) => {
  const [walking, setWalking] = useState<string>()
  useEffect(() => {
    if (walking === undefined) return
    stage.current?.querySelector<HTMLElement>(`[data-node="${walking}"]`)?.focus({ preventScroll: true })
    setWalking(undefined)
  }, [stage, walking])

  const nudged = useRef<string>(undefined)
  const settle = useDebouncedCallback(
    (id: string, to: Point) => {
      nudged.current = undefined
      on.onMove(undefined)
      on.onPlace?.(id, to)
    },
    { delay: pause, flushOnUnmount: true },
  )
  const walk = (id: string, next: string | undefined) => {
    if (next === undefined || next === id) return
    on.onSelect(next)
    on.onShow(next)
    setWalking(next)
  }
  const findAdjacent = (id: string, step: number) => {
    const here = drawn.nodes.findIndex((node) => node.id === id)
    return drawn.nodes.at((here + step) % drawn.nodes.length)?.id
  }
  const key = useEffectEvent((event: KeyboardEvent, id: string) => {
    const at = places.get(id)
    const zoom = zooms[event.key]
    if (isWay(event.key) && event.shiftKey) {
      if (!at || !on.onPlace) return
      const [dx, dy] = nudge[event.key]
      const to = { x: Math.round(at.x) + dx, y: Math.round(at.y) + dy }
      // The position of another node that was moved just before is stored at once.
      if (nudged.current !== id) settle.flush()
      nudged.current = id
      on.onMove({ id, ...to })
      settle(id, to)
    } else if (isWay(event.key)) walk(id, walked(drawn.links, places, id, event.key))
    else if (event.key === 'PageDown') walk(id, findAdjacent(id, 1))
    else if (event.key === 'PageUp') walk(id, findAdjacent(id, -1))
    else if (event.key === 'Enter' || event.key === ' ') on.onPick(id)
    else if (event.key === 'Escape') on.onSelect(null)
    else if (zoom !== undefined) viewport.zoomBy(zoom)
    else if (event.key === '0') viewport.fit(places)
    else return
    event.preventDefault()
  })
  return useCallback((event: KeyboardEvent, id: string) => key(event, id), [])
}
