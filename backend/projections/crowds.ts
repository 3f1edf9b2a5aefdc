import type pg from 'pg'
import type { collectionEvents } from '#domain/collections.ts'
import type { userEvents } from '#domain/users.ts'
import type { Statement } from './statements.ts'
import type { Stored } from './stored.ts'

/**
 * Queries, by event type, for the ids of further items that an event affects, evaluated on the rows before the event.
 * The channels of these items are notified too, since no other event reports the change.
 */
export type Crowds = Readonly<Record<string, (data: Record<string, unknown>) => Statement | undefined>>

/** Finds folders that are deleted or restored with an event's folder, since each has its own viewers, and a renamed user's campaigns. */
export const crowds: Crowds = {
  CollectionDeleted: ({ campaignId, collectionId, rootId }) =>
    collectionId === rootId
      ? {
          text: `with recursive gone as (select $2::uuid as id
            union select c.id from gone g join collections c on c."campaignId" = $1 and c."parentCollectionId" = g.id and c."deletedAt" is null)
            select id from gone`,
          values: [campaignId, collectionId],
        }
      : undefined,
  CollectionRestored: ({ campaignId, operationId }) => ({
    text: 'select id from collections where "campaignId" = $1 and "operationId" = $2',
    values: [campaignId, operationId],
  }),
  // All members of the user's campaigns see the name.
  UserRenamed: ({ userId }) => ({ text: 'select "campaignId" from members where "userId" = $1', values: [userId] }),
} satisfies Partial<Record<keyof typeof collectionEvents | keyof typeof userEvents, Crowds[string]>>

interface Part {
  events: readonly Stored[]
  from: bigint
  to: bigint
  foreign?: number
}

/**
 * Splits a batch before each event whose type is in `crowds`, so that its query reads the rows as they are just before
 * the event.
 */
export const partsOf = ({ events, from, to, foreign = 0 }: Part, crowds: Crowds): Part[] => {
  const starts = events.flatMap(({ event }, n) => (n > 0 && event.type in crowds ? [n] : []))
  return [0, ...starts].map((start, n) => {
    const end = starts[n]
    return {
      events: events.slice(start, end),
      from: start === 0 ? from : (events[start - 1]?.position ?? from),
      to: end === undefined ? to : (events[end - 1]?.position ?? to),
      foreign: start === 0 ? foreign : 0,
    }
  })
}

/** The channels of all items that the first of these events affects, in addition to its own item. */
export const crowdOf = async (
  client: Pick<pg.ClientBase, 'query'>,
  crowds: Crowds,
  [first]: readonly Stored[],
  access: string,
): Promise<string[]> => {
  const found = first && crowds[first.event.type]?.((first.event.data ?? {}) as Record<string, unknown>)
  if (!found) return []
  const { rows } = await client.query<{ channel: string }>(
    `select distinct unnest(channels) as channel from "${access}" where id in (${found.text})`,
    found.values,
  )
  return rows.map(({ channel }) => channel)
}
