import type { AdminEvent } from '#domain/me.ts'
import type { GraphLink } from '../../../ui/LayeredGraph.tsx'
import { chainOf } from './lanes.ts'

/** An event of a request; `depth` is the number of causes above it. */
export interface Branch {
  event: AdminEvent
  depth: number
}

/** Returns a request's events as a flattened tree of causes, siblings in log order. An event without a cause among them is a root. */
export const treeOf = (events: readonly AdminEvent[]): Branch[] => {
  const ids = new Set(events.map(({ id }) => id))
  const below = Map.groupBy(events, ({ id, metadata: { causationId } }) =>
    causationId !== undefined && causationId !== id && ids.has(causationId) ? causationId : '',
  )
  const reached = new Set<string>()
  const branches = (of: string, depth: number): Branch[] =>
    (below.get(of) ?? []).flatMap((event) => {
      if (reached.has(event.id)) return []
      reached.add(event.id)
      return [{ event, depth }, ...branches(event.id, depth + 1)]
    })
  const tree = branches('', 0)
  // Events in a causal cycle are appended without nesting.
  return [...tree, ...events.filter(({ id }) => !reached.has(id)).map((event) => ({ event, depth: 0 }))]
}

/** Returns the breadth of the tree: the largest number of events at the same depth. */
export const breadthOf = (events: readonly AdminEvent[]): number => {
  const levels = Map.groupBy(treeOf(events), ({ depth }) => depth)
  return Math.max(0, ...[...levels.values()].map(({ length }) => length))
}

/** Links from causes to effects; those of the chain that led to the selected event are lit. */
export const causeLinks = (events: readonly AdminEvent[], selected: string): GraphLink[] => {
  const ids = new Set(events.map(({ id }) => id))
  const chain = chainOf(
    events.map(({ id, metadata: { causationId } }) => ({ id, causationId })),
    selected,
  )
  return events.flatMap(({ id, metadata: { causationId } }): GraphLink[] =>
    causationId === undefined || causationId === id || !ids.has(causationId)
      ? []
      : [{ source: causationId, target: id, tone: chain.has(id) ? 'lit' : 'plain' }],
  )
}

export interface Mark {
  event: AdminEvent
  /** Position in time, from 0 (the request's first event) to 1 (its last). */
  share: number
}

/** Groups the events by stream, in the order of each stream's first event, and places them on a common time axis. */
export const streamsOf = (events: readonly AdminEvent[]): { stream: string; marks: Mark[] }[] => {
  const times = events.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const share = ({ at }: AdminEvent) => (last === first ? 0 : (Date.parse(at) - first) / (last - first))
  return [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, some]) => ({
    stream,
    marks: some.map((event) => ({ event, share: share(event) })),
  }))
}
