import { nodeSize, type Places, type Point } from './graph.ts'

/** Where the drawing's origin stands on the stage, in pixels, and how large it is drawn. */
export interface View extends Point {
  scale: number
}
export interface Size {
  width: number
  height: number
}

const smallest = 0.1
const largest = 4
const clamp = (scale: number) => Math.min(largest, Math.max(smallest, scale))

/** What part of the drawing is on the stage. Moved without React: whoever draws listens. */
export const createViewport = (size: Size) => {
  let view: View = { x: size.width / 2, y: size.height / 2, scale: 1 }
  let stage = size
  const listeners = new Set<() => void>()
  const set = (next: View) => {
    view = next
    for (const listener of listeners) listener()
  }
  const zoomAt = ({ x, y }: Point, scale: number) => {
    const to = clamp(scale)
    const by = to / view.scale
    set({ x: x - (x - view.x) * by, y: y - (y - view.y) * by, scale: to })
  }
  return {
    get: () => view,
    stage: () => stage,
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The middle stays in the middle. */
    resize(next: Size) {
      const [dx, dy] = [(next.width - stage.width) / 2, (next.height - stage.height) / 2]
      stage = next
      set({ ...view, x: view.x + dx, y: view.y + dy })
    },
    moveBy: (dx: number, dy: number) => set({ ...view, x: view.x + dx, y: view.y + dy }),
    zoomAt,
    zoomBy: (factor: number) => zoomAt({ x: stage.width / 2, y: stage.height / 2 }, view.scale * factor),
    /** Puts a point of the drawing into the middle of the stage. */
    centre({ x, y }: Point, scale = view.scale) {
      const to = clamp(scale)
      set({ x: stage.width / 2 - x * to, y: stage.height / 2 - y * to, scale: to })
    },
    fit(places: Places) {
      const box = boxOf(places)
      if (!box) return
      const scale = clamp(Math.min(1, (stage.width - 48) / box.width, (stage.height - 48) / box.height))
      set({
        x: stage.width / 2 - (box.x + box.width / 2) * scale,
        y: stage.height / 2 - (box.y + box.height / 2) * scale,
        scale,
      })
    },
    /** A point of the stage as one of the drawing. */
    drawn: ({ x, y }: Point): Point => ({ x: (x - view.x) / view.scale, y: (y - view.y) / view.scale }),
  }
}
export type Viewport = ReturnType<typeof createViewport>

/** What holds all nodes whole; undefined where there are none. */
export const boxOf = (places: Places): (Point & Size) | undefined => {
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
