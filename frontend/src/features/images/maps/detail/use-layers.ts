import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { Point, Viewport } from '../../../../ui/viewport.ts'
import { fogBitmap, linesOf, type Painted, paint } from './paint.ts'
import type { DrawnFog } from './stage.ts'
import type { usePicture } from './use-picture.ts'

interface FramesOptions {
  canvas: RefObject<HTMLCanvasElement | null>
  viewport: Viewport
  frame: () => Painted
  /** Values whose changes cause a new frame. */
  changes: readonly unknown[]
}

/** Draws at most once a frame, after changes and when the view moves. Returns a request for another frame. */
const useFrames = ({ canvas, viewport, frame, changes }: FramesOptions) => {
  const request = useRef(0)
  const currentFrame = useEffectEvent(frame)
  const draw = useEffectEvent(() => {
    request.current = 0
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const painted = currentFrame()
    const [across, down] = [painted.stage.width * painted.ratio, painted.stage.height * painted.ratio].map(Math.round)
    if (context.canvas.width !== across || context.canvas.height !== down)
      Object.assign(context.canvas, { width: across, height: down })
    paint(context, painted)
  })
  const requestFrame = useEffectEvent(() => {
    request.current ||= requestAnimationFrame(() => draw())
  })
  const redraw = useRef(() => {})
  useEffect(() => {
    redraw.current = () => requestFrame()
    const unlisten = viewport.listen(() => requestFrame())
    return () => {
      unlisten()
      cancelAnimationFrame(request.current)
      request.current = 0
    }
  }, [viewport])
  useEffect(() => requestFrame(), changes)
  return redraw
}

interface LayersOptions extends Pick<Painted, 'grid' | 'brush' | 'measure' | 'marks' | 'outlines'> {
  canvas: RefObject<HTMLCanvasElement | null>
  viewport: Viewport
  /** The picture, once it is loaded. */
  shown: ReturnType<typeof usePicture>['shown']
  width: number
  height: number
  fog: DrawnFog | undefined
  /** Pointer position in pixels of the map. */
  pointer: RefObject<Point | undefined>
}

/** Draws the map's layers in the next frame after a change. Returns a request for another frame. */
export const useLayers = ({ canvas, viewport, shown, width, height, fog, pointer, ...layers }: LayersOptions) => {
  const { grid, brush, measure, marks, outlines } = layers
  const size = useMemo(() => ({ width, height }), [width, height])
  const lines = useMemo(() => linesOf(size, grid), [size, grid])
  const foggy = useMemo(() => fog && { drawn: fog, bitmap: fogBitmap(fog) }, [fog])
  const frame = (): Painted => {
    const { picture, isDark = false } = shown ?? {}
    return {
      picture,
      isDark,
      size,
      ratio: Math.min(2, devicePixelRatio),
      grid,
      lines,
      measure,
      marks,
      fog: foggy,
      view: viewport.get(),
      stage: viewport.stage(),
      pointer: pointer.current,
      brush,
      outlines,
    }
  }
  return useFrames({
    canvas,
    viewport,
    frame,
    changes: [shown, lines, grid, foggy, marks, measure, brush, outlines],
  })
}
