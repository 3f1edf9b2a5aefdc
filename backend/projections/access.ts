import { z } from 'zod'
import { channelsOf, ownersChannel, Visibility } from '#domain/access.ts'
import { campaignEvents } from '#domain/campaigns.ts'
import { collectionEvents } from '#domain/collections.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { imageEvents } from '#domain/images.ts'
import { operationEvents } from '#domain/operations.ts'
import { userEvents } from '#domain/users.ts'
import { type Change, view } from './view.ts'

/**
 * Who may see each item, by the item's id: what the realtime feed and every query filter by. What follows another item is seen by who sees
 * that one, and by its own owner.
 */
export const AccessRow = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  campaignId: z.uuid().nullable(),
  /** Of what follows another item, that item's. */
  visibility: Visibility,
  /** The item that it is seen like; null for what says itself who sees it. */
  sameAs: z.uuid().nullable(),
  /** Who sees it. */
  channels: z.array(z.string()),
})
export type AccessRow = z.infer<typeof AccessRow>

/** A row as an event says it; whom that comes to is resolved once everything that it follows is known. */
const row = (said: Omit<AccessRow, 'channels' | 'sameAs'> & { sameAs?: string | null }): Change<AccessRow> => ({
  put: { sameAs: null, ...said, channels: [] },
})

interface Pictured {
  imageId: string
  userId: string
  campaignId: string | null
  conjurationId: string | null
  visibility?: Visibility | undefined
}

/**
 * A picture follows its lore. Without lore it is seen by its owner and the campaign's DMs, so that nobody's preparation is given away. The
 * visibility that old events repeat is what the lore's own said.
 */
const picture = ({
  imageId: id,
  userId: ownerId,
  campaignId,
  conjurationId: sameAs = null,
  visibility = 'DM',
}: Pictured) => row({ id, ownerId, campaignId, visibility, sameAs })

/** In another campaign than what it follows, it is its owner's alone: the members of neither are to learn of the other. */
const resolved = (said: AccessRow, followed: AccessRow | undefined): AccessRow => {
  if (said.sameAs === null) return { ...said, channels: channelsOf(said) }
  const its = followed?.campaignId === said.campaignId ? followed : undefined
  return {
    ...said,
    visibility: its?.visibility ?? 'PRIVATE',
    channels: [...new Set([ownersChannel(said), ...(its?.channels ?? [])])],
  }
}

export const accessView = view(
  { ...userEvents, ...campaignEvents, ...collectionEvents, ...conjurationEvents, ...imageEvents, ...operationEvents },
  AccessRow,
)({
  table: 'access',
  resolve: { by: 'sameAs', with: resolved },
  on: {
    UserRegistered: ({ userId: id }) => row({ id, ownerId: id, campaignId: null, visibility: 'PRIVATE' }),
    CampaignCreated: ({ campaignId: id, ownerId }) => row({ id, ownerId, campaignId: id, visibility: 'CAMPAIGN' }),
    OwnershipTransferred: ({ campaignId: id, newOwnerId }) => ({ update: { ownerId: newOwnerId }, where: { id } }),

    CollectionCreated: ({ collectionId: id, userId: ownerId, campaignId, visibility }) =>
      row({ id, ownerId, campaignId, visibility: within(visibility) }),
    CollectionVisibilityChanged: ({ collectionId: id, visibility }) => ({
      update: { visibility: within(visibility) },
      where: { id },
    }),

    ConjurationCreated: ({ conjurationId: id, userId: ownerId, campaignId, visibility }) =>
      row({ id, ownerId, campaignId, visibility }),
    ConjurationVisibilityChanged: ({ conjurationId: id, visibility }) => ({ update: { visibility }, where: { id } }),
    ConjurationMovedToCampaign: ({ conjurationId: id, campaignId }) => [
      { update: { campaignId }, where: { id } },
      { update: { campaignId }, where: { sameAs: id } },
    ],

    // Whoever began it sees how far it is, and the DMs of the campaign that it is about.
    OperationBegun: ({ operationId: id, userId: ownerId, campaignId }) =>
      row({ id, ownerId, campaignId, visibility: 'DM' }),

    ImageRequested: picture,
    ImageUploaded: picture,
    ImageLinked: ({ imageId: id, conjurationId: sameAs, visibility = 'DM' }) => ({
      update: { sameAs, visibility },
      where: { id },
    }),
    ImageMoved: ({ imageId: id, campaignId, conjurationId: sameAs = null, visibility = 'DM' }) => ({
      update: { campaignId, sameAs, visibility },
      where: { id },
    }),
  },
})

/** Nothing leaves a campaign yet: what is public is seen by all of its members. */
const within = (visibility: Visibility | 'PUBLIC'): Visibility => (visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility)
