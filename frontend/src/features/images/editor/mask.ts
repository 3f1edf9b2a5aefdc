import type { Size } from '../../../ui/viewport.ts'
import { type Area, areaOf, type Dab, fill, pieces, type Stroke, united } from './stroke.ts'

/** Side of the tiles in pixels in which a step stores its changes. */
const tile = 64
const nothing: Area = { left: 0, top: 0, right: 0, bottom: 0 }
/** Limit of undoable steps; the oldest are dropped. */
const mostSteps = 80

/** The tiles before the step; after an undo, the tiles after it. */
interface Step {
  kind: 'stroke' | 'invert' | 'clear' | 'load'
  squares: Map<number, Uint8Array>
}

/** A summary of a mask: a new object after each step, but not during a stroke. */
export interface MaskState {
  canUndo: boolean
  canRedo: boolean
  isEmpty: boolean
  /** Share of the whole image, 0 to 1. */
  share: number
  /** Number of strokes; null if there were other steps. */
  strokes: number | null
}

/**
 * The mask of an image, one byte (0 to 255) per pixel, with its undo history. It is independent of canvases; `listen`
 * reports changed areas.
 */
export const createMask = ({ width, height }: Size) => {
  const bytes = new Uint8Array(width * height)
  const across = Math.ceil(width / tile)
  let done: Step[] = []
  let undone: Step[] = []
  let current: Step | undefined
  let state: MaskState = { canUndo: false, canRedo: false, isEmpty: true, share: 0, strokes: 0 }
  const listeners = new Set<(changed: Area) => void>()
  const all: Area = { left: 0, top: 0, right: width, bottom: height }

  const notify = (area: Area) => {
    for (const listener of listeners) listener(area)
  }
  const squareArea = (index: number): Area => {
    const [left, top] = [(index % across) * tile, Math.floor(index / across) * tile]
    return { left, top, right: Math.min(width, left + tile), bottom: Math.min(height, top + tile) }
  }
  const copied = ({ left, top, right, bottom }: Area): Uint8Array => {
    const copy = new Uint8Array((right - left) * (bottom - top))
    for (let y = top; y < bottom; y++)
      copy.set(bytes.subarray(y * width + left, y * width + right), (y - top) * (right - left))
    return copy
  }
  const put = ({ left, top, right, bottom }: Area, copy: Uint8Array) => {
    const row = right - left
    for (let y = top; y < bottom; y++) bytes.set(copy.subarray((y - top) * row, (y - top + 1) * row), y * width + left)
  }
  const keep = (step: Step, { left, top, right, bottom }: Area) => {
    for (let y = Math.floor(top / tile); y * tile < bottom; y++)
      for (let x = Math.floor(left / tile); x * tile < right; x++) {
        const index = y * across + x
        if (!step.squares.has(index)) step.squares.set(index, copied(squareArea(index)))
      }
  }
  const exchange = (step: Step) => {
    let changed: Area | undefined
    for (const [index, before] of step.squares) {
      const area = squareArea(index)
      step.squares.set(index, copied(area))
      put(area, before)
      changed = united(changed, area)
    }
    count()
    if (changed) notify(changed)
  }
  const count = () => {
    let painted = 0
    for (const byte of bytes) if (byte > 127) painted++
    const since = done.slice(done.findLastIndex(({ kind }) => kind === 'clear') + 1)
    const isPlain = done.length < mostSteps && since.every(({ kind }) => kind === 'stroke')
    state = {
      canUndo: done.length > 0,
      canRedo: undone.length > 0,
      isEmpty: painted === 0,
      share: painted / bytes.length,
      strokes: isPlain ? since.length : null,
    }
  }
  const begin = (kind: Step['kind']): Step => {
    current = { kind, squares: new Map() }
    return current
  }
  const end = () => {
    const step = current
    current = undefined
    if (!step || step.squares.size === 0) return
    done = [...done, step].slice(-mostSteps)
    undone = []
    count()
    notify(nothing)
  }
  const whole = (kind: Step['kind'], change: () => void) => {
    keep(begin(kind), all)
    change()
    end()
    notify(all)
  }

  return {
    width,
    height,
    bytes,
    listen(listener: (changed: Area) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    begin: () => void begin('stroke'),
    /** Draws a line between two points of the current stroke. */
    draw(from: Dab, to: Dab, stroke: Stroke) {
      const step = current
      if (!step) return
      for (const [start, stop] of pieces(from, to)) {
        const area = areaOf(start, stop, all)
        if (area.left >= area.right || area.top >= area.bottom) continue
        keep(step, area)
        fill(bytes, width, area, start, stop, stroke)
        notify(area)
      }
    },
    end,
    /** Discards the current stroke, because a second finger started a pinch. */
    cancel() {
      const step = current
      current = undefined
      if (step) exchange(step)
    },
    invert: () =>
      whole('invert', () => {
        for (let n = 0; n < bytes.length; n++) bytes[n] = 255 - (bytes[n] ?? 0)
      }),
    clear() {
      if (bytes.some((byte) => byte > 0)) whole('clear', () => bytes.fill(0))
    },
    /** Resets the mask and its undo history. */
    reset() {
      done = []
      undone = []
      bytes.fill(0)
      count()
      notify(all)
    },
    /** Replaces the mask by another one of the same size. */
    load: (other: Uint8Array) => whole('load', () => bytes.set(other)),
    undo() {
      const step = done.at(-1)
      if (!step || current) return false
      done = done.slice(0, -1)
      undone = [...undone, step]
      exchange(step)
      return true
    },
    redo() {
      const step = undone.at(-1)
      if (!step || current) return false
      undone = undone.slice(0, -1)
      done = [...done, step]
      exchange(step)
      return true
    },
    state: () => state,
  }
}
export type Mask = ReturnType<typeof createMask>
