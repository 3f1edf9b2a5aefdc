import { type Access, channelOf, channelsOf } from '#domain/access.ts'
import { categoryOf, type Envelope, subjectOf } from '#domain/metadata.ts'
import type { AccessRow } from './access.ts'
import type { MemberRow } from './campaigns.ts'
import { personally } from './personal.ts'
import { type AnyView, type Change, changesOf } from './view.ts'

/** The item of events whose stream is named after something else, by the stream's category. */
export type Items = Readonly<Record<string, (data: Record<string, unknown>) => unknown>>

/** The item an event is about: what its stream is named after, unless its category says otherwise. */
export const itemOf = ({ stream, data }: Pick<Envelope, 'stream' | 'data'>, items: Items): string =>
  String(items[categoryOf(stream)]?.(data as Record<string, unknown>) ?? subjectOf(stream))

/** How an event changed who sees an item that was there before. `still` are the channels that see it all the same. */
export interface Shift {
  item: string
  lost: string[]
  gained: string[]
  before: string[]
  after: string[]
}

export interface Audience {
  /** Who sees the event: who may see its item once it has happened. Nobody, when the item is unknown. */
  channels: string[]
  shifts: Shift[]
  /** Owners of the item, before and after. */
  owners: string[]
}

export interface AccessReader {
  byIds(ids: string[]): Promise<AccessRow[]>
  /** Rows that match, as they were before this stretch of the log. */
  matching(where: Partial<AccessRow>): Promise<AccessRow[]>
  /** Who belonged to these campaigns before this stretch of the log. */
  membersOf(campaignIds: string[]): Promise<MemberRow[]>
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
const without = (these: readonly string[], those: readonly string[]) => these.filter((one) => !those.includes(one))
const seenBy = (row: Access | null | undefined) => (row ? channelsOf(row) : [])

/**
 * Who sees each of these events, by the access view folded over them in memory, from rows read at their beginning.
 * When that view fails for an event, nobody sees it or what follows: better late than leaked.
 */
export const audiences = async (
  view: AnyView<AccessRow>,
  events: readonly Envelope[],
  items: Items,
  reader: AccessReader,
): Promise<Audience[]> => {
  // What an event changes is asked once, and not again after it failed.
  const changes: Change<AccessRow>[][] = []
  try {
    for (const event of events) changes.push(changesOf(view, event))
  } catch {
    // The view's own application meets the same fault, stops the view and says so.
  }
  const known = new Map<string, AccessRow | null>()
  const idsOf = (change: Change<AccessRow>) =>
    ('put' in change ? change.put : 'remove' in change ? change.remove : change.where).id
  const ids = [...events.map((event) => itemOf(event, items)), ...changes.flat().map(idsOf)].filter(isUuid)
  for (const row of await reader.byIds([...new Set(ids)])) known.set(row.id, row)

  const inPerson = await personally(events, reader.membersOf)

  /** The rows that a change touches. */
  const touched = async (change: Change<AccessRow>): Promise<string[]> => {
    if ('put' in change) return [change.put.id]
    const where = 'remove' in change ? change.remove : change.where
    if (Object.keys(where).length === 1 && where.id !== undefined) return known.get(where.id) ? [where.id] : []
    for (const row of await reader.matching(where)) if (!known.has(row.id)) known.set(row.id, row)
    return [...known.values()].filter((row) => row !== null && matches(row, where)).map((row) => (row as AccessRow).id)
  }

  const result: Audience[] = []
  for (const [index, event] of events.entries()) {
    const mine = changes[index]
    if (!mine) {
      result.push({ channels: [], shifts: [], owners: [] })
      continue
    }
    const item = itemOf(event, items)
    const before = new Map([[item, known.get(item)]])
    for (const change of mine)
      for (const id of await touched(change)) {
        if (!before.has(id)) before.set(id, known.get(id))
        known.set(id, applied(known.get(id), change))
      }
    const after = known.get(item)
    result.push({
      channels: [...new Set([...seenBy(after), ...(inPerson[index] ?? []).map(channelOf)])],
      shifts: [...before].flatMap(([id, was]) => (was ? shiftOf(id, seenBy(was), seenBy(known.get(id))) : [])),
      owners: [...new Set([before.get(item)?.ownerId, after?.ownerId].filter(isUuid))],
    })
  }
  return result
}

const applied = (row: AccessRow | null | undefined, change: Change<AccessRow>): AccessRow | null => {
  if ('put' in change) return change.put
  return 'remove' in change || !row ? null : { ...row, ...change.update }
}

const matches = (row: AccessRow, where: Partial<AccessRow>) =>
  Object.entries(where).every(([column, value]) => row[column as keyof AccessRow] === value)

const shiftOf = (item: string, before: string[], after: string[]): Shift[] => {
  const [lost, gained] = [without(before, after), without(after, before)]
  return lost.length + gained.length > 0 ? [{ item, lost, gained, before, after }] : []
}

/** Everyone an event is of or by, users' ids: what an admin's view of a user shows. */
export const usersOf = ({ data, metadata }: Envelope, owners: readonly string[]): string[] => {
  const { userId, ownerId, newOwnerId, oldOwnerId, impersonatorId } = (data ?? {}) as Record<string, unknown>
  const named = [userId, ownerId, newOwnerId, oldOwnerId, impersonatorId]
  const all = [metadata.actor, metadata.impersonator, ...named, ...owners]
  // In small letters, as the database has them.
  return [...new Set(all.filter(isUuid).map((id) => id.toLowerCase()))]
}
