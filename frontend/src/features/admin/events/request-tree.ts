import type { AdminEvent } from '#domain/me.ts'

/** An event of a request, as deep as the causes above it. */
export interface Branch {
  event: AdminEvent
  depth: number
}

/** The events of one request as a tree of causes, in the log's order; an event with a cause elsewhere is a root. */
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

export interface Mark {
  event: AdminEvent
  /** From 0, the request's first moment, to 1, its last. */
  share: number
}

/** The events by stream, in the order of their first writes, on a common time axis. */
export const streamsOf = (events: readonly AdminEvent[]): { stream: string; marks: Mark[] }[] => {
  const times = events.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const share = ({ at }: AdminEvent) => (last === first ? 0 : (Date.parse(at) - first) / (last - first))
  return [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, some]) => ({
    stream,
    marks: some.map((event) => ({ event, share: share(event) })),
  }))
}
