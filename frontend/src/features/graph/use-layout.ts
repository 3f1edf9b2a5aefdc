import { useEffect, useMemo, useRef, useState } from 'react'
import type { Drawn, Places, Point } from './graph.ts'

interface Answer {
  job: number
  places: Float64Array
}

const startWorker = () => new Worker(new URL('./layout/worker.ts', import.meta.url), { type: 'module' })

/**
 * Positions of the nodes: dragged ones where they were dropped, others from a worker. Undefined until it responds.
 * Within one `scope`, positions stay when nodes are added; another scope is laid out from scratch.
 */
export const useLayout = ({ nodes, links }: Drawn, scope: string): Places | undefined => {
  const [laid, setLaid] = useState<{ scope: string; places: Places }>()
  const known = useRef(laid)
  known.current = laid
  const worker = useRef<Worker>(undefined)
  const job = useRef(0)
  useEffect(() => () => worker.current?.terminate(), [])

  const ids = nodes.map(({ id }) => id)
  const shape = JSON.stringify([ids, links.map(({ source, target }) => [source, target])])
  useEffect(() => {
    const before = known.current?.scope === scope ? known.current.places : undefined
    const numberOf = new Map(ids.map((id, n) => [id, n]))
    const stored = nodes.flatMap(({ id, x, y }): [string, Point][] =>
      x !== null && y !== null ? [[id, { x, y }]] : [],
    )
    const held = new Map([...(before ?? []), ...stored].filter(([id]) => numberOf.has(id)))
    const number = ++job.current
    if (ids.every((id) => held.has(id))) return setLaid({ scope, places: held })
    worker.current ??= startWorker()
    worker.current.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.job !== job.current) return
      const places = new Map(ids.map((id, n) => [id, { x: data.places[2 * n] ?? 0, y: data.places[2 * n + 1] ?? 0 }]))
      performance.mark('graph-laid-out')
      setLaid({ scope, places })
    }
    worker.current.postMessage({
      job: number,
      count: ids.length,
      links: links.flatMap(({ source, target }) => {
        const [from, to] = [numberOf.get(source), numberOf.get(target)]
        return from === undefined || to === undefined ? [] : [[from, to]]
      }),
      fixed: [...held].map(([id, { x, y }]) => [numberOf.get(id) ?? 0, x, y]),
    })
    // The layout depends only on the graph's shape; dragged positions are applied below.
  }, [shape, scope])

  return useMemo(
    () =>
      laid?.scope === scope
        ? new Map(
            nodes.flatMap(({ id, x, y }): [string, Point][] => {
              const place = x !== null && y !== null ? { x, y } : laid.places.get(id)
              return place ? [[id, place]] : []
            }),
          )
        : undefined,
    [laid, nodes, scope],
  )
}
