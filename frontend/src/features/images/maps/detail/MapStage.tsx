import { useFullscreenElement, useMergedRef, useResizeObserver } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { MapGrid } from '#domain/map-grid.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { ThreadLoader } from '../../../../ui/Thread.tsx'
import { createViewport, type Point, type Viewport } from '../../../../ui/viewport.ts'
import { Controls } from './Controls.tsx'
import classes from './map-page.module.css'
import { fogBitmap, linesOf, type Painted, paint } from './paint.ts'
import { type DrawnFog, distance, type Mark, type Measure, type Outline, type Tool } from './stage.ts'
import { usePicture } from './use-picture.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import { useStageKeys } from './use-stage-keys.ts'
import { useView } from './use-view.ts'

const air = 28
const smallestScale = 0.05
const largestScale = 8
const unmarked: readonly Mark[] = []
const noOutlines: readonly Outline[] = []

interface Props {
  uri: string | null
  title: string
  width: number
  height: number
  grid: MapGrid
  onGrid?: ((grid: MapGrid) => void) | undefined
  fog?: DrawnFog | undefined
  /** Numbers of the map's key. */
  marks?: readonly Mark[]
  tool: Tool
  /** Brush radius in pixels of the map, with its handlers. */
  brush?: {
    radius: number
    onSize: (by: 1 | -1) => void
    onStroke: (from: Point, to: Point) => void
    onEnd: () => void
  }
  /** Outlines on the map, and the handler of presses. */
  outlined?: { outlines: readonly Outline[]; onPress: (at: Point) => void } | undefined
  /** Rendered over the map, such as its tools. */
  children?: ReactNode
}

interface FramesOptions {
  canvas: RefObject<HTMLCanvasElement | null>
  viewport: Viewport
  frame: () => Painted
  /** Each change of one of these is drawn. */
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

/** A map with its grid, its fog and the current tool, redrawn in the next frame after a change. */
export const MapStage = ({
  uri,
  title,
  width,
  height,
  grid,
  onGrid,
  fog,
  marks = unmarked,
  tool,
  brush,
  outlined,
  children,
}: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const fullscreen = useFullscreenElement()
  const [measured, rect] = useResizeObserver<HTMLDivElement>()
  const [viewport] = useState(() =>
    createViewport({ width: 1, height: 1 }, { smallest: smallestScale, largest: largestScale }),
  )
  const { shown, failed, again } = usePicture(uri)
  const [measure, setMeasure] = useState<Measure>()
  const pointer = useRef<Point>(undefined)
  const size = useMemo(() => ({ width, height }), [width, height])
  const lines = useMemo(() => linesOf(size, grid), [size, grid])
  const foggy = useMemo(() => fog && { drawn: fog, bitmap: fogBitmap(fog) }, [fog])
  const outlines = outlined?.outlines ?? noOutlines
  const isBrushing = brush !== undefined && (tool === 'reveal' || tool === 'cover')

  const fit = () => viewport.show({ x: 0, y: 0, width, height }, Math.min(air, rect.width / 16), largestScale)
  const fitNow = useEffectEvent(fit)
  const isReady = rect.width > 0
  useEffect(() => {
    if (rect.width > 0) viewport.resize({ width: rect.width, height: rect.height })
  }, [viewport, rect.width, rect.height])
  // Fits once, and when full screen starts or ends: the view never moves by itself otherwise.
  useEffect(() => {
    if (isReady) fitNow()
  }, [isReady, fullscreen.fullscreen, width, height])

  const frame = (): Painted => {
    const ratio = Math.min(2, devicePixelRatio)
    const { picture, isDark = false } = shown ?? {}
    return {
      picture,
      isDark,
      size,
      ratio,
      grid,
      lines,
      measure,
      marks,
      fog: foggy,
      view: viewport.get(),
      stage: viewport.stage(),
      pointer: pointer.current,
      brush: isBrushing ? brush.radius : undefined,
      outlines,
    }
  }
  const redraw = useFrames({
    canvas,
    viewport,
    frame,
    changes: [shown, lines, grid, foggy, marks, measure, brush?.radius, isBrushing, outlines],
  })

  const isSpaceHeld = useStageKeys({ viewport, fit, grid, onGrid, onBrush: brush?.onSize })
  useStageGestures({
    stage: element,
    viewport,
    isPanning: () => tool === 'pan' || isSpaceHeld.current,
    onPress(at) {
      if (tool === 'measure') setMeasure({ from: at, to: at })
      if (isBrushing) brush.onStroke(at, at)
      if (tool === 'doors') outlined?.onPress(at)
    },
    onDrag(from, to) {
      if (tool === 'measure') setMeasure((measure) => measure && { ...measure, to })
      if (isBrushing) brush.onStroke(from, to)
    },
    onRelease: () => isBrushing && brush.onEnd(),
    onPoint(at) {
      pointer.current = at
      redraw.current()
    },
  })
  useEffect(() => {
    if (tool !== 'measure') setMeasure(undefined)
  }, [tool])

  return (
    <section
      ref={useMergedRef(element, measured, fullscreen.ref)}
      className={classes.stage}
      data-tool={tool}
      aria-label="Map"
    >
      <canvas ref={canvas} role="img" aria-label={title} />
      {!shown && uri && (
        <div className={classes.unseen} data-over={failed || undefined}>
          {failed ? (
            <ErrorState text="This picture could not be loaded." onRetry={again} />
          ) : (
            <Delayed>
              <ThreadLoader />
            </Delayed>
          )}
        </div>
      )}
      <p className={classes.said} aria-live="polite">
        {measure && distance(measure, grid)}
      </p>
      <div className={classes.over} data-over>
        {children}
      </div>
      <ScaleBar viewport={viewport} grid={grid} />
      <Controls viewport={viewport} onFit={fit} fullscreen={fullscreen} />
    </section>
  )
}

const wantedPx = 140
/** A round number of squares, such that the bar has about the wanted length. */
const squaresFor = (cell: number): number => {
  const steps = [1, 2, 4, 10, 20, 40, 100, 200, 400, 1000]
  return steps.findLast((squares) => squares * cell <= wantedPx) ?? 1
}

/** A scale bar in the map's own unit. */
const ScaleBar = ({ viewport, grid: { cell, scale, unit } }: { viewport: Viewport; grid: MapGrid }) => {
  const shown = cell * useView(viewport).scale
  const squares = squaresFor(shown)
  const far = (share: number) => (squares * scale * share).toLocaleString('en', { maximumFractionDigits: 1 })
  return (
    <div className={classes.scale} style={{ width: Math.min(240, squares * shown) + 24 }} data-over>
      <i aria-hidden="true" />
      <span className="num">
        <b>0</b>
        <b>{far(0.5)}</b>
        <b>
          {far(1)} {unit}
        </b>
      </span>
    </div>
  )
}
