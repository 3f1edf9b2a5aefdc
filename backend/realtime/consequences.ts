import { z } from 'zod'
import { channelOf } from '#domain/access.ts'
import type { Ops } from '#domain/deltas.ts'
import type { mapEvents } from '#domain/maps.ts'
import { subjectOf } from '#domain/metadata.ts'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import type { textEvents } from '#domain/text-events.ts'
import { namesThings } from '#domain/text-plain.ts'
import { type DataOf, topicLimits, topicOf } from '#domain/topics.ts'
import type { userEvents } from '#domain/users.ts'
import { itemGone } from '#projections/feed.ts'
import { changesMembership } from '#projections/personal.ts'
import { closeCodes } from './messages.ts'
import type { FeedRow } from './row.ts'
import type { Subscriber } from './subscriber.ts'
import type { Publish } from './topics/topics.ts'

export interface AffectedSubscribers {
  /** All sockets of these users. */
  of(users: readonly string[]): Subscriber[]
  /** Closes the subscribers whose session has ended. */
  recheck(subscribers: Subscriber[]): void
  /** Rechecks the subscriptions to this item's topics: some users no longer see it. */
  gone(id: string): void
  /** Publishes to the subscribers of a thing's topics in this process. */
  publishLocally: Publish
  /** Rechecks the subscriber's topics: its user may now see more or fewer things. */
  rightsChanged(subscriber: Subscriber): void
}

const roleIn = (data: unknown) => (typeof data === 'object' && data !== null && 'role' in data ? data.role : undefined)
const idIn = (data: unknown) => (typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : '')

/** Notifies players only that the map on their table has changed; they receive no event about a DM's changes to a map. */
const mapChanged = ({ data }: FeedRow, { publishLocally }: AffectedSubscribers) => {
  const { imageId, shownIn } = z.object({ imageId: z.string(), shownIn: z.string().nullable() }).parse(data)
  if (shownIn !== null) publishLocally(topicOf('campaign', shownIn), 'table', { imageId })
}

type Consequence = (row: FeedRow, concerned: AffectedSubscribers) => void
const byType: Readonly<Record<string, Consequence>> = {
  GridLaid: mapChanged,
  FogRevealed: mapChanged,
  FogCovered: mapChanged,
  FogUndone: mapChanged,
  SecretRoomFound: mapChanged,
  SecretRoomHidden: mapChanged,
  DoorAdded: mapChanged,
  DoorChanged: mapChanged,
  DoorRemoved: mapChanged,
  PlanChangeUndone: mapChanged,
  UserBanned: ({ users }, { of, recheck }) => recheck(of(users)),
  TextChanged: ({ stream, data }, { publishLocally }) =>
    publishLocally(topicOf('text', subjectOf(stream)), 'change', textChange(data)),
  ImpersonationEnded: ({ users }, { of, recheck }) => recheck(of(users)),
  UserRoleChanged({ stream, data }, { of }) {
    const role = roleIn(data)
    if (isAdmin(role)) return
    for (const { watch, line } of of([subjectOf(stream)]))
      if (isAuditor(role)) line.close(closeCodes.notAllowed, 'auditors are told nothing')
      else if (watch !== undefined) line.close(closeCodes.notAllowed, 'only admins may watch')
  },
} satisfies Partial<Record<keyof (typeof mapEvents & typeof textEvents & typeof userEvents), Consequence>>

/** Applies an event's effects on open sockets, in addition to its delivery. */
export const drawConsequences = (row: FeedRow, concerned: AffectedSubscribers): void => {
  if (row.seq > 0 && row.type === itemGone) concerned.gone(idIn(row.data))
  if (row.seq > 0) return
  byType[row.type]?.(row, concerned)
  if (!changesMembership(row.type)) return
  // Users who are notified individually may have gained or lost subscriptions.
  const personal = channelOf('')
  const personalChannels = row.channels.filter((channel) => channel.startsWith(personal))
  const users = [...row.users, ...personalChannels.map((channel) => channel.slice(personal.length))]
  for (const subscriber of concerned.of([...new Set(users)])) {
    subscriber.refresh(row)
    concerned.rightsChanged(subscriber)
  }
}

interface Changed {
  revision: number
  changeId: string
  userId: string
  ops: Ops
  fix?: Ops
}

/**
 * The message of a text's change to clients with the text open. Changes that refer to lore, files or pictures differ by
 * viewer, and some are too large: then only the revision is sent, and each client fetches the change.
 */
const textChange = (data: unknown): DataOf<'change'> => {
  const { revision, changeId: id, userId, ops, fix } = data as Changed
  const change = { revision, id, userId, ops: [...ops], ...(fix ? { fix: [...fix] } : {}) }
  if (namesThings(ops) || JSON.stringify(change).length > topicLimits.serverBytes) return { revision }
  return change
}
