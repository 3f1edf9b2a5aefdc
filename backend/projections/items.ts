import type { Items } from './audience.ts'

/** Streams that hold many items say in their events which one: its access row, not the stream's, decides who sees it. */
export const items: Items = {
  collections: ({ collectionId }) => collectionId,
}
