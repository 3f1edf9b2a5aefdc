import { useComputedColorScheme } from '@mantine/core'
import { type PointerEvent, useEffect, useRef } from 'react'
import classes from './graph.module.css'
import { nodeSize, type Places } from './graph.ts'
import { inkOf } from './paint.ts'
import { boxOf, type Viewport } from './viewport.ts'

const size = { width: 168, height: 112 }

/** The whole graph in small, with a frame around the visible part. A press or a drag moves the visible part. */
export const Minimap = ({
  viewport,
  places,
  selected,
}: {
  viewport: Viewport
  places: Places
  selected: string | null
}) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme()
  const box = boxOf(places) ?? { x: 0, y: 0, width: 1, height: 1 }
  const scale = Math.min((size.width - 12) / box.width, (size.height - 12) / box.height)
  const left = (size.width - box.width * scale) / 2 - box.x * scale
  const top = (size.height - box.height * scale) / 2 - box.y * scale

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !canvas.current) return
    const ink = inkOf(canvas.current)
    context.setTransform(2, 0, 0, 2, 0, 0)
    context.clearRect(0, 0, size.width, size.height)
    const [width, height] = [Math.max(2, nodeSize.width * scale), Math.max(1.5, nodeSize.height * scale)]
    for (const [id, { x, y }] of places) {
      context.fillStyle = ink(id === selected ? 'thread' : 'control')
      context.fillRect(x * scale + left - width / 2, y * scale + top - height / 2, width, height)
    }
    // Colours are read again when the theme changes.
  }, [places, selected, scheme, scale, left, top])

  useEffect(() => {
    const follow = () => {
      const { x, y, scale: zoom } = viewport.get()
      const stage = viewport.stage()
      const style = frame.current?.style
      if (!style) return
      style.width = `${(stage.width / zoom) * scale}px`
      style.height = `${(stage.height / zoom) * scale}px`
      style.transform = `translate(${(-x / zoom) * scale + left}px, ${(-y / zoom) * scale + top}px)`
    }
    follow()
    return viewport.listen(follow)
  }, [viewport, scale, left, top])

  const go = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return
    const at = event.currentTarget.getBoundingClientRect()
    viewport.centre({ x: (event.clientX - at.left - left) / scale, y: (event.clientY - at.top - top) / scale })
  }
  return (
    <div className={classes.minimap} data-over aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} width={size.width * 2} height={size.height * 2} />
      <div ref={frame} className={classes.frame} />
    </div>
  )
}
