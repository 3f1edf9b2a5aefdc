import { z } from 'zod'
import type { graphEvents } from '#domain/graphs.ts'
import { view } from './view.ts'

/** Where a node was dragged to; null is everybody's. */
export const GraphPlaceRow = z.object({
  /** Of the campaign, the lore and the person in one, as a place is found by all three. */
  id: z.string(),
  campaignId: z.uuid(),
  userId: z.uuid().nullable(),
  conjurationId: z.uuid(),
  x: z.int(),
  y: z.int(),
})

export const graphPlacesView = view(GraphPlaceRow)<typeof graphEvents>({
  table: 'graph_places',
  on: {
    GraphNodePlaced: ({ campaignId, userId, conjurationId, x, y }) => ({
      put: { id: `${campaignId}:${conjurationId}:${userId ?? ''}`, campaignId, userId, conjurationId, x, y },
    }),
  },
})
