import type { collectionEvents } from '#domain/collections.ts'
import type { userEvents } from '#domain/users.ts'
import type { Items } from './audience.ts'
import type { Crowds } from './crowds.ts'

/** Where an event is not about what its stream is named after: the access row of what it names instead decides who sees it. */
export const items: Items = {
  // One stream holds a campaign's tree.
  collections: ({ collectionId }) => collectionId,
  // Who may only see a picture does not hear of its edits.
  images: ({ originalId }) => originalId,
  // One stream holds a campaign's places. Whose place it is alone hears of it; everybody's is of the lore.
  graphs: ({ userId, conjurationId }) => userId ?? conjurationId,
  // Each session is a stream of its own. Its events go to the tabs of its user.
  sessions: ({ userId }) => userId,
  // One stream holds a year's numbers. Each is its user's alone.
  receipts: ({ userId }) => userId,
  // Each request for support is a stream of its own, which its user follows; admins poll.
  support: ({ userId }) => userId,
  // Not everybody who sees lore sees all that is in it, nor may know of its copies.
  conjurations: ({ segmentImageId, segmentId, copyId }) => segmentImageId ?? segmentId ?? copyId,
}

/** Further items whose people are notified of an event, as they are before it. Folders that go and come with the one that an event names, each seen by its own people. The rows are those before the event. */
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
  // Everybody who shares a campaign with them sees the name.
  UserRenamed: ({ userId }) => ({ text: 'select "campaignId" from members where "userId" = $1', values: [userId] }),
} satisfies Partial<Record<keyof typeof collectionEvents | keyof typeof userEvents, Crowds[string]>>
