import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './graph.module.css'
import { inkOf, paintLabels } from './paint.ts'
import type { Picture } from './SvgGraph.tsx'
import type { Viewport } from './viewport.ts'

interface Props extends Picture {
  viewport: Viewport
}

/** Names over SVG nodes that are drawn too small to be legible. Screen readers read the nodes' own names instead. */
export const SmallLabels = ({ viewport, drawn, places, selected }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const ink = inkOf(element)
    let frame = 0
    const draw = () => {
      frame = 0
      const { width, height } = viewport.stage()
      const size = { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) }
      if (element.width !== size.width || element.height !== size.height) Object.assign(element, size)
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
      context.clearRect(0, 0, width, height)
      paintLabels(context, { drawn, places, selected, view: viewport.get(), ink })
    }
    const request = () => {
      frame ||= requestAnimationFrame(draw)
    }
    request()
    const unlisten = viewport.listen(request)
    return () => {
      unlisten()
      cancelAnimationFrame(frame)
    }
  }, [viewport, drawn, places, selected, scheme])
  return (
    <div className={classes.labels} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}
