import { z } from 'zod'
import type { conjurationEvents } from '#domain/conjurations.ts'
import { type Change, view } from './view.ts'

/**
 * Where lore hung, from one position of the log up to before another; null until now. By this the past of a folder finds its lore: what that
 * was then is folded from its own stream. `id` is that of the event that put it there.
 */
export const PlacementRow = z.object({
  id: z.uuid(),
  conjurationId: z.uuid(),
  /** Null where the event names none, as lore was only moved to another folder. */
  campaignId: z.uuid().nullable(),
  collectionId: z.uuid().nullable(),
  /** It tells of which campaign the root is that lore was moved to. */
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
