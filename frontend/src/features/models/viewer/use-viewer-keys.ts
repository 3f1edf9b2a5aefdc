import { useEffect, useEffectEvent } from 'react'
import type { Stage } from './stage.ts'

interface Toggles {
  turning: () => void
  texture: () => void
  wireframe: () => void
  grid: () => void
  fullscreen: () => void
}

const ignored = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="slider"]'

/** Shortcuts of the viewer, for any focus outside of text fields. */
export const useViewerKeys = (stage: Stage | undefined, toggle: Toggles): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (!stage || event.ctrlKey || event.metaKey || event.altKey || target.closest(ignored)) return
    // On a button, Space presses it.
    if (event.key === ' ' && target.closest('button, a')) return
    const actions: Record<string, (() => void) | undefined> = {
      ArrowLeft: () => stage.rotateBy(-1),
      ArrowRight: () => stage.rotateBy(1),
      ArrowUp: () => stage.tiltBy(-1),
      ArrowDown: () => stage.tiltBy(1),
      '+': () => stage.zoomBy(1),
      '-': () => stage.zoomBy(-1),
      0: stage.reset,
      ' ': toggle.turning,
      t: toggle.texture,
      w: toggle.wireframe,
      g: toggle.grid,
      l: stage.moveLight,
      f: toggle.fullscreen,
    }
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
