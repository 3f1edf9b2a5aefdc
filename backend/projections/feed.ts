import { coversChannel, isInPersonOnly } from '#domain/access.ts'
import type { Metadata } from '#domain/metadata.ts'
import { type Audience, type SeenReference, type Shift, usersOf } from './audience.ts'
import type { Stored } from './stored.ts'

/** A row of the feed's table: an event, or a change of an item's visibility by an event (`itemGone`, `itemShown`). */
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
  /** Things that the event refers to and that some receivers of the row may not see. */
  refs: SeenReference[]
  correlationId: string
  causationId: string | null
}

/** Published to users who no longer see an item, without its content, and to those who now do. Its data is the item's id. */
export const itemGone = 'ItemGone'
export const itemShown = 'ItemShown'

/**
 * Earlier rows of an item lose the channels `lost` when its visibility narrows, so that a client that reconnects late
 * receives no more than one that stayed connected. The owner retains access: rows with an owner's former channel
 * (`from`) get the present one (`to`).
 */
export interface Narrowed {
  item: string
  lost: string[]
  from: string[]
  to: string[]
}

/** Events of texts, whose rows have no channels: a change is published on the text's topic, and to no other client. */
const quiet: ReadonlySet<string> = new Set(['TextBegun', 'TextChanged', 'TextMoved'])

/** Events whose rows hold ids only: names are stored with the account, and texts of support requests can be erased at any time. */
const idsOnly: ReadonlySet<string> = new Set(['UserRenamed', 'SupportRequested', 'SupportRequestAnswered'])

/**
 * Returns only the ids in an event's data, also for events to one person: administrators read the feed, and browsers
 * refetch the rest.
 */
const idsOf = (data: unknown): unknown =>
  Object.fromEntries(Object.entries(data as Record<string, unknown>).filter(([field]) => field.endsWith('Id')))

/** Removes duplicates: many things that a field refers to have the same audience. */
const distinct = (references: readonly SeenReference[]): SeenReference[] => [
  ...new Map(references.map((each) => [JSON.stringify(each), each])).values(),
]

export const feedOf = (
  events: readonly Pick<Stored, 'event' | 'revision'>[],
  items: readonly string[],
  audiences: readonly Audience[],
) => {
  const lines: FeedLine[] = []
  const contentOf = new Map<string, FeedLine[]>()
  const narrowed = new Map<string, Narrowed>()
  const lose = ({ item, lost, owner }: Shift) => {
    for (const line of contentOf.get(item) ?? []) {
      const retained = owner && line.channels.includes(owner.before) ? [owner.after] : []
      line.channels = [...line.channels.filter((one) => !lost.includes(one)), ...retained]
    }
    const { lost: all, from, to } = narrowed.get(item) ?? { lost: [], from: [], to: [] }
    narrowed.set(item, {
      item,
      lost: [...new Set([...all, ...lost])],
      from: owner ? [...new Set([...from, owner.before])] : from,
      to: owner ? [owner.after] : to,
    })
  }

  for (const [index, { event, revision }] of events.entries()) {
    const { channels: seeing = [], shifts = [], owners = [], references = [] } = audiences[index] ?? {}
    const channels = quiet.has(event.type) ? [] : seeing
    const item = items[index] ?? ''
    const { correlationId, causationId = null } = event.metadata
    const base = { ...event, seq: 0, revision: String(revision), item, unless: [], correlationId, causationId }
    for (const shift of shifts) if (shift.lost.length > 0) lose(shift)

    const refs = distinct(references).filter((ref) => channels.some((channel) => !coversChannel(ref.channels, channel)))
    const data = isInPersonOnly(seeing) || idsOnly.has(event.type) ? idsOf(event.data) : event.data
    const line: FeedLine = { ...base, data, channels, users: usersOf(event, owners), refs }
    lines.push(line)
    const content = contentOf.get(item)
    if (content) content.push(line)
    else contentOf.set(item, [line])

    let seq = 0
    const addLine = (type: string, about: string, to: string[], unless: string[]) => {
      if (to.length > 0)
        lines.push({
          ...base,
          seq: ++seq,
          type,
          item: about,
          data: { id: about },
          channels: to,
          unless,
          users: [],
          refs: [],
        })
    }
    for (const { item: shifted, lost, gained, before, after } of shifts) {
      addLine(itemGone, shifted, lost, after)
      addLine(itemShown, shifted, gained, before)
    }
  }
  return { lines, narrowed: [...narrowed.values()] }
}
