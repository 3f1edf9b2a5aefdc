import type { Visibility } from '#domain/access.ts'
import type { campaignEvents } from '#domain/campaigns.ts'
import type { collectionEvents } from '#domain/collections.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
import type { conversationEvents } from '#domain/conversations.ts'
import type { generationEvents } from '#domain/generations.ts'
import type { imageEvents } from '#domain/images.ts'
import type { modelEvents } from '#domain/models.ts'
import type { operationEvents } from '#domain/operations.ts'
import type { recordingEvents } from '#domain/recordings.ts'
import type { relationshipEvents } from '#domain/relationships.ts'
import type { segmentEvents } from '#domain/segments.ts'
import type { templateEvents } from '#domain/templates.ts'
import type { transcriptEvents } from '#domain/transcripts.ts'
import type { userEvents } from '#domain/users.ts'
import type { writingEvents } from '#domain/writings.ts'
import { AccessRow, accessRow, followedBy, resolvedAccess } from './access-row.ts'
import { view } from './view.ts'

interface Pictured {
  imageId: string
  userId: string
  campaignId: string | null
  conjurationId: string | null
  visibility?: Visibility | undefined
}

/**
 * A picture follows its lore. Without lore it is seen by its owner and the campaign's DMs, so that no preparation is revealed. The
 * visibility that old events repeat is what the lore's own said.
 */
const picture = ({
  imageId: id,
  userId: ownerId,
  campaignId,
  conjurationId: sameAs = null,
  visibility = 'DM',
}: Pictured) => accessRow({ id, ownerId, campaignId, visibility, sameAs })

export const accessView = view(AccessRow)<
  typeof userEvents &
    typeof campaignEvents &
    typeof collectionEvents &
    typeof conjurationEvents &
    typeof segmentEvents &
    typeof imageEvents &
    typeof modelEvents &
    typeof operationEvents &
    typeof relationshipEvents &
    typeof writingEvents &
    typeof conversationEvents &
    typeof templateEvents &
    typeof transcriptEvents &
    typeof recordingEvents &
    typeof generationEvents
>({
  table: 'access',
  resolve: { by: followedBy, with: resolvedAccess },
  on: {
    UserRegistered: ({ userId: id }) => accessRow({ id, ownerId: id, campaignId: null, visibility: 'PRIVATE' }),
    CampaignCreated: ({ campaignId: id, ownerId }) =>
      accessRow({ id, ownerId, campaignId: id, visibility: 'CAMPAIGN' }),
    OwnershipTransferred: ({ campaignId: id, newOwnerId }) => ({ update: { ownerId: newOwnerId }, where: { id } }),

    CollectionCreated: ({ collectionId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility: within(visibility) }),
    CollectionVisibilityChanged: ({ collectionId: id, visibility }) => ({
      update: { visibility: within(visibility) },
      where: { id },
    }),

    ConjurationCreated: ({ conjurationId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
    ConjurationVisibilityChanged: ({ conjurationId: id, visibility }) => ({ update: { visibility }, where: { id } }),
    ConjurationWritersChosen: ({ conjurationId: id, writers }) => ({
      update: { isOpen: writers === 'MEMBERS' },
      where: { id },
    }),
    ConjurationMovedToCampaign: ({ conjurationId: id, campaignId }) => [
      { update: { campaignId, isOpen: false }, where: { id } },
      { update: { campaignId }, where: { sameAs: id } },
    ],

    // Who sees both ends. It follows its source, and is hidden from all while its ends are in two campaigns.
    ConjurationRelationshipCreated: ({ relationshipId: id, userId: ownerId, campaignId, sourceId, targetId }) =>
      accessRow({ id, ownerId, campaignId, bothOf: [sourceId, targetId] }),
    SegmentAdded: ({ segmentId: id, ownerId, campaignId, conjurationId: sameAs, isForDms }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE', sameAs, isForDms }),
    SegmentKeptForDms: ({ segmentId: id }) => ({ update: { isForDms: true }, where: { id } }),
    SegmentShown: ({ segmentId: id }) => ({ update: { isForDms: false }, where: { id } }),
    SegmentMovedToCampaign: ({ segmentId, campaignId }) => ({ update: { campaignId }, where: { sameAs: segmentId } }),
    // Who may not see the picture does not hear that there is one.
    SegmentImageAdded: ({ segmentImageId: id, ownerId, campaignId, segmentId, imageId }) =>
      accessRow({ id, ownerId, campaignId, bothOf: [segmentId, imageId] }),

    // The user who began it sees its progress, and so do the DMs of its campaign.
    OperationBegun: ({ operationId: id, userId: ownerId, campaignId }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'DM' }),

    // A request and its result are the requester's alone until they insert it into a page.
    WritingRequested: ({ writingId: id, userId: ownerId, campaignId, purpose }) =>
      purpose === 'answer'
        ? accessRow({ id, ownerId, campaignId, isInPerson: true })
        : accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE' }),
    ConversationStarted: ({ conversationId: id, userId: ownerId, campaignId }) =>
      accessRow({ id, ownerId, campaignId, isInPerson: true }),
    // Other viewers of a template are derived from the memberships when it is read: it belongs to no campaign.
    TemplateCreated: ({ templateId: id, userId: ownerId }) =>
      accessRow({ id, ownerId, campaignId: null, visibility: 'PRIVATE' }),
    GenerationRequested: ({ generationId: id, userId: ownerId }) =>
      accessRow({ id, ownerId, campaignId: null, visibility: 'PRIVATE' }),

    ImageRequested: picture,
    ImageUploaded: picture,
    ImageLinked: ({ imageId: id, conjurationId: sameAs, visibility = 'DM' }) => ({
      update: { sameAs, visibility },
      where: { id },
    }),
    ImageMoved: ({ imageId: id, campaignId, conjurationId: sameAs = null, visibility = 'DM' }) => [
      { update: { campaignId, sameAs, visibility }, where: { id } },
      { update: { campaignId }, where: { sameAs: id } },
    ],
    // A model follows its lore as a picture does.
    ModelRequested: ({ modelId: id, userId: ownerId, campaignId, conjurationId: sameAs }) =>
      accessRow({ id, ownerId, campaignId, visibility: 'DM', sameAs }),
    ModelMoved: ({ modelId: id, campaignId, conjurationId: sameAs = null }) => ({
      update: { campaignId, sameAs, visibility: 'DM' },
      where: { id },
    }),
    TranscriptAdded: ({ transcriptId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
    TranscriptVisibilityChanged: ({ transcriptId: id, visibility }) => ({ update: { visibility }, where: { id } }),
    RecordingAdded: ({ recordingId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
    // Its edits are for who may edit it.
    ImageEditRequested: ({ originalId: id, original, ownerId, campaignId, imageId: sameAs }) =>
      original ? accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE', sameAs, isForDms: true }) : [],
  },
})

/** Nothing leaves a campaign yet: what is public is seen by all of its members. */
const within = (visibility: Visibility | 'PUBLIC'): Visibility => (visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility)
