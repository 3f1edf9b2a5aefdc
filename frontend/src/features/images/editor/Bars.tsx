import { ActionIcon } from '@mantine/core'
import { IconBrush, IconEraser, IconEye, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { BrushSize } from './BrushSize.tsx'
import classes from './editor-stage.module.css'
import type { Stroke } from './stroke.ts'
import type { Framing } from './use-framing.ts'
import type { Brush } from './use-gestures.ts'

interface BrushProps {
  /** Null for tools without a brush. */
  brush: Brush | null
  onSize: (size: number) => void
  onStroke: (stroke: Stroke) => void
  onCompare: (isHeld: boolean) => void
}

const strokes = [
  { value: 'paint', name: 'Paint', Icon: IconBrush },
  { value: 'unpaint', name: 'Unpaint', Icon: IconEraser },
] as const

/** The mask's brushes, and a button that shows the original while pressed. */
export const BrushBar = ({ brush, onSize, onStroke, onCompare }: BrushProps) => {
  const hold = (isHeld: boolean) => (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    onCompare(isHeld)
  }
  return (
    <div className={classes.bar} data-over>
      {brush && (
        <>
          <fieldset className={classes.strokes} aria-label="Brush">
            {strokes.map(({ value, name, Icon }) => (
              <label key={value} title={`${name} (X)`}>
                <input
                  type="radio"
                  name="stroke"
                  aria-label={name}
                  checked={brush.stroke === value}
                  onChange={() => onStroke(value)}
                />
                <Icon size={16} aria-hidden="true" />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
          <span className={classes.brushSize}>
            <span aria-hidden="true">Brush size</span>
            <BrushSize size={brush.size} onSize={onSize} />
          </span>
          <span className="num" aria-hidden="true">
            {brush.size}
          </span>
        </>
      )}
      <ActionIcon
        aria-label="Hold to see the original"
        title="Hold to see the original"
        onPointerDown={() => onCompare(true)}
        onPointerUp={() => onCompare(false)}
        onPointerLeave={() => onCompare(false)}
        onPointerCancel={() => onCompare(false)}
        onKeyDown={hold(true)}
        onKeyUp={hold(false)}
        onBlur={() => onCompare(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        <IconEye size={18} />
      </ActionIcon>
    </div>
  )
}

const step = 1.25

export const ZoomBar = ({ framing: { viewport, fit, zoomBy, zoomTo } }: { framing: Framing }) => {
  const percent = useSyncExternalStore(viewport.listen, () => Math.round(viewport.get().scale * 100))
  return (
    <div className={classes.zoom} data-over role="toolbar" aria-label="Zoom">
      <ActionIcon aria-label="Zoom out" title="Zoom out" onClick={() => zoomBy(1 / step)}>
        <IconMinus size={18} />
      </ActionIcon>
      <button
        type="button"
        className="num"
        title="100% (1), fit (0)"
        onClick={() => (percent === 100 ? fit() : zoomTo(1))}
      >
        {percent}%
      </button>
      <ActionIcon aria-label="Zoom in" title="Zoom in" onClick={() => zoomBy(step)}>
        <IconPlus size={18} />
      </ActionIcon>
    </div>
  )
}
