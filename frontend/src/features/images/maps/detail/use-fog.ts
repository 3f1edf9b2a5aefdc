import { useEffect, useMemo, useRef, useState } from 'react'
import { cellsOf, fogLattice, type Runs, runsOf } from '#domain/fog.ts'
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

/** The fog of a map, and a DM's brush: touched cells are revealed at once and sent in batches during the stroke. */
export const useFog = ({ id, width, height, revealed, position }: Known) => {
  const [brushFog] = useBrushFogMutation()
  const [undoFog] = useUndoFogMutation()
  const [pending, setPending] = useState<readonly Pending[]>([])
  const lattice = useMemo(() => fogLattice({ width, height }), [width, height])
  const size = lattice.columns * lattice.rows

  const isWaiting = (piece: Pending) => !piece.position || BigInt(piece.position) > BigInt(position)
  const cells = useMemo(() => {
    const cells = cellsOf(revealed, size)
    for (const piece of pending) for (const cell of piece.cells) cells[cell] = piece.mode === 'reveal' ? 1 : 0
    return cells
  }, [revealed, size, pending])
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

  const seen = useMemo(() => {
    if (!shown) return cells
    const seen = cells.slice()
    for (const cell of shown.cells) seen[cell] = shown.mode === 'reveal' ? 1 : 0
    return seen
  }, [cells, shown])

  const everything = () => new Set(Array.from({ length: size }, (_, cell) => cell))
  return {
    lattice,
    cells: seen,
    brush,
    all: (mode: Mode) => send(newId(), mode, everything()),
    /** Reveals or hides some cells, such as a room. */
    some(mode: Mode, runs: Runs) {
      const touched = runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, n) => first + n))
      send(newId(), mode, new Set(touched))
    },
    undo() {
      line.current = line.current.then(async () => {
        const { error } = await undoFog(id)
        if (error) toast.error(messageOf(error, 'This could not be undone. Please try again.'))
      })
    },
  }
}
export type FogTools = ReturnType<typeof useFog>
