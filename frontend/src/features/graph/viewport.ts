import { type Box, createViewport as createPlainViewport, type Size } from '../../ui/viewport.ts'
import { nodeSize, type Places } from './graph.ts'
import { isLegible } from './labels.ts'

const air = 24
/** Height of the bar that names the selected node, in pixels. */
const selectionHeight = 48
/** Width by which the labels of small nodes extend beyond them, in pixels. */
const labelOverhang = 90

/** The visible part of the graph. */
export const createViewport = (size: Size) => {
  const viewport = createPlainViewport(size, { smallest: 0.1, largest: 4 })
  return {
    ...viewport,
    fit(places: Places) {
      const box = boxOf(places)
      if (!box) return
      viewport.show(box, air, 1, { above: selectionHeight })
      if (!isLegible(viewport.get().scale)) viewport.show(box, air, 1, { above: selectionHeight, right: labelOverhang })
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
