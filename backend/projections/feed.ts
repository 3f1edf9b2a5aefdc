import type { Metadata } from '#domain/metadata.ts'
import { type Audience, usersOf } from './audience.ts'
import type { Stored } from './stored.ts'

/** A line of the feed, as its table has it: an event, or what it changed about who sees an item. */
export interface FeedLine {
  position: string
  seq: number
  id: string
  type: string
  stream: string
  revision: string
  at: string
  item: string
  data: unknown
  metadata: Metadata
  channels: string[]
  unless: string[]
  users: string[]
  correlationId: string
  causationId: string | null
}

/** Told to those who no longer see an item, without its content, and to those who now do. Its data is the item's id. */
export const itemGone = 'ItemGone'
export const itemShown = 'ItemShown'

/** What an item's earlier lines must no longer be shown to, so that who comes back late sees no more than who stayed. */
export interface Narrowed {
  item: string
  lost: string[]
}

export const feedOf = (events: readonly Stored[], items: readonly string[], audiences: readonly Audience[]) => {
  const lines: FeedLine[] = []
  const contentOf = new Map<string, FeedLine[]>()
  const narrowed = new Map<string, Set<string>>()
  const lose = (item: string, lost: readonly string[]) => {
    for (const line of contentOf.get(item) ?? []) line.channels = line.channels.filter((one) => !lost.includes(one))
    narrowed.set(item, new Set([...(narrowed.get(item) ?? []), ...lost]))
  }

  for (const [index, { event, revision }] of events.entries()) {
    const { channels, shifts, owners } = audiences[index] ?? { channels: [], shifts: [], owners: [] }
    const item = items[index] ?? ''
    const { correlationId, causationId = null } = event.metadata
    const base = { ...event, seq: 0, revision: String(revision), item, unless: [], correlationId, causationId }
    for (const { item: shifted, lost } of shifts) if (lost.length > 0) lose(shifted, lost)

    const line: FeedLine = { ...base, channels, users: usersOf(event, owners) }
    lines.push(line)
    const content = contentOf.get(item)
    if (content) content.push(line)
    else contentOf.set(item, [line])

    let seq = 0
    const tell = (type: string, about: string, to: string[], unless: string[]) => {
      if (to.length > 0)
        lines.push({ ...base, seq: ++seq, type, item: about, data: { id: about }, channels: to, unless, users: [] })
    }
    for (const { item: shifted, lost, gained, before, after } of shifts) {
      tell(itemGone, shifted, lost, after)
      tell(itemShown, shifted, gained, before)
    }
  }
  return { lines, narrowed: [...narrowed].map(([item, lost]): Narrowed => ({ item, lost: [...lost] })) }
}
