import type { Size } from '../../../ui/viewport.ts'
import { type Area, areaOf, type Dab, fill, pieces, type Stroke, united } from './stroke.ts'

/** Side length in pixels of the square tiles in which a step stores its changes. */
const tile = 64
const nothing: Area = { left: 0, top: 0, right: 0, bottom: 0 }
/** Limit of undoable steps; the oldest are dropped. */
const mostSteps = 80

/** Copies of tiles by their index. */
type Tiles = Map<number, Uint8Array>

/** A change of the mask. `tiles` holds their content before the step; after an undo, their content after the step. */
interface Step {
  kind: 'stroke' | 'invert' | 'clear' | 'load'
  tiles: Tiles
}

/** A summary of a mask: a new object after each step, but not during a stroke. */
export interface MaskState {
  canUndo: boolean
  canRedo: boolean
  isEmpty: boolean
  /** Painted share of the image, 0 to 1. */
  share: number
  /** Number of strokes since the mask was last cleared; null after other steps, or at the limit of undoable steps. */
  strokes: number | null
}

/** The bytes of a mask, whose tiles can be copied before a change and exchanged with their copies afterwards. */
const createTiledBytes = ({ width, height }: Size) => {
  const bytes = new Uint8Array(width * height)
  const across = Math.ceil(width / tile)

  const areaOfTile = (index: number): Area => {
    const [left, top] = [(index % across) * tile, Math.floor(index / across) * tile]
    return { left, top, right: Math.min(width, left + tile), bottom: Math.min(height, top + tile) }
  }
  const copyArea = ({ left, top, right, bottom }: Area): Uint8Array => {
    const copy = new Uint8Array((right - left) * (bottom - top))
    for (let y = top; y < bottom; y++)
      copy.set(bytes.subarray(y * width + left, y * width + right), (y - top) * (right - left))
    return copy
  }
  const replaceArea = ({ left, top, right, bottom }: Area, copy: Uint8Array) => {
    const row = right - left
    for (let y = top; y < bottom; y++) bytes.set(copy.subarray((y - top) * row, (y - top + 1) * row), y * width + left)
  }

  return {
    bytes,
    /** Copies the tiles of an area into `tiles`, unless it has them already. */
    copyTiles(tiles: Tiles, { left, top, right, bottom }: Area) {
      for (let y = Math.floor(top / tile); y * tile < bottom; y++)
        for (let x = Math.floor(left / tile); x * tile < right; x++) {
          const index = y * across + x
          if (!tiles.has(index)) tiles.set(index, copyArea(areaOfTile(index)))
        }
    },
    /** Swaps tiles with their copies. Returns the changed area, if any. */
    exchangeTiles(tiles: Tiles): Area | undefined {
      let changed: Area | undefined
      for (const [index, before] of tiles) {
        const area = areaOfTile(index)
        tiles.set(index, copyArea(area))
        replaceArea(area, before)
        changed = united(changed, area)
      }
      return changed
    },
  }
}

/** The undoable and the redoable steps of a mask. */
const createHistory = () => {
  let done: Step[] = []
  let undone: Step[] = []
  return {
    add(step: Step) {
      done = [...done, step].slice(-mostSteps)
      undone = []
    },
    clear() {
      done = []
      undone = []
    },
    /** Makes the last step redoable, and returns it. */
    stepBack(): Step | undefined {
      const step = done.at(-1)
      if (!step) return undefined
      done = done.slice(0, -1)
      undone = [...undone, step]
      return step
    },
    /** Makes the last undone step undoable again, and returns it. */
    stepForward(): Step | undefined {
      const step = undone.at(-1)
      if (!step) return undefined
      undone = undone.slice(0, -1)
      done = [...done, step]
      return step
    },
    summarize(bytes: Uint8Array): MaskState {
      let painted = 0
      for (const byte of bytes) if (byte > 127) painted++
      const since = done.slice(done.findLastIndex(({ kind }) => kind === 'clear') + 1)
      const isPlain = done.length < mostSteps && since.every(({ kind }) => kind === 'stroke')
      return {
        canUndo: done.length > 0,
        canRedo: undone.length > 0,
        isEmpty: painted === 0,
        share: painted / bytes.length,
        strokes: isPlain ? since.length : null,
      }
    },
  }
}

const createListeners = () => {
  const listeners = new Set<(changed: Area) => void>()
  return {
    listen(listener: (changed: Area) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(area: Area) {
      for (const listener of listeners) listener(area)
    },
  }
}

/** Records changes of the mask's bytes as undoable steps, and reports the changed areas to listeners. */
const createRecorder = (size: Size, all: Area) => {
  const { bytes, copyTiles, exchangeTiles } = createTiledBytes(size)
  const history = createHistory()
  const { listen, notify } = createListeners()
  let current: Step | undefined
  let state: MaskState = { canUndo: false, canRedo: false, isEmpty: true, share: 0, strokes: 0 }

  const updateState = () => {
    state = history.summarize(bytes)
  }
  const exchange = (step: Step) => {
    const changed = exchangeTiles(step.tiles)
    updateState()
    if (changed) notify(changed)
  }
  /** Undoes or redoes a step, but not during another one. Returns false if there is none. */
  const move = (takeStep: () => Step | undefined): boolean => {
    const step = current ? undefined : takeStep()
    if (step) exchange(step)
    return step !== undefined
  }

  return {
    bytes,
    listen,
    notify,
    begin(kind: Step['kind']) {
      current = { kind, tiles: new Map() }
    },
    /** Copies the tiles of an area that is about to change into the current step. */
    prepare(area: Area) {
      if (current) copyTiles(current.tiles, area)
    },
    end() {
      const step = current
      current = undefined
      if (!step || step.tiles.size === 0) return
      history.add(step)
      updateState()
      notify(nothing)
    },
    cancel() {
      const step = current
      current = undefined
      if (step) exchange(step)
    },
    reset() {
      history.clear()
      bytes.fill(0)
      updateState()
      notify(all)
    },
    undo: () => move(history.stepBack),
    redo: () => move(history.stepForward),
    isRecording: () => current !== undefined,
    state: () => state,
  }
}

/**
 * The mask of an image, one byte (0 to 255) per pixel, with its undo history. It is independent of canvases; `listen`
 * reports changed areas.
 */
export const createMask = ({ width, height }: Size) => {
  const all: Area = { left: 0, top: 0, right: width, bottom: height }
  const recorder = createRecorder({ width, height }, all)
  const { bytes } = recorder

  /** Changes the whole mask in one step. */
  const changeAll = (kind: Step['kind'], change: () => void) => {
    recorder.begin(kind)
    recorder.prepare(all)
    change()
    recorder.end()
    recorder.notify(all)
  }

  return {
    width,
    height,
    bytes,
    listen: recorder.listen,
    begin: () => recorder.begin('stroke'),
    /** Draws a line between two points of the current stroke. */
    draw(from: Dab, to: Dab, stroke: Stroke) {
      if (!recorder.isRecording()) return
      for (const [start, stop] of pieces(from, to)) {
        const area = areaOf(start, stop, all)
        if (area.left >= area.right || area.top >= area.bottom) continue
        recorder.prepare(area)
        fill(bytes, width, area, start, stop, stroke)
        recorder.notify(area)
      }
    },
    end: recorder.end,
    /** Discards the current stroke, because a second finger started a pinch. */
    cancel: recorder.cancel,
    invert: () =>
      changeAll('invert', () => {
        for (let n = 0; n < bytes.length; n++) bytes[n] = 255 - (bytes[n] ?? 0)
      }),
    clear() {
      if (bytes.some((byte) => byte > 0)) changeAll('clear', () => bytes.fill(0))
    },
    /** Resets the mask and its undo history. */
    reset: recorder.reset,
    /** Replaces the mask by another one of the same size. */
    load: (other: Uint8Array) => changeAll('load', () => bytes.set(other)),
    undo: recorder.undo,
    redo: recorder.redo,
    state: recorder.state,
  }
}
export type Mask = ReturnType<typeof createMask>
