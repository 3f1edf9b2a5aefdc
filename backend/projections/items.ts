import type { Items } from './audience.ts'

/** Where an event is not about what its stream is named after: the access row of what it names instead decides who sees it. */
export const items: Items = {
  // One stream holds a campaign's tree.
  collections: ({ collectionId }) => collectionId,
  // Not everybody who sees the original may know that somebody copied it.
  conjurations: ({ copyId }) => copyId,
}
