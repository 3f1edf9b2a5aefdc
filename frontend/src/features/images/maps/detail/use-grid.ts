import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MapGrid } from '#domain/map-grid.ts'
import { messageOf } from '../../../../base/problem.ts'
import { useUnsaved } from '../../../../base/use-unsaved.ts'
import { useLayGridMutation } from '../../../../data/maps.ts'
import type { SaveState } from '../../../../ui/SaveIndicator.tsx'
import { currentToasts, dismiss, toast } from '../../../../ui/toast.ts'

const pauseMs = 500
const same = (a: MapGrid, b: MapGrid) => JSON.stringify(a) === JSON.stringify(b)

interface Known {
  id: string
  grid: MapGrid
  /** The log position whose state `grid` is. */
  position: string
}

/**
 * Notifies of changes by keys: a key is easily pressed by accident, and all members share this grid. Its undo restores
 * the grid as it was before them.
 */
const useKeyNotice = (restore: (grid: MapGrid) => void) => {
  /** The changes by keys since the last notice, while that is shown. */
  const byKey = useRef<{ toastId: number; before: MapGrid }>(undefined)
  return (grid: MapGrid, next: MapGrid) => {
    const last = byKey.current && currentToasts().some(({ id }) => id === byKey.current?.toastId)
    const before = (last && byKey.current?.before) || grid
    if (byKey.current) dismiss(byKey.current.toastId)
    if (same(next, before)) return
    const changed = next.shown === before.shown ? 'moved' : next.shown ? 'shown' : 'hidden'
    const toastId = toast.plain(`Grid ${changed} for everybody who sees this map`, { undo: () => restore(before) })
    byKey.current = { toastId, before }
  }
}

/** A map's grid while it is edited: shown at once, saved after a pause. A failed change stays in the draft. */
export const useGrid = ({ id, grid: saved, position }: Known) => {
  const [draft, setDraft] = useState<MapGrid>()
  /** The last grid that the server accepted from here, and the log position of that change. */
  const [accepted, setAccepted] = useState<{ grid: MapGrid; position: string }>()
  const [state, setState] = useState<SaveState>('idle')
  const [layGrid] = useLayGridMutation()
  const sent = useRef<MapGrid>(undefined)
  const grid = draft ?? saved
  const save = async (grid: MapGrid) => {
    sent.current = grid
    setState('saving')
    const { data, error } = await layGrid({ id, grid })
    setState(error ? 'failed' : 'saved')
    if (data) setAccepted({ grid, position: data.position })
    if (error) toast.error(messageOf(error, 'The grid could not be saved. Please try again.'))
  }
  const saveSoon = useEffectEvent((grid: MapGrid) => {
    if (sent.current !== grid) void save(grid)
  })
  useEffect(() => {
    if (!draft) return
    const timer = window.setTimeout(() => saveSoon(draft), pauseMs)
    return () => window.clearTimeout(timer)
  }, [draft])
  useUnsaved(
    () => draft !== undefined && sent.current !== draft,
    () => draft && void save(draft),
  )
  // From then on changes by other members show again. Earlier changes from here may still be under way as events: an
  // equal grid is no proof that the last one has come.
  useEffect(() => {
    if (draft && draft === accepted?.grid && BigInt(position) >= BigInt(accepted.position))
      // The draft may have changed between render and effect, by a key.
      setDraft((current) => (current === accepted.grid ? undefined : current))
  }, [draft, accepted, position])
  const lay = (grid: MapGrid) => {
    const { x, y, cell } = grid
    const whole = { ...grid, x: x % cell, y: y % cell }
    if (MapGrid.safeParse(whole).success) setDraft(whole)
  }

  const notify = useKeyNotice((before) => {
    setDraft(before)
    void save(before)
  })
  return {
    grid,
    state,
    lay,
    layByKey(next: MapGrid) {
      lay(next)
      notify(grid, next)
    },
  }
}
