import { type Box, createViewport as createPlainViewport, type Size } from '../../ui/viewport.ts'
import { nodeSize, type Places } from './graph.ts'

/** The visible part of the graph. */
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

/** The bounding box of all nodes; undefined without nodes. */
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
