import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { campaignEvents } from '#domain/campaigns.ts'
import { collectionEvents } from '#domain/collections.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { imageEvents } from '#domain/images.ts'
import { userEvents } from '#domain/users.ts'
import { type Change, view } from './view.ts'

/** Who may see each item, by the item's id: what the realtime feed and every query filter by. A picture of lore follows the lore. */
export const AccessRow = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  campaignId: z.uuid().nullable(),
  visibility: Visibility,
  /** The lore a picture belongs to: it is seen by whoever sees that. */
  conjurationId: z.uuid().nullable(),
})
export type AccessRow = z.infer<typeof AccessRow>

interface Pictured {
  imageId: string
  userId: string
  campaignId: string | null
  conjurationId: string | null
  visibility?: Visibility | undefined
}

/** A picture without lore is seen by its owner and the campaign's DMs, so that nobody's preparation is given away. */
const picture = ({
  imageId: id,
  userId: ownerId,
  campaignId,
  conjurationId,
  visibility = 'DM',
}: Pictured): Change<AccessRow> => ({
  put: { id, ownerId, campaignId, visibility, conjurationId },
})

const itself = { conjurationId: null }

export const accessView = view(
  { ...userEvents, ...campaignEvents, ...collectionEvents, ...conjurationEvents, ...imageEvents },
  AccessRow,
)({
  table: 'access',
  on: {
    UserRegistered: ({ userId: id }) => ({
      put: { id, ownerId: id, campaignId: null, visibility: 'PRIVATE', ...itself },
    }),
    CampaignCreated: ({ campaignId: id, ownerId }) => ({
      put: { id, ownerId, campaignId: id, visibility: 'CAMPAIGN', ...itself },
    }),
    OwnershipTransferred: ({ campaignId: id, newOwnerId }) => ({ update: { ownerId: newOwnerId }, where: { id } }),

    CollectionCreated: ({ collectionId: id, userId: ownerId, campaignId, visibility }) => ({
      put: { id, ownerId, campaignId, visibility: within(visibility), ...itself },
    }),
    CollectionVisibilityChanged: ({ collectionId: id, visibility }) => ({
      update: { visibility: within(visibility) },
      where: { id },
    }),

    ConjurationCreated: ({ conjurationId: id, userId: ownerId, campaignId, visibility }) => ({
      put: { id, ownerId, campaignId, visibility, ...itself },
    }),
    ConjurationVisibilityChanged: ({ conjurationId: id, visibility }) => [
      { update: { visibility }, where: { id } },
      { update: { visibility }, where: { conjurationId: id } },
    ],
    ConjurationMovedToCampaign: ({ conjurationId: id, campaignId }) => [
      { update: { campaignId }, where: { id } },
      { update: { campaignId }, where: { conjurationId: id } },
    ],

    ImageRequested: picture,
    ImageUploaded: picture,
    ImageLinked: ({ imageId: id, conjurationId, visibility = 'DM' }) => ({
      update: { conjurationId, visibility },
      where: { id },
    }),
    ImageMoved: ({ imageId: id, campaignId, conjurationId = null, visibility = 'DM' }) => ({
      update: { campaignId, conjurationId, visibility },
      where: { id },
    }),
  },
})

/** Nothing leaves a campaign yet: what is public is seen by all of its members. */
const within = (visibility: Visibility | 'PUBLIC'): Visibility => (visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility)
