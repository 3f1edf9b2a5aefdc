import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Drawn, Places } from './graph.ts'

const start = async () => (await import('./layout/layers.ts')).startLayers()

/**
 * Places the nodes in layers that follow the direction of the links, while `isShown`. Undefined until a worker has placed them. Nodes cannot be
 * dragged there, so each change of the graph's shape lays out all of it. `onError` is called when the layout fails or cannot be loaded.
 */
export const useLayers = (
  { nodes, links }: Drawn,
  { scope, isShown, onError }: { scope: string; isShown: boolean; onError: (error: unknown) => void },
): Places | undefined => {
  const [laidOut, setLaidOut] = useState<{ scope: string; places: Places }>()
  const layers = useRef<ReturnType<typeof start>>(undefined)
  const fail = useEffectEvent(onError)
  useEffect(() => () => void layers.current?.then(({ stop }) => stop()), [])

  const ids = nodes.map(({ id }) => id)
  const shape = JSON.stringify([ids, links.map(({ source, target }) => [source, target])])
  useEffect(() => {
    if (!isShown) return
    let isCurrent = true
    const layOut = async () => {
      layers.current ??= start()
      const numberOf = new Map(ids.map((id, n) => [id, n]))
      const middles = await (await layers.current).layOut({
        count: ids.length,
        links: links.flatMap(({ source, target }): [number, number][] => {
          const [from, to] = [numberOf.get(source), numberOf.get(target)]
          return from === undefined || to === undefined ? [] : [[from, to]]
        }),
      })
      const places = new Map(ids.map((id, n) => [id, { x: middles[2 * n] ?? 0, y: middles[2 * n + 1] ?? 0 }]))
      if (isCurrent) setLaidOut({ scope, places })
    }
    layOut().catch((error: unknown) => {
      // A program that could not be loaded is loaded again by the next attempt.
      layers.current = undefined
      if (isCurrent) fail(error)
    })
    return () => {
      isCurrent = false
    }
    // The layout depends on the shape alone, not on names and places.
  }, [shape, scope, isShown])
  return isShown && laidOut?.scope === scope ? laidOut.places : undefined
}
