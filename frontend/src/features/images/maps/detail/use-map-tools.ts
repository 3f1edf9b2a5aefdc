import { useMemo, useState } from 'react'
import { can, viewerAs } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import type { MapForDms } from '#projections/map-answers.ts'
import { useCampaignsQuery } from '../../../../data/campaigns.ts'
import { useTableQuery } from '../../../../data/maps.ts'
import { useMe } from '../../../../data/me.ts'
import { markOf, type Tool } from './stage.ts'
import { largestBrush } from './Toolbar.tsx'
import { useDoors } from './use-doors.ts'
import { useFog } from './use-fog.ts'
import { useGrid } from './use-grid.ts'
import { useLiveMap } from './use-live-map.ts'

/** Returns `mayShow`, the right to present the map to the players, and `isShown`, true while it is presented. */
export const usePresentation = (map: MapForDms, row: ImageRow | undefined) => {
  const me = useMe()
  const { data: campaigns } = useCampaignsQuery()
  const { data: table } = useTableQuery(map.campaignId ?? '', { skip: map.campaignId === null })
  if (!row) return { mayShow: false, isShown: false }
  const role = campaigns?.rows.find(({ id }) => id === row.campaignId)?.role
  return {
    mayShow: can(viewerAs(me.id, row.campaignId, role), 'showMap', { campaignId: row.campaignId }),
    isShown: table?.rows[0]?.imageId === row.id,
  }
}
export type Presentation = ReturnType<typeof usePresentation>

/** The live content of a map, with the chosen tool and the state of each tool. */
export const useMapTools = (
  map: MapForDms & { position: string },
  row: ImageRow | undefined,
  refetch: () => unknown,
) => {
  const { map: live, position } = useLiveMap(map, refetch)
  const grid = useGrid({ id: map.id, grid: live.grid ?? map.grid, position })
  const { width, height } = row ?? map
  const fog = useFog({ id: map.id, width, height, revealed: live.fog.revealed, position })
  const marks = useMemo(
    () => (map.rooms ?? []).flatMap((room) => markOf(room, fog.lattice) ?? []),
    [map.rooms, fog.lattice],
  )
  const [tool, setTool] = useState<Tool>('pan')
  const doors = useDoors(map.id, map.plan, tool === 'doors')
  const [brushSize, setBrushSize] = useState(2)
  const [asPlayers, setAsPlayers] = useState(false)
  return {
    live,
    size: { width, height },
    grid,
    fog,
    marks,
    doors,
    tool,
    setTool,
    brush: {
      /** Squares of the grid. */
      size: brushSize,
      setSize: setBrushSize,
      resize: (by: 1 | -1) => setBrushSize((size) => Math.min(largestBrush, Math.max(0.5, size + by * 0.5))),
    },
    /** True if fog is drawn as players see it. */
    asPlayers,
    setAsPlayers,
  }
}
export type MapTools = ReturnType<typeof useMapTools>
