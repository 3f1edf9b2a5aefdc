import { Button } from '@mantine/core'
import { useFullscreenElement, useReducedMotion } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { ThreadLoader } from '../../../ui/Thread.tsx'
import { Controls } from './Controls.tsx'
import { useStage } from './use-stage.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import classes from './viewer.module.css'

interface Props {
  /** URI of the GLB file. */
  uri: string
  /** A rendered picture, shown until the model is, and in browsers without WebGL. */
  preview: string | null
  title: string
  /** True while a dialog covers the stage: the model then does not turn. */
  isCovered: boolean
  /** Rendered over the stage. */
  children?: ReactNode
}

/** A model on a turntable. Loads the renderer, which no other screen uses. */
export const Viewer = ({ uri, preview, title, isCovered, children }: Props) => {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const [turning, setTurning] = useState(!still)
  const [texture, setTexture] = useState(true)
  const [wireframe, setWireframe] = useState(false)
  const [grid, setGrid] = useState(false)
  const fullscreen = useFullscreenElement()
  const { host, label, state, retry } = useStage(uri)
  const stage = state.status === 'shown' ? state.stage : undefined
  const toggle = {
    turning: () => setTurning(!turning),
    texture: () => setTexture(!texture),
    wireframe: () => setWireframe(!wireframe),
    grid: () => setGrid(!grid),
    fullscreen: () => void fullscreen.toggle(),
  }
  useEffect(() => stage?.setTurning(turning && !isCovered), [stage, turning, isCovered])
  useEffect(() => stage?.showTexture(texture), [stage, texture])
  useEffect(() => stage?.showWireframe(wireframe), [stage, wireframe])
  useEffect(() => stage?.showGrid(grid), [stage, grid])
  useViewerKeys(stage, toggle)

  return (
    <section className={classes.stage} ref={fullscreen.ref} aria-label="3D model" data-status={state.status}>
      <div
        ref={host}
        className={classes.host}
        role="img"
        aria-label={`${title}. Drag or use the arrow keys to turn it, plus and minus to zoom.`}
      />
      <span ref={label} className={`${classes.height} num`} hidden={!stage || !grid}>
        {stage && `${Math.round(stage.heightMm)} mm`}
      </span>
      <StageInstead state={state} preview={preview} title={title} onRetry={retry} />
      {children}
      {stage && (
        <Controls
          turning={turning}
          texture={texture}
          wireframe={wireframe}
          grid={grid}
          isFullscreen={fullscreen.fullscreen}
          stage={stage}
          toggle={toggle}
        />
      )}
    </section>
  )
}

interface StageInsteadProps extends Pick<Props, 'preview' | 'title'> {
  state: ReturnType<typeof useStage>['state']
  onRetry: () => void
}

/** Covers the stage until the model is loaded, or after that has failed. */
const StageInstead = ({ state, preview, title, onRetry }: StageInsteadProps) => {
  if (state.status === 'loading')
    return (
      <div className={classes.instead} data-loading>
        {preview && <img src={preview} alt="" />}
        <ThreadLoader label="Loading the model" />
      </div>
    )
  return (
    state.status === 'failed' && (
      // An element of its own: screen readers announce an alert that is inserted.
      <div key="failed" className={classes.instead} role="alert">
        {preview && <img src={preview} alt={title} />}
        <p>
          {state.message} {preview && 'This is its rendered picture; the download has all of it.'}
        </p>
        <Button size="xs" onClick={onRetry}>
          Try Again
        </Button>
      </div>
    )
  )
}
