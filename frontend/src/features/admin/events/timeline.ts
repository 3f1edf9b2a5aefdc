import type { AdminEvent, AdminEvents } from '#domain/me.ts'

/**
 * Orders events newest first. Positions are decimal numbers without leading zeros: the longer text is the larger number, and
 * texts of equal length are compared by their digits. They are not parsed, because hundreds of thousands are compared.
 */
const byPosition = ({ position: a, revision: left }: AdminEvent, { position: b, revision: right }: AdminEvent) => {
  if (a === b) return right - left
  return a.length === b.length ? (a < b ? 1 : -1) : b.length - a.length
}

export interface Timeline {
  /** Newest first, each once. */
  events: AdminEvent[]
  /** Live events that are in no fetched page yet. */
  fresh: AdminEvent[]
}

/** Merges the fetched pages with the events that arrived since. */
export const timeline = (pages: readonly AdminEvents[], live: readonly AdminEvent[]): Timeline => {
  const fetched = pages.flatMap(({ events }) => events)
  const known = new Set(fetched.map(({ id }) => id))
  const fresh = live.filter(({ id }) => !known.has(id))
  const all = new Map([...fresh, ...fetched].map((event) => [event.id, event]))
  return { events: [...all.values()].sort(byPosition), fresh }
}

/** Splits events at the position at which the list was paused: later ones wait. `at` is null if the list is not paused. */
export const splitAtPause = (
  events: readonly AdminEvent[],
  at: string | null,
): { shown: AdminEvent[]; waiting: number } => {
  if (at === null) return { shown: [...events], waiting: 0 }
  const shown = events.filter(({ position }) => BigInt(position) <= BigInt(at))
  return { shown, waiting: events.length - shown.length }
}

export type TypeCount = AdminEvents['types'][number]
export type ActorCount = AdminEvents['actors'][number]

/** Adds live events to the server's counts by type. */
export const countTypes = (counted: readonly TypeCount[], fresh: readonly AdminEvent[]): TypeCount[] => {
  const counts = new Map(counted.map(({ type, count }) => [type, count]))
  for (const { type } of fresh) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => a.type.localeCompare(b.type))
}

/** Adds live events to the server's counts by actor, impersonators included. */
export const countActors = (counted: readonly ActorCount[], fresh: readonly AdminEvent[]): ActorCount[] => {
  const counts = new Map(counted.map((actor) => [actor.id, actor]))
  const add = (id: string, name: string | null) =>
    counts.set(id, { id, name: counts.get(id)?.name ?? name, count: (counts.get(id)?.count ?? 0) + 1 })
  for (const { metadata, actorName, impersonatorName } of fresh) {
    const { actor, impersonator = actor } = metadata
    add(actor, actorName)
    if (impersonator !== actor) add(impersonator, impersonatorName)
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
