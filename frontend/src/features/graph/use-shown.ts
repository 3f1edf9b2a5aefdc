import { useMemo, useState } from 'react'
import type { GraphData } from '../../data/graph.ts'
import { type Drawn, type Filter, filtered, mostLinked, surroundings, whole, wholeLimit } from './graph.ts'

export const noFilter: Filter = { tag: null, collectionId: null }

interface Shown {
  /** All lore with links, and its links. */
  graph: Drawn
  /** The visible part of the graph. */
  drawn: Drawn
  /**
   * The part that is laid out, identified by `scope`. It is the whole graph unless that is too large, so that a filter hides
   * nodes without moving others.
   */
  laidOut: Drawn
  scope: string
  /** The item whose surroundings are shown; null if everything is shown. */
  around: string | null
  isLarge: boolean
}

/**
 * The visible part of a graph. A graph that is too large opens on one item's surroundings; `folderId` is the initial
 * folder.
 */
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
