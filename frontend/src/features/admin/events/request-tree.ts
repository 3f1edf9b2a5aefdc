import type { AdminEvent } from '#domain/me.ts'

/** An event of a request, as deep as the causes above it. */
export interface Branch {
  event: AdminEvent
  depth: number
}

/** The events of one request as a tree of causes: each below what caused it, in the log's order; what was caused from elsewhere is a root. */
export const treeOf = (events: readonly AdminEvent[]): Branch[] => {
  const known = new Set(events.map(({ id }) => id))
  const below = Map.groupBy(events, ({ id, metadata: { causationId } }) =>
    causationId !== undefined && causationId !== id && known.has(causationId) ? causationId : '',
  )
  const reached = new Set<string>()
  const branches = (of: string, depth: number): Branch[] =>
    (below.get(of) ?? []).flatMap((event) => {
      if (reached.has(event.id)) return []
      reached.add(event.id)
      return [{ event, depth }, ...branches(event.id, depth + 1)]
    })
  const tree = branches('', 0)
  // Causes in a circle hang below nothing.
  return [...tree, ...events.filter(({ id }) => !reached.has(id)).map((event) => ({ event, depth: 0 }))]
}

export interface Mark {
  event: AdminEvent
  /** From 0, the request's first moment, to 1, its last. */
  share: number
}

/** The same by stream, in the order in which they were first written to, along one time. */
export const streamsOf = (events: readonly AdminEvent[]): { stream: string; marks: Mark[] }[] => {
  const times = events.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const share = ({ at }: AdminEvent) => (last === first ? 0 : (Date.parse(at) - first) / (last - first))
  return [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, some]) => ({
    stream,
    marks: some.map((event) => ({ event, share: share(event) })),
  }))
}
