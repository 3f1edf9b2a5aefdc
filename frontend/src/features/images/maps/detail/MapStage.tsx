import { useFullscreenElement, useMergedRef, useResizeObserver } from '@mantine/hooks'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapGrid } from '#domain/map-grid.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { ThreadLoader } from '../../../../ui/Thread.tsx'
import { createViewport, type Point, type Size, type Viewport } from '../../../../ui/viewport.ts'
import { Controls } from './Controls.tsx'
import classes from './map-page.module.css'
import { type DrawnFog, distance, type Mark, type Measure, type Outline, type Tool } from './stage.ts'
import { useLayers } from './use-layers.ts'
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

/** The stage's viewport. Fits the map once, and when full screen starts or ends: it never moves by itself otherwise. */
const useMapView = ({ width, height }: Size) => {
  const fullscreen = useFullscreenElement()
  const [measured, rect] = useResizeObserver<HTMLDivElement>()
  const [viewport] = useState(() =>
    createViewport({ width: 1, height: 1 }, { smallest: smallestScale, largest: largestScale }),
  )
  const fit = () => viewport.show({ x: 0, y: 0, width, height }, Math.min(air, rect.width / 16), largestScale)
  const fitNow = useEffectEvent(fit)
  const isReady = rect.width > 0
  useEffect(() => {
    if (rect.width > 0) viewport.resize({ width: rect.width, height: rect.height })
  }, [viewport, rect.width, rect.height])
  useEffect(() => {
    if (isReady) fitNow()
  }, [isReady, fullscreen.fullscreen, width, height])
  return { viewport, fit, fullscreen, measured }
}

/** The measurement of the measuring tool. Another tool removes it, and begins and extends none. */
const useMeasuring = (tool: Tool) => {
  const [measure, setMeasure] = useState<Measure>()
  useEffect(() => {
    if (tool !== 'measure') setMeasure(undefined)
  }, [tool])
  return {
    measure,
    begin(at: Point) {
      if (tool === 'measure') setMeasure({ from: at, to: at })
    },
    extend(to: Point) {
      if (tool === 'measure') setMeasure((measure) => measure && { ...measure, to })
    },
  }
}

/** A map with its grid, its fog and the current tool, redrawn in the next frame after a change. */
export const MapStage = ({ uri, title, width, height, grid, onGrid, fog, tool, brush, outlined, ...props }: Props) => {
  const element = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { viewport, fit, fullscreen, measured } = useMapView({ width, height })
  const ref = useMergedRef(element, measured, fullscreen.ref)
  const { shown, failed, again } = usePicture(uri)
  const { measure, ...measuring } = useMeasuring(tool)
  const pointer = useRef<Point>(undefined)
  const activeBrush = tool === 'reveal' || tool === 'cover' ? brush : undefined
  const redraw = useLayers({
    canvas,
    viewport,
    shown,
    width,
    height,
    grid,
    fog,
    pointer,
    brush: activeBrush?.radius,
    measure,
    marks: props.marks ?? unmarked,
    outlines: outlined?.outlines ?? noOutlines,
  })
  const isSpaceHeld = useStageKeys({ viewport, fit, grid, onGrid, onBrush: brush?.onSize })
  useStageGestures({
    stage: element,
    viewport,
    isPanning: () => tool === 'pan' || isSpaceHeld.current,
    onPress(at) {
      measuring.begin(at)
      activeBrush?.onStroke(at, at)
      if (tool === 'doors') outlined?.onPress(at)
    },
    onDrag(from, to) {
      measuring.extend(to)
      activeBrush?.onStroke(from, to)
    },
    onRelease: () => activeBrush?.onEnd(),
    onPoint(at) {
      pointer.current = at
      redraw.current()
    },
  })

  return (
    <section ref={ref} className={classes.stage} data-tool={tool} aria-label="Map">
      <canvas ref={canvas} role="img" aria-label={title} />
      {!shown && uri && <UnseenPicture isFailed={failed} onRetry={again} />}
      <p className={classes.said} aria-live="polite">
        {measure && distance(measure, grid)}
      </p>
      <div className={classes.over} data-over>
        {props.children}
      </div>
      <ScaleBar viewport={viewport} grid={grid} />
      <Controls viewport={viewport} onFit={fit} fullscreen={fullscreen} />
    </section>
  )
}

/** Replaces the picture while it is loaded, or after that has failed. */
const UnseenPicture = ({ isFailed, onRetry }: { isFailed: boolean; onRetry: () => void }) => (
  <div className={classes.unseen} data-over={isFailed || undefined}>
    {isFailed ? (
      <ErrorState text="This picture could not be loaded." onRetry={onRetry} />
    ) : (
      <Delayed>
        <ThreadLoader />
      </Delayed>
    )}
  </div>
)

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
