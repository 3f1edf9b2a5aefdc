import { z } from 'zod'
import type { conjurationEvents } from '#domain/conjurations.ts'
import { type Change, view } from './view.ts'

/**
 * A period in which a lore item was in a folder: from log position `since` up to before `until`, which is null for the
 * present folder. A folder's past finds its lore by these rows, and folds each item's state from the item's stream. `id`
 * is that of the event that placed the item.
 */
export const PlacementRow = z.object({
  id: z.uuid(),
  conjurationId: z.uuid(),
  /** Null if the event names none, as for moves between folders. */
  campaignId: z.uuid().nullable(),
  collectionId: z.uuid().nullable(),
  /** The source folder of a move: for a move to the root, its campaign is the root's. */
  fromCollectionId: z.uuid().nullable(),
  since: z.string(),
  until: z.string().nullable(),
})
export type PlacementRow = z.infer<typeof PlacementRow>

const left = (conjurationId: string, until: string): Change<PlacementRow> => ({
  update: { until },
  where: { conjurationId, until: null },
})

export const placementsView = view(PlacementRow)<typeof conjurationEvents>({
  table: 'placements',
  on: {
    ConjurationCreated: ({ conjurationId, campaignId, collectionId }, { id, position: since }) => ({
      put: { id, conjurationId, campaignId, collectionId, fromCollectionId: null, since, until: null },
    }),
    ConjurationMoved: ({ conjurationId, collectionId, fromCollectionId }, { id, position: since }) => [
      left(conjurationId, since),
      { put: { id, conjurationId, campaignId: null, collectionId, fromCollectionId, since, until: null } },
    ],
    ConjurationMovedToCampaign: ({ conjurationId, campaignId, collectionId }, { id, position: since }) => [
      left(conjurationId, since),
      { put: { id, conjurationId, campaignId, collectionId, fromCollectionId: null, since, until: null } },
    ],
  },
})
