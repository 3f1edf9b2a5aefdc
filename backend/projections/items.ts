import type { collectionEvents } from '#domain/collections.ts'
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
  // Each request for support is a stream of its own, which its user follows; admins poll.
  support: ({ userId }) => userId,
  // Not everybody who sees lore sees all that is in it, nor may know that somebody copied it.
  conjurations: ({ segmentImageId, segmentId, copyId }) => segmentImageId ?? segmentId ?? copyId,
}

/** Folders that go and come with the one that an event names, each seen by its own people. The rows are those before the event. */
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
} satisfies Partial<Record<keyof typeof collectionEvents, Crowds[string]>>
