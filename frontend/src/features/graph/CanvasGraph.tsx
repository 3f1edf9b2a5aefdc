import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './graph.module.css'
import { inkOf, type PictureOf, paint } from './paint.ts'
import type { Picture } from './SvgGraph.tsx'
import type { Viewport } from './viewport.ts'

const side = 80
const most = 400

/** Returns a cache of the nodes' square images, each loaded when first drawn. Calls `onLoaded` after each load. */
const pictures = (onLoaded: () => void): PictureOf => {
  const cache = new Map<string, HTMLCanvasElement | undefined>()
  return (uri) => {
    if (cache.has(uri) || cache.size >= most) return cache.get(uri)
    cache.set(uri, undefined)
    const image = new Image()
    image.onload = () => {
      const square = Object.assign(document.createElement('canvas'), { width: side, height: side })
      const shorter = Math.min(image.naturalWidth, image.naturalHeight)
      // Faces are in the top third.
      const [sx, sy] = [(image.naturalWidth - shorter) / 2, (image.naturalHeight - shorter) * 0.3]
      square.getContext('2d')?.drawImage(image, sx, sy, shorter, shorter, 0, 0, side, side)
      cache.set(uri, square)
      onLoaded()
    }
    image.src = `${uri}?w=320`
    return undefined
  }
}

interface Props extends Picture {
  viewport: Viewport
}

/**
 * Renders graphs that are too large for SVG, redrawing in the next frame after a change. A list next to it makes it
 * accessible.
 */
export const CanvasGraph = ({ viewport, drawn, places, selected }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pictureOf = useRef<PictureOf>(undefined)
  const redraw = useRef<() => void>(() => undefined)
  const scheme = useComputedColorScheme()
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    pictureOf.current ??= pictures(() => redraw.current())
    const ink = inkOf(element)
    let frame = 0
    const draw = () => {
      frame = 0
      const stage = viewport.stage()
      const ratio = devicePixelRatio
      const [width, height] = [Math.round(stage.width * ratio), Math.round(stage.height * ratio)]
      if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      context.clearRect(0, 0, stage.width, stage.height)
      const none: PictureOf = () => undefined
      paint(context, {
        drawn,
        places,
        selected,
        view: viewport.get(),
        stage,
        ink,
        pictureOf: pictureOf.current ?? none,
      })
    }
    const ask = () => {
      frame ||= requestAnimationFrame(draw)
    }
    redraw.current = ask
    ask()
    const unlisten = viewport.listen(ask)
    return () => {
      unlisten()
      cancelAnimationFrame(frame)
    }
    // Colours are read again when the theme changes.
  }, [viewport, drawn, places, selected, scheme])
  return <canvas ref={canvas} className={classes.drawing} />
}
