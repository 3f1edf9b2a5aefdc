import { type Box, createViewport as createPlainViewport, type Size } from '../../ui/viewport.ts'
import { nodeSize, type Places } from './graph.ts'

/** What part of the graph is on the stage. */
export const createViewport = (size: Size) => {
  const viewport = createPlainViewport(size, { smallest: 0.1, largest: 4 })
  return {
    ...viewport,
    fit(places: Places) {
      const box = boxOf(places)
      if (box) viewport.show(box, 24, 1)
    },
  }
}
export type Viewport = ReturnType<typeof createViewport>

/** What holds all nodes whole; undefined where there are none. */
export const boxOf = (places: Places): Box | undefined => {
  if (places.size === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of places.values()) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const { width, height } = nodeSize
  return { x: left - width / 2, y: top - height / 2, width: right - left + width, height: bottom - top + height }
}
