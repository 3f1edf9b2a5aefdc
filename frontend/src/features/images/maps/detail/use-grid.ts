import { useEffect, useEffectEvent, useState } from 'react'
import { MapGrid } from '#domain/map-grid.ts'
import { messageOf } from '../../../../app/problem.ts'
import { useLayGridMutation } from '../../../../data/maps.ts'
import type { SaveState } from '../../../../ui/SaveIndicator.tsx'
import { toast } from '../../../../ui/toast.ts'

const pauseMs = 500

/** A map's grid as it is being laid: at once on screen, saved after a pause. What could not be saved stays. */
export const useGrid = (id: string, saved: MapGrid) => {
  const [draft, setDraft] = useState<MapGrid>()
  const [state, setState] = useState<SaveState>('idle')
  const [layGrid] = useLayGridMutation()
  const save = useEffectEvent(async (grid: MapGrid) => {
    setState('saving')
    const { error } = await layGrid({ id, grid })
    setState(error ? 'failed' : 'saved')
    if (error) toast.error(messageOf(error, 'The grid could not be saved. Please try again.'))
  })
  useEffect(() => {
    if (!draft) return
    const timer = window.setTimeout(() => void save(draft), pauseMs)
    return () => window.clearTimeout(timer)
  }, [draft])
  // From then on it may be somebody else's again.
  useEffect(() => {
    if (draft && JSON.stringify(draft) === JSON.stringify(saved)) setDraft(undefined)
  }, [draft, saved])
  return {
    grid: draft ?? saved,
    state,
    lay(grid: MapGrid) {
      const { x, y, cell } = grid
      const whole = { ...grid, x: x % cell, y: y % cell }
      if (MapGrid.safeParse(whole).success) setDraft(whole)
    },
  }
}
