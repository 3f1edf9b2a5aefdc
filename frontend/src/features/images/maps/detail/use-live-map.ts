import { useEffect, useEffectEvent, useState } from 'react'
import { planAsDrawn } from '#domain/map-plan.ts'
import { maps, type TabledMap } from '#domain/maps.ts'
import type { MapForDms } from '#projections/map-answers.ts'
import { useRealtime } from '../../../../realtime/context.tsx'
import { keyOf } from '../../../../realtime/history.ts'
import { type FeedItem, isVisibilityChange } from '../../../../realtime/messages.ts'

interface Live {
  /** The answer that it goes on from. */
  of: unknown
  map: TabledMap
  position: string
  last: string | undefined
}

const answered = (map: MapForDms & { position: string }): Live => ({
  of: map,
  map: {
    grid: map.grid,
    fog: map.fog,
    // How many there are is all that is known of those before.
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

/** A map's grid and fog as they are now, by the rules that the server folds them by. `refetch` brings what is no longer remembered. */
export const useLiveMap = (answer: MapForDms & { position: string }, refetch: () => unknown): Omit<Live, 'of'> => {
  const realtime = useRealtime()
  const [kept, setLive] = useState(() => answered(answer))
  const live = kept.of === answer ? kept : answered(answer)
  const look = useEffectEvent(() => {
    const items = realtime.after(live.position, live.last)
    if (!items) return void refetch()
    const latest = items.at(-1)
    if (!latest) return
    const stream = `maps-${answer.id}`
    const map = items.reduce((map, item) => folded(map, item, stream), live.map)
    setLive({ of: answer, map, position: latest.position, last: keyOf(latest) })
    // What follows from a plan is the server's to say.
    if (map.plan.revision > live.map.plan.revision) refetch()
  })
  // What came while an answer was on its way is looked at once it is here.
  useEffect(() => {
    look()
    const changes = realtime.changed$.subscribe(() => look())
    return () => changes.unsubscribe()
  }, [realtime, answer])
  return live
}
