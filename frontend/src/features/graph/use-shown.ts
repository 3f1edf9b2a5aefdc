import { useMemo, useState } from 'react'
import type { GraphData } from '../../data/graph.ts'
import { type Drawn, type Filter, filtered, mostLinked, surroundings, whole, wholeLimit } from './graph.ts'

export const noFilter: Filter = { tag: null, collectionId: null }

interface Shown {
  /** All of it. */
  graph: Drawn
  /** What of it is on the stage. */
  drawn: Drawn
  /** What is laid out together, and its name: a filter hides without moving, as far as all of it can be laid out at once. */
  laidOut: Drawn
  scope: string
  /** Whose surroundings these are; null is everything. */
  around: string | null
  isLarge: boolean
}

/** What of a graph is on the stage. More than can be looked at opens on one item's surroundings; `folderId` is the folder that it begins with. */
export const useShown = ({ rows: nodes, links }: GraphData, opened: string | null, folderId: string | null) => {
  const graph = useMemo(() => whole({ nodes, links }), [nodes, links])
  const isLarge = graph.nodes.length > wholeLimit
  const [chosen, setAround] = useState<string | null | undefined>(undefined)
  const [filter, setFilter] = useState<Filter>({ ...noFilter, collectionId: folderId })
  const isFiltered = filter.tag !== null || filter.collectionId !== null
  const first = useMemo(() => (isLarge ? (opened ?? mostLinked(graph) ?? null) : null), [isLarge, opened, graph])
  const wanted = chosen === undefined ? first : chosen
  const around = !isFiltered && wanted !== null && graph.nodes.some(({ id }) => id === wanted) ? wanted : null
  const shown = useMemo((): Shown => {
    const drawn = filtered(around === null ? graph : surroundings(graph, around), filter)
    const scope = isLarge ? JSON.stringify([around, filter]) : 'whole'
    return { graph, drawn, laidOut: isLarge ? drawn : graph, scope, around, isLarge }
  }, [graph, around, filter, isLarge])
  return { shown, filter, setFilter, setAround }
}
