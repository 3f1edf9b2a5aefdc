import { useEffect, useEffectEvent, useRef } from 'react'
import type { MapGrid } from '#domain/map-grid.ts'
import type { Viewport } from '../../../../ui/viewport.ts'

interface Keys {
  viewport: Viewport
  fit: () => void
  grid: MapGrid
  /** Undefined if the user may not change the grid. */
  onGrid?: ((grid: MapGrid) => void) | undefined
  onBrush?: ((by: 1 | -1) => void) | undefined
}

const step = 1.25
const taken = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="slider"]'

/** Shortcuts of the map, for any focus outside of text fields. Returns true while Space is pressed. */
export const useStageKeys = ({ viewport, fit, grid, onGrid, onBrush }: Keys) => {
  const isSpaceHeld = useRef(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(taken)) return
    if (event.key === ' ') {
      // On a button, Space presses it.
      if (target.closest('button, a')) return
      isSpaceHeld.current = true
      event.preventDefault()
      return
    }
    const by = event.shiftKey ? 10 : 1
    // A hidden grid is not moved.
    const move = (x: number, y: number) =>
      onGrid && grid.shown && (() => onGrid({ ...grid, x: grid.x + x * by, y: grid.y + y * by }))
    const acts: Record<string, (() => unknown) | false | undefined> = {
      g: onGrid && (() => onGrid({ ...grid, shown: !grid.shown })),
      ArrowLeft: move(-1, 0),
      ArrowRight: move(1, 0),
      ArrowUp: move(0, -1),
      ArrowDown: move(0, 1),
      '[': onBrush && (() => onBrush(-1)),
      ']': onBrush && (() => onBrush(1)),
      '+': () => viewport.zoomBy(step),
      '-': () => viewport.zoomBy(1 / step),
      0: fit,
      1: () => viewport.zoomTo(1),
    }
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const down = (event: KeyboardEvent) => press(event)
    const up = ({ key }: KeyboardEvent) => {
      if (key === ' ') isSpaceHeld.current = false
    }
    window.addEventListener('keydown', down)
    window.addEventListener('keyup', up)
    return () => {
      window.removeEventListener('keydown', down)
      window.removeEventListener('keyup', up)
    }
  }, [])
  return isSpaceHeld
}
