import type { KeyboardEvent, PointerEvent } from 'react'
import classes from './collections.module.css'
import { sideWidths, type useSideWidth } from './use-side-width.ts'

/** The edge of the tree. Dragging and the arrow keys change the tree's width, a double click resets it. */
export const Resizer = ({ side }: { side: ReturnType<typeof useSideWidth> }) => {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const edge = event.currentTarget
    const left = edge.parentElement?.getBoundingClientRect().left ?? 0
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => side.set(clientX - left)
    const end = () => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('lostpointercapture', end)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end)
  }
  const key = (event: KeyboardEvent) => {
    const width = side.byKey(event.key)
    if (width === undefined) return
    event.preventDefault()
    side.set(width)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved, a separator with a value can
    <div
      role="separator"
      aria-label="Width of the tree"
      aria-orientation="vertical"
      aria-valuenow={side.now}
      aria-valuemin={sideWidths.least}
      aria-valuemax={sideWidths.most}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={drag}
      onKeyDown={key}
      onDoubleClick={side.reset}
    />
  )
}
