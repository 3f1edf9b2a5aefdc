import { useEffect, useEffectEvent, useState } from 'react'
import { planAsDrawn } from '#domain/map-changes.ts'
import { maps, type TabledMap } from '#domain/maps.ts'
import type { MapForDms } from '#projections/map-answers.ts'
import { useRealtime } from '../../../../realtime/context.tsx'
import { keyOf } from '../../../../realtime/history.ts'
import { type FeedItem, isVisibilityChange } from '../../../../realtime/messages.ts'

interface Live {
  /** The response that later events are folded into. */
  response: unknown
  map: TabledMap
  position: string
  last: string | undefined
}

const answered = (map: MapForDms & { position: string }): Live => ({
  response: map,
  map: {
    grid: map.grid,
    fog: map.fog,
    // Only the number of earlier strokes is available.
    strokes: Array.from({ length: map.fog.strokes }, () => ({ id: '', isRevealed: true, cells: [] })),
    found: map.found,
    revision: 0,
    plan: { ...planAsDrawn, revision: map.plan?.revision ?? 0 },
  },
  position: map.position,
  last: undefined,
})

const folded = (map: TabledMap, item: FeedItem, stream: string): TabledMap => {
  if (isVisibilityChange(item) || item.stream !== stream) return map
  const evolve = maps.evolve[item.type as keyof typeof maps.evolve] as
    | ((map: TabledMap, data: unknown) => TabledMap)
    | undefined
  return evolve?.(map, item.data) ?? map
}

/**
 * A map's grid and fog, folded by the server's rules. `refetch` fetches the map when the needed events are no longer
 * retained.
 */
export const useLiveMap = (
  answer: MapForDms & { position: string },
  refetch: () => unknown,
): Omit<Live, 'response'> => {
  const realtime = useRealtime()
  const [state, setLive] = useState(() => answered(answer))
  const live = state.response === answer ? state : answered(answer)
  const catchUp = useEffectEvent(() => {
    const items = realtime.after(live.position, live.last)
    if (!items) return void refetch()
    const latest = items.at(-1)
    if (!latest) return
    const stream = `maps-${answer.id}`
    const map = items.reduce((map, item) => folded(map, item, stream), live.map)
    setLive({ response: answer, map, position: latest.position, last: keyOf(latest) })
    // Only the server can derive the effects of a plan.
    if (map.plan.revision > live.map.plan.revision) refetch()
  })
  // Events that arrived during a request are folded once its response is here.
  useEffect(() => {
    catchUp()
    const changes = realtime.changed$.subscribe(() => catchUp())
    return () => changes.unsubscribe()
  }, [realtime, answer])
  return live
}
