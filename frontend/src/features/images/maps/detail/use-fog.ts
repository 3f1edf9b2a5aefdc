import { useEffect, useMemo, useRef, useState } from 'react'
import { cellsOf, type FogLattice, fogLattice, type Runs, runsOf } from '#domain/fog.ts'
import { newId } from '../../../../base/ids.ts'
import { messageOf } from '../../../../base/problem.ts'
import { useBrushFogMutation, useUndoFogMutation } from '../../../../data/maps.ts'
import { toast } from '../../../../ui/toast.ts'
import type { Point } from '../../../../ui/viewport.ts'
import { brushed } from './brush.ts'

/** Strokes are collected for this time before they are sent. */
const gatherMs = 200

type Mode = 'reveal' | 'cover'
/** Brushed cells that the server's response does not contain yet. */
interface Pending {
  mode: Mode
  cells: ReadonlySet<number>
  /** The log position of the stroke; undefined until the server returns it. */
  position?: string
}

interface Known {
  id: string
  width: number
  height: number
  revealed: Runs
  /** The log position of the response. */
  position: string
}

/** Sets cells as a brush does. */
const applyTo = (all: Uint8Array, { mode, cells }: Pick<Pending, 'mode' | 'cells'>) => {
  for (const cell of cells) all[cell] = mode === 'reveal' ? 1 : 0
}

interface SendingOptions extends Pick<Known, 'id' | 'position'> {
  /** The number of cells. */
  size: number
}

/** Sends changes of the fog one by one; `pending` are those that the server's response does not contain yet. */
const useSending = ({ id, size, position }: SendingOptions) => {
  const [brushFog] = useBrushFogMutation()
  const [undoFog] = useUndoFogMutation()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const isWaiting = (piece: Pending) => !piece.position || BigInt(piece.position) > BigInt(position)
  useEffect(() => {
    // A stroke may have been added between render and effect.
    if (!pending.every(isWaiting)) setPending((current) => current.filter(isWaiting))
  })

  const line = useRef<Promise<unknown>>(Promise.resolve())
  const send = (strokeId: string, mode: Mode, touched: ReadonlySet<number>) => {
    const piece: Pending = { mode, cells: touched }
    setPending((pending) => [...pending, piece])
    const cells = new Uint8Array(size)
    for (const cell of touched) cells[cell] = 1
    line.current = line.current.then(async () => {
      const { data, error } = await brushFog({ id, strokeId, mode, cells: runsOf(cells) })
      if (error) toast.error(messageOf(error, 'The fog could not be changed. Please try again.'))
      setPending((pending) =>
        pending.flatMap((one) => (one !== piece ? one : data ? { ...one, position: data.position } : [])),
      )
    })
  }
  const undo = () => {
    line.current = line.current.then(async () => {
      const { error } = await undoFog(id)
      if (error) toast.error(messageOf(error, 'This could not be undone. Please try again.'))
    })
  }
  return { pending, send, undo }
}

/** The brush: `shown` are the cells that the current stroke has touched since they were last sent. */
const useBrush = (lattice: FogLattice, send: ReturnType<typeof useSending>['send']) => {
  const stroke = useRef<{ id: string; mode: Mode; touched: Set<number>; timer: number } | undefined>(undefined)
  const [shown, setShown] = useState<{ mode: Mode; cells: ReadonlySet<number> }>()
  const flush = () => {
    const current = stroke.current
    if (!current || current.touched.size === 0) return
    send(current.id, current.mode, current.touched)
    current.touched = new Set()
    setShown(undefined)
  }
  const brush = (mode: Mode, radius: number) => ({
    onStroke(from: Point, to: Point) {
      stroke.current ??= { id: newId(), mode, touched: new Set(), timer: window.setInterval(flush, gatherMs) }
      for (const cell of brushed(lattice, from, to, radius)) stroke.current.touched.add(cell)
      setShown({ mode, cells: new Set(stroke.current.touched) })
    },
    onEnd() {
      window.clearInterval(stroke.current?.timer)
      flush()
      stroke.current = undefined
    },
  })
  useEffect(() => () => window.clearInterval(stroke.current?.timer), [])
  return { brush, shown }
}

/** The fog of a map, and a DM's brush: touched cells are revealed at once and sent in batches during the stroke. */
export const useFog = ({ id, width, height, revealed, position }: Known) => {
  const lattice = useMemo(() => fogLattice({ width, height }), [width, height])
  const size = lattice.columns * lattice.rows
  const { pending, send, undo } = useSending({ id, size, position })
  const { brush, shown } = useBrush(lattice, send)
  const sentCells = useMemo(() => {
    const cells = cellsOf(revealed, size)
    for (const piece of pending) applyTo(cells, piece)
    return cells
  }, [revealed, size, pending])
  const cells = useMemo(() => {
    if (!shown) return sentCells
    const cells = sentCells.slice()
    applyTo(cells, shown)
    return cells
  }, [sentCells, shown])

  return {
    lattice,
    cells,
    brush,
    all: (mode: Mode) => send(newId(), mode, new Set(Array.from({ length: size }, (_, cell) => cell))),
    /** Reveals or hides some cells, such as a room. */
    some(mode: Mode, runs: Runs) {
      const touched = runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, n) => first + n))
      send(newId(), mode, new Set(touched))
    },
    undo,
  }
}
export type FogTools = ReturnType<typeof useFog>
