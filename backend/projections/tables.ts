import { z } from 'zod'
import type { tableEvents } from '#domain/tables.ts'
import { view } from './view.ts'

/** The map on a campaign's table, by the campaign's id; null is none. */
export const TableRow = z.object({
  id: z.uuid(),
  imageId: z.uuid().nullable(),
  shownAt: z.string(),
})
export type TableRow = z.infer<typeof TableRow>

export const tablesView = view(TableRow)<typeof tableEvents>({
  table: 'campaign_tables',
  on: {
    MapShown: ({ campaignId: id, imageId }, { at: shownAt }) => ({ put: { id, imageId, shownAt } }),
    MapTakenBack: ({ campaignId: id }) => ({ update: { imageId: null }, where: { id } }),
  },
})
