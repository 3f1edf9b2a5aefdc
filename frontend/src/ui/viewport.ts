export interface Point {
  x: number
  y: number
}
export interface Size {
  width: number
  height: number
}
export type Box = Point & Size

/** The position of the drawing's origin on the stage, in pixels, and its scale. */
export interface View extends Point {
  scale: number
}

/** Parts of the stage that a fitted box leaves free, in pixels. */
export interface Insets {
  above?: number
  right?: number
  below?: number
}

interface Bounds {
  /** The smallest and the largest scale. */
  smallest: number
  largest: number
}

/** The visible part of a drawing. It changes without React renders: subscribers redraw. */
export const createViewport = (size: Size, { smallest, largest }: Bounds) => {
  let view: View = { x: size.width / 2, y: size.height / 2, scale: 1 }
  let stage = size
  const listeners = new Set<() => void>()
  const clamp = (scale: number) => Math.min(largest, Math.max(smallest, scale))
  const set = (next: View) => {
    view = next
    for (const listener of listeners) listener()
  }
  const zoomAt = ({ x, y }: Point, scale: number) => {
    const to = clamp(scale)
    const by = to / view.scale
    set({ x: x - (x - view.x) * by, y: y - (y - view.y) * by, scale: to })
  }
  const zoomTo = (scale: number) => zoomAt({ x: stage.width / 2, y: stage.height / 2 }, scale)
  /** Centres a point of the drawing on the stage. */
  const centre = ({ x, y }: Point, scale = view.scale) => {
    const to = clamp(scale)
    set({ x: stage.width / 2 - x * to, y: stage.height / 2 - y * to, scale: to })
  }
  return {
    get: () => view,
    stage: () => stage,
    listen(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Changes the size of the stage; the point at its centre stays there. */
    resize(next: Size) {
      const [dx, dy] = [(next.width - stage.width) / 2, (next.height - stage.height) / 2]
      stage = next
      set({ ...view, x: view.x + dx, y: view.y + dy })
    },
    moveBy: (dx: number, dy: number) => set({ ...view, x: view.x + dx, y: view.y + dy }),
    zoomAt,
    zoomTo,
    zoomBy: (factor: number) => zoomTo(view.scale * factor),
    centre,
    /** Fits a box into the stage without the insets, with `air` pixels around it, at a scale of at most `most`. */
    show: (
      { x, y, width, height }: Box,
      air: number,
      most: number,
      { above = 0, right = 0, below = 0 }: Insets = {},
    ) => {
      const [free, high] = [stage.width - 2 * air - right, stage.height - 2 * air - above - below]
      const scale = Math.min(most, free / width, high / height)
      const [dx, dy] = [right / 2 / clamp(scale), (below - above) / 2 / clamp(scale)]
      centre({ x: x + width / 2 + dx, y: y + height / 2 + dy }, scale)
    },
    /** Converts a point of the stage into one of the drawing. */
    drawn: ({ x, y }: Point): Point => ({ x: (x - view.x) / view.scale, y: (y - view.y) / view.scale }),
  }
}
export type Viewport = ReturnType<typeof createViewport>
