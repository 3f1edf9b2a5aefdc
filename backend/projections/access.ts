import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { campaignEvents } from '#domain/campaigns.ts'
import { imageEvents } from '#domain/images.ts'
import { userEvents } from '#domain/users.ts'
import { type Change, view } from './view.ts'

/** Who may see each item, by the item's id: what the realtime feed and every query filter by. */
export const AccessRow = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  campaignId: z.uuid().nullable(),
  visibility: Visibility,
})
export type AccessRow = z.infer<typeof AccessRow>

/** A picture without lore is seen by its owner and the campaign's DMs, so that nobody's preparation is given away. */
const picture = (data: { imageId: string; userId: string; campaignId: string | null }): Change<AccessRow> => ({
  put: { id: data.imageId, ownerId: data.userId, campaignId: data.campaignId, visibility: 'DM' },
})

export const accessView = view(
  { ...userEvents, ...campaignEvents, ...imageEvents },
  AccessRow,
)({
  table: 'access',
  on: {
    UserRegistered: ({ userId }) => ({
      put: { id: userId, ownerId: userId, campaignId: null, visibility: 'PRIVATE' },
    }),
    CampaignCreated: ({ campaignId, ownerId }) => ({
      put: { id: campaignId, ownerId, campaignId, visibility: 'CAMPAIGN' },
    }),
    ImageRequested: picture,
    ImageUploaded: picture,
    ImageMoved: ({ imageId, campaignId }) => ({ update: { campaignId }, where: { id: imageId } }),
  },
})
