import { z } from 'zod'
import type { graphEvents } from '#domain/graphs.ts'
import { view } from './view.ts'

/** The position of a dragged node; a null `userId` is the shared layout. */
export const GraphPlaceRow = z.object({
  /** Combines the ids of campaign, lore and user, which together identify a position. */
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
