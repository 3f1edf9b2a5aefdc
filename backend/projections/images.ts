import { z } from 'zod'
import type { conjurationEvents } from '#domain/conjurations.ts'
import { ImageFile } from '#domain/image-sizes.ts'
import { failedMessage, filteredMessage, timedOutMessage } from '#domain/image-words.ts'
import type { imageEvents } from '#domain/images.ts'
import { TokenLook, tokenUri } from '#domain/tokens.ts'
import { type Change, view } from './view.ts'

export const imageStatuses = ['IN_QUEUE', 'IN_PROGRESS', 'RETRYING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const

/** A picture in galleries and on detail pages. `cost` is credits, positive; `uri` is null until the picture exists. */
export const ImageRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid().nullable(),
  conjurationId: z.uuid().nullable(),
  requestId: z.uuid().nullable(),
  name: z.string().nullable(),
  note: z.string(),
  type: z.enum(['IMAGE', 'MAP']),
  prompt: z.string().nullable(),
  negativePrompt: z.string().nullable(),
  stylePreset: z.string().nullable(),
  seed: z.int().nullable(),
  nsfw: z.boolean(),
  modelId: z.uuid().nullable(),
  modelName: z.string().nullable(),
  madeBy: z.string().nullable(),
  cost: z.int(),
  width: z.int(),
  height: z.int(),
  status: z.enum(imageStatuses),
  generating: z.boolean(),
  failed: z.boolean(),
  errorMessage: z.string().nullable(),
  attempt: z.int(),
  /** Begin of the present attempt, from which the slow notice and the deadline count. */
  requestedAt: z.string(),
  /** The lore that names it as its primary picture; effective while the picture is linked to that lore. */
  primaryOf: z.uuid().nullable(),
  uri: z.string().nullable(),
  file: ImageFile.nullable(),
  /** The current version, visible to all viewers. Editors receive its whole branch. */
  edits: z.array(z.object({ id: z.string(), uri: z.string() })),
  /** The latest token. */
  token: TokenLook.extend({ id: z.string(), uri: z.string() }).nullable(),
  createdAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  /** Shared by everything that one bulk action deleted. */
  operationId: z.string().nullable(),
})
export type ImageRow = z.infer<typeof ImageRow>

/**
 * A picture's address names its version, so browsers may cache it for ever. `?w=` with one of `thumbnailWidths`
 * requests a thumbnail.
 */
export const uriOf = (imageId: string, version: string) => `/api/images/${imageId}/file/${version}`

const ended = { generating: false, failed: true } as const

/** True if the picture represents its lore. */
export const isPrimary = ({ primaryOf, conjurationId }: Pick<ImageRow, 'primaryOf' | 'conjurationId'>): boolean =>
  primaryOf !== null && primaryOf === conjurationId

/** Includes pictures in the Trash, so that a restored one does not replace another primary picture. */
const primaryChanges = ({
  imageId: id,
  conjurationId,
}: {
  imageId: string
  conjurationId: string
}): Change<ImageRow>[] => [
  { update: { primaryOf: null }, where: { primaryOf: conjurationId } },
  { update: { primaryOf: conjurationId }, where: { id } },
]

export const imagesView = view(ImageRow)<typeof imageEvents & typeof conjurationEvents>({
  table: 'images',
  on: {
    ImageRequested: ({ imageId: id, holdId: _hold, reference: _reference, visibility: _seen, ...request }, { at }) => ({
      put: {
        ...request,
        id,
        name: null,
        note: '',
        madeBy: null,
        status: 'IN_QUEUE',
        generating: true,
        failed: false,
        errorMessage: null,
        attempt: 1,
        requestedAt: at,
        primaryOf: null,
        uri: null,
        file: null,
        edits: [],
        token: null,
        createdAt: at,
        deletedAt: null,
        deletedBy: null,
        operationId: null,
      },
    }),
    ImageUploaded: ({ imageId: id, userId, campaignId, conjurationId, name, file }, { id: version, at }) => ({
      put: {
        id,
        userId,
        campaignId,
        conjurationId,
        requestId: null,
        name,
        note: '',
        type: 'IMAGE',
        prompt: null,
        negativePrompt: null,
        stylePreset: null,
        seed: null,
        nsfw: false,
        modelId: null,
        modelName: null,
        madeBy: null,
        cost: 0,
        width: file.width,
        height: file.height,
        status: 'COMPLETED',
        generating: false,
        failed: false,
        errorMessage: null,
        attempt: 0,
        requestedAt: at,
        primaryOf: null,
        uri: uriOf(id, version),
        file,
        edits: [{ id: version, uri: uriOf(id, version) }],
        token: null,
        createdAt: at,
        deletedAt: null,
        deletedBy: null,
        operationId: null,
      },
    }),
    ImageStarted: ({ imageId: id }) => ({ update: { status: 'IN_PROGRESS' }, where: { id } }),
    ImageRetrying: ({ imageId: id }) => ({ update: { status: 'RETRYING' }, where: { id } }),
    ImageRetried: ({ imageId: id, attempt }, { at: requestedAt }) => ({
      update: { status: 'IN_QUEUE', generating: true, failed: false, errorMessage: null, attempt, requestedAt },
      where: { id },
    }),
    ImageGenerated: ({ imageId: id, file, seed, madeBy }, { id: version }) => ({
      update: {
        status: 'COMPLETED',
        generating: false,
        failed: false,
        errorMessage: null,
        seed,
        madeBy,
        file,
        width: file.width,
        height: file.height,
        uri: uriOf(id, version),
        edits: [{ id: version, uri: uriOf(id, version) }],
      },
      where: { id },
    }),
    ImageShown: ({ imageId: id, version, file, nsfw }) => ({
      update: {
        file,
        nsfw,
        width: file.width,
        height: file.height,
        uri: uriOf(id, version),
        edits: [{ id: version, uri: uriOf(id, version) }],
      },
      where: { id },
    }),
    ImageFailed: ({ imageId: id, message }) => ({
      update: { ...ended, status: 'FAILED', errorMessage: message || failedMessage },
      where: { id },
    }),
    ImageFiltered: ({ imageId: id, message }) => ({
      update: { ...ended, status: 'FAILED', errorMessage: message || filteredMessage },
      where: { id },
    }),
    ImageTimedOut: ({ imageId: id }) => ({
      update: { ...ended, status: 'FAILED', errorMessage: timedOutMessage },
      where: { id },
    }),
    ImageCancelled: ({ imageId: id }) => ({
      update: { ...ended, status: 'CANCELLED', errorMessage: 'This picture was cancelled. Its credits came back.' },
      where: { id },
    }),
    ImageRenamed: ({ imageId: id, name }) => ({ update: { name }, where: { id } }),
    ImageNoted: ({ imageId: id, note }) => ({ update: { note }, where: { id } }),
    ImageTokenMade: ({ imageId: id, tokenId, x, y, zoom, rim }) => ({
      update: { token: { id: tokenId, uri: tokenUri(id, tokenId), x, y, zoom, rim } },
      where: { id },
    }),
    PrimaryImageSet: primaryChanges,
    ConjurationPrimaryImageSet: primaryChanges,
    ImageLinked: ({ imageId: id, conjurationId }) => ({ update: { conjurationId }, where: { id } }),
    ImageMoved: ({ imageId: id, campaignId, conjurationId = null, words }) => ({
      update: { campaignId, conjurationId, ...words },
      where: { id },
    }),
    ImageDeleted: ({ imageId: id }, { at: deletedAt, metadata: { actor, operationId = null } }) => ({
      update: { deletedAt, deletedBy: actor, operationId },
      where: { id },
    }),
    ImageRestored: ({ imageId: id }) => ({
      update: { deletedAt: null, deletedBy: null, operationId: null },
      where: { id },
    }),
    ImagePurged: ({ imageId: id }) => ({ remove: { id } }),
  },
})
