import { channelOf, editorsChannels, ownersChannel } from '#domain/access.ts'
import type { AccessRow } from '#domain/access-row.ts'
import { categoryOf, type Envelope, subjectOf } from '#domain/metadata.ts'
import type { MemberRow } from './campaigns.ts'
import { personally } from './personal.ts'
import { editorsFields, referencesOf } from './references.ts'
import { isUuid, loadFoldedRows, type RowReader } from './resolve.ts'
import { type AnyView, type Change, changesOf } from './view.ts'

/** Finds the item of events whose stream is named after something else, by the stream's category. */
export type Items = Readonly<Record<string, (data: Record<string, unknown>) => unknown>>

/** The item of an event: the subject of its stream, unless its category declares another. */
export const itemOf = ({ stream, data }: Pick<Envelope, 'stream' | 'data'>, items: Items): string =>
  String(items[categoryOf(stream)]?.(data as Record<string, unknown>) ?? subjectOf(stream))

/** A change of an existing item's audience by an event. `before` and `after` are all channels that may see the item. */
export interface Shift {
  item: string
  lost: string[]
  gained: string[]
  before: string[]
  after: string[]
  /** Set if the item changed its owner's channel: the owner is notified on another channel. */
  owner?: { before: string; after: string }
}

export interface Audience {
  /** The audience of the event: the channels that may see its item after it happened. Empty if the item is unknown. */
  channels: string[]
  shifts: Shift[]
  /** Owners of the item, before and after. */
  owners: string[]
  /** The audience of things that the event refers to besides its item. */
  references: SeenReference[]
}

/** A field of an event that refers to another thing, and the channels that see that thing. */
export interface SeenReference {
  at: string
  channels: string[]
}

export interface AccessReader extends RowReader<AccessRow> {
  /** The members of these campaigns before this batch of the log. */
  membersOf(campaignIds: string[]): Promise<MemberRow[]>
}

export interface Audiences {
  /** One for each event. */
  audiences: Audience[]
  /** Changes of the access view's table by these events; undefined if it cannot apply one of them. */
  changes: Change<AccessRow>[] | undefined
}

const without = (these: readonly string[], those: readonly string[]) => these.filter((one) => !those.includes(one))
const seenBy = (row: AccessRow | null | undefined) => row?.channels ?? []

/**
 * Determines the audience of each event by folding the access view over the events in memory, from the rows before the
 * first event. If that view fails for an event, this event and the following ones get no audience: a late message is
 * better than a leak.
 */
export const audiences = async (
  view: AnyView<AccessRow>,
  events: readonly Envelope[],
  items: Items,
  reader: AccessReader,
): Promise<Audiences> => {
  // Computes the changes of each event once, and not again after a failure.
  const changes: Change<AccessRow>[][] = []
  try {
    for (const event of events) changes.push(changesOf(view, event))
  } catch {
    // The view itself meets the same error when it is applied, and is stopped with it.
  }
  const about = events.map((event) => itemOf(event, items))
  const named = events.map((event, index) => referencesOf(event, about[index] ?? ''))
  const ids = [...about, ...named.flat().map(({ id }) => id)]
  const folded = await loadFoldedRows(view, changes.flat(), ids, reader)
  const inPerson = await personally(events, reader.membersOf)

  const result: Audience[] = []
  for (const [index, item] of about.entries()) {
    const mine = changes[index]
    if (!mine) {
      result.push({ channels: [], shifts: [], owners: [], references: [] })
      continue
    }
    const was = folded.get(item)
    const before = await folded.run(mine)
    const is = folded.get(item)
    result.push({
      channels: [...new Set([...seenBy(is), ...(inPerson[index] ?? []).map(channelOf)])],
      shifts: [...before].flatMap(([id, row]) => (row ? shiftOf(id, row, folded.get(id)) : [])),
      owners: [...new Set([was?.ownerId, is?.ownerId].filter(isUuid))],
      references: [
        ...(named[index] ?? []).map(({ at, id }) => ({ at, channels: seenBy(folded.get(id)) })),
        ...editorsFields(events[index]?.type ?? '').map((at) => ({ at, channels: is ? editorsChannels(is) : [] })),
      ],
    })
  }
  return { audiences: result, changes: changes.length === events.length ? folded.changes() : undefined }
}

const shiftOf = (item: string, was: AccessRow, is: AccessRow | undefined): Shift[] => {
  const [before, after] = [seenBy(was), seenBy(is)]
  const [lost, gained] = [without(before, after), without(after, before)]
  if (lost.length + gained.length === 0) return []
  const moved = is?.ownerId === was.ownerId && is.campaignId !== was.campaignId
  const owner = moved ? { owner: { before: ownersChannel(was), after: ownersChannel(is) } } : {}
  return [{ item, lost, gained, before, after, ...owner }]
}

/** Ids of the users that an event concerns, including its actor; shown in an admin's view of a user. */
export const usersOf = ({ data, metadata }: Envelope, owners: readonly string[]): string[] => {
  const { userId, ownerId, newOwnerId, oldOwnerId, impersonatorId } = (data ?? {}) as Record<string, unknown>
  const named = [userId, ownerId, newOwnerId, oldOwnerId, impersonatorId]
  const all = [metadata.actor, metadata.impersonator, ...named, ...owners]
  // In lower case, as in the database.
  return [...new Set(all.filter(isUuid).map((id) => id.toLowerCase()))]
}
