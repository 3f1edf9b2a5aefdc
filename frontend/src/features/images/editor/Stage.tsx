import { useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { PendingEdit } from '#domain/image-edit-answers.ts'
import type { Direction } from '#domain/image-edit-tools.ts'
import { Weaving } from '../../../ui/Thread.tsx'
import type { Size } from '../../../ui/viewport.ts'
import classes from './editor-stage.module.css'
import { strip } from './framing.ts'
import type { Mask } from './mask.ts'
import { paintMask } from './mask-painter.ts'
import { directionOf } from './use-edits.ts'
import type { Framing } from './use-framing.ts'
import { type Brush, useGestures } from './use-gestures.ts'

/** Returns the URI of the image to show. A new image replaces the previous one once it is decoded, so that nothing flickers. */
const useShown = (uri: string): string | undefined => {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    let isWanted = true
    const picture = new Image()
    picture.src = uri
    const show = () => isWanted && setShown(uri)
    // An image that fails to decode is shown as well: the `<img>` element then shows its alternative text.
    picture.decode().then(show, show)
    return () => {
      isWanted = false
    }
  }, [uri])
  return shown
}

interface Props {
  uri: string
  alt: string
  framing: Framing
  mask: Mask
  brush: Brush | null
  isPanning: boolean
  /** True if the mask is visible. */
  isMasked: boolean
  /** Rendered over the image, in its pixel coordinates. */
  over: ReactNode
  /** Rendered over the stage. */
  children: ReactNode
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [40, 0],
  ArrowRight: [-40, 0],
  ArrowUp: [0, 40],
  ArrowDown: [0, -40],
}
/** Diameter in screen pixels below which only the ring's cross is visible. */
const smallRing = 12

/** The image, as large as its container allows, with the mask over it. */
export const Stage = ({ uri, alt, framing, mask, brush, isPanning, isMasked, over, children }: Props) => {
  const { viewport } = framing
  const stage = useRef<HTMLDivElement>(null)
  const ring = useRef<HTMLSpanElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = useShown(uri)
  const size = brush?.size ?? 0
  useGestures({ stage, ring, viewport, mask, brush, isPanning, onMoved: framing.moved })

  useEffect(() => {
    const move = () => {
      const { x, y, scale } = viewport.get()
      if (paper.current) paper.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
      paper.current?.style.setProperty('--scale', `${scale}`)
      ring.current?.style.setProperty('--across', `${size * scale}px`)
      ring.current?.toggleAttribute('data-small', size * scale < smallRing)
    }
    move()
    return viewport.listen(move)
  }, [viewport, size])

  useEffect(() => (canvas.current ? paintMask(canvas.current, mask, viewport) : undefined), [mask, viewport])

  const move = (event: KeyboardEvent) => {
    const way = arrows[event.key]
    if (!way || event.target !== stage.current) return
    event.preventDefault()
    framing.moveBy(...way)
  }

  return (
    <div
      ref={useMergedRef(stage, framing.place)}
      className={classes.stage}
      role="application"
      aria-label="Picture. Arrow keys move it."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the image while the stage has the focus.
      tabIndex={0}
      data-autofocus
      data-brush={(brush !== null && !isPanning) || undefined}
      onKeyDown={move}
    >
      <div ref={paper} className={classes.paper} style={{ width: mask.width, height: mask.height }}>
        {shown && <img src={shown} alt={alt} draggable={false} />}
        {over}
      </div>
      <canvas ref={canvas} className={classes.mask} data-hidden={!isMasked || undefined} />
      <span ref={ring} className={classes.ring} aria-hidden="true" />
      {children}
    </div>
  )
}

/** The area by which the image will grow. */
export const Strip = ({ size, direction }: { size: Size; direction: Direction }) => {
  const { x, y, width, height } = strip(size, direction)
  return <span className={classes.strip} style={{ left: x, top: y, width, height }} />
}

interface CoverProps {
  edit: Pick<PendingEdit, 'tool' | 'maskUri' | 'growth'>
  size: Size
  /** Progress, 0 to 1. */
  share: number
}

/** Progress pattern over the changing area: the mask, the added strip, or everything. */
export const Cover = ({ edit, size, share }: CoverProps) => {
  const { x, y, width, height } =
    edit.tool === 'outpaint' ? strip(size, directionOf(edit.growth)) : { x: 0, y: 0, ...size }
  const mask = edit.maskUri ? { maskImage: `url(${edit.maskUri})`, maskMode: 'luminance', maskSize: '100% 100%' } : {}
  return (
    <div className={classes.cover} style={{ left: x, top: y, width, height, ...mask }}>
      <Weaving value={share} />
    </div>
  )
}
