import { z } from 'zod'
import { Visibility } from './access.ts'
import { type Decider, type MessageOf, Rejection } from './decider.ts'
import { isPictureSize, maxSeed, PictureFile, promptLimit } from './pictures.ts'

const imageId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const conjurationId = z.uuid().nullable()
/** Who sees it: its lore's visibility, or `DM` when it has none (absent: `DM`). */
const visibility = Visibility.optional()
const attempt = z.int().min(1)
const name = z.string().trim().min(1).max(255)

/** What was asked for. `reference` points at a stored file, strength 1 (hardly) to 100 (closely). `cost` is credits, positive. */
export const ImageRequest = z
  .object({
    imageId,
    userId,
    campaignId,
    conjurationId,
    visibility,
    /** Shared by the pictures of one call. */
    requestId: z.uuid(),
    holdId: z.uuid(),
    cost: z.int().min(0),
    modelId: z.uuid(),
    modelName: z.string(),
    type: z.enum(['IMAGE', 'MAP']),
    prompt: z.string().min(1).max(promptLimit),
    negativePrompt: z.string().max(promptLimit),
    stylePreset: z.string().nullable(),
    width: z.int(),
    height: z.int(),
    seed: z.int().min(0).max(maxSeed),
    nsfw: z.boolean(),
    reference: z.object({ imageId: z.uuid(), key: z.string(), strength: z.int().min(1).max(100) }).nullable(),
  })
  .refine(isPictureSize, { path: ['width'], message: 'not a supported size' })
export type ImageRequest = z.infer<typeof ImageRequest>

/** Why a picture did not come to be; each but `failed` and `refused` has its own event. */
const failure = z.enum(['failed', 'refused'])

const commands = {
  RequestImage: ImageRequest,
  StartImage: z.object({ imageId, attempt }),
  /** The provider faltered and is being asked again. */
  RetryStartedImage: z.object({ imageId, attempt }),
  RecordPicture: z.object({
    imageId,
    attempt,
    file: PictureFile,
    seed: z.int().min(0).max(maxSeed),
    madeBy: z.string(),
  }),
  FailImage: z.object({ imageId, attempt, code: failure, message: z.string() }),
  FilterImage: z.object({ imageId, attempt, message: z.string() }),
  TimeOutImage: z.object({ imageId, attempt }),
  CancelImage: z.object({ imageId }),
  /** The person asks for the same picture again, with new credits. */
  RetryImage: z.object({ imageId, holdId: z.uuid() }),
  UploadImage: z.object({
    imageId,
    userId,
    campaignId,
    conjurationId,
    visibility,
    name: z.string().max(255).nullable(),
    file: PictureFile,
  }),
  RenameImage: z.object({ imageId, name }),
  SetPrimaryImage: z.object({ imageId }),
  /** To a lore item, or to none; said again when the item's visibility turned out to be another. */
  LinkImage: z.object({ imageId, conjurationId, visibility }),
  /** With the lore that it goes along with, whose picture it stays; without, it belongs to none any more. */
  MoveImage: z.object({ imageId, campaignId, conjurationId: z.uuid().optional(), visibility }),
  DeleteImage: z.object({ imageId }),
  RestoreImage: z.object({ imageId }),
}

const outcome = { imageId, userId, holdId: z.uuid(), attempt }

export const imageEvents = {
  ImageRequested: ImageRequest,
  ImageStarted: z.object({ imageId, attempt }),
  ImageRetrying: z.object({ imageId, attempt }),
  /** `charged` is false for a picture that came after its deadline: kept, not paid for. */
  ImageGenerated: z.object({ ...outcome, file: PictureFile, seed: z.int(), madeBy: z.string(), charged: z.boolean() }),
  ImageFailed: z.object({ ...outcome, code: failure, message: z.string() }),
  ImageFiltered: z.object({ ...outcome, message: z.string() }),
  ImageTimedOut: z.object(outcome),
  ImageCancelled: z.object(outcome),
  ImageRetried: z.object(outcome),
  ImageUploaded: commands.UploadImage,
  ImageRenamed: z.object({ imageId, name: z.string() }),
  PrimaryImageSet: z.object({ imageId, conjurationId: z.uuid() }),
  ImageLinked: z.object({ imageId, conjurationId, visibility }),
  /** `conjurationId` is of the lore it went along with. */
  ImageMoved: z.object({
    imageId,
    campaignId,
    fromCampaignId: campaignId,
    conjurationId: z.uuid().optional(),
    visibility,
  }),
  ImageDeleted: z.object({ imageId, campaignId }),
  ImageRestored: z.object({ imageId, campaignId }),
}

export const failedMessage = 'Generation failed after auto-retry attempts.'
export const timedOutMessage = 'Image generation was cancelled after 3 minutes. Please try again with a simpler prompt.'
export const filteredMessage = 'An error occurred during generation'

interface Image {
  /** `lapsed` is a picture that was given up on, by its deadline or its person, but may still arrive. */
  status: 'none' | 'queued' | 'running' | 'done' | 'failed' | 'lapsed'
  request: ImageRequest | null
  userId: string
  campaignId: string | null
  conjurationId: string | null
  visibility: Visibility
  attempt: number
  holdId: string
  name: string | null
  primary: boolean
  deleted: boolean
  /** The pictures this image has been, oldest first; editing appends to them. */
  edits: readonly PictureFile[]
}

type Events = MessageOf<typeof imageEvents>[]

const existing = (image: Image) => {
  if (image.status === 'none') throw new Rejection('image_not_found')
  return image
}
const present = (image: Image) => {
  if (existing(image).deleted) throw new Rejection('image_not_found')
  return image
}
const waiting = ({ status }: Image) => status === 'queued' || status === 'running'
const outcomeOf = ({ userId, holdId, attempt }: Image, imageId: string) => ({ imageId, userId, holdId, attempt })

/** Whatever ends a wait ends it once, and only the wait it belongs to: a provider may answer late, twice or never. */
const ends = (image: Image, attempt: number, events: () => Events): Events =>
  waiting(image) && image.attempt === attempt ? events() : []

/**
 * One picture, from the asking to the Trash. Source: the specification's part 1, "Image generation".
 * One file, because a rule is read with the command that asks, the event that answers and the state that both know.
 */
export const images: Decider<typeof commands, typeof imageEvents, Image> = {
  category: 'images',
  commands,
  events: imageEvents,
  initial: {
    status: 'none',
    request: null,
    userId: '',
    campaignId: null,
    conjurationId: null,
    visibility: 'DM',
    attempt: 0,
    holdId: '',
    name: null,
    primary: false,
    deleted: false,
    edits: [],
  },

  decide: {
    RequestImage: ({ status }, data) => (status === 'none' ? [{ type: 'ImageRequested', data }] : []),

    StartImage: (image, { imageId, attempt }) =>
      image.status === 'queued' && image.attempt === attempt
        ? [{ type: 'ImageStarted', data: { imageId, attempt } }]
        : [],

    RetryStartedImage: (image, data) => ends(image, data.attempt, () => [{ type: 'ImageRetrying', data }]),

    RecordPicture(image, { attempt, imageId, ...picture }) {
      if (image.attempt !== attempt || !(waiting(image) || image.status === 'lapsed')) return []
      const charged = image.status !== 'lapsed'
      return [{ type: 'ImageGenerated', data: { ...outcomeOf(image, imageId), ...picture, charged } }]
    },

    FailImage: (image, { attempt, imageId, code, message }) =>
      ends(image, attempt, () => [{ type: 'ImageFailed', data: { ...outcomeOf(image, imageId), code, message } }]),

    FilterImage: (image, { attempt, imageId, message }) =>
      ends(image, attempt, () => [{ type: 'ImageFiltered', data: { ...outcomeOf(image, imageId), message } }]),

    TimeOutImage: (image, { attempt, imageId }) =>
      ends(image, attempt, () => [{ type: 'ImageTimedOut', data: outcomeOf(image, imageId) }]),

    CancelImage: (image, { imageId }) =>
      ends(existing(image), image.attempt, () => [{ type: 'ImageCancelled', data: outcomeOf(image, imageId) }]),

    RetryImage(image, { imageId, holdId }) {
      if (!present(image).request) throw new Rejection('image_not_generated')
      if (waiting(image)) return []
      if (image.status === 'done') throw new Rejection('image_already_generated')
      return [{ type: 'ImageRetried', data: { imageId, userId: image.userId, holdId, attempt: image.attempt + 1 } }]
    },

    UploadImage: ({ status }, data) => (status === 'none' ? [{ type: 'ImageUploaded', data }] : []),

    RenameImage: (image, data) => (present(image).name === data.name ? [] : [{ type: 'ImageRenamed', data }]),

    SetPrimaryImage(image, { imageId }) {
      const { conjurationId, edits } = present(image)
      if (conjurationId === null) throw new Rejection('image_without_lore')
      if (edits.length === 0) throw new Rejection('image_not_ready')
      // Another picture may have become the lore's primary since this one did: that is told in its stream, not in this.
      return [{ type: 'PrimaryImageSet', data: { imageId, conjurationId } }]
    },

    LinkImage(image, data) {
      const { conjurationId, visibility } = present(image)
      const alike = conjurationId === data.conjurationId && visibility === (data.visibility ?? 'DM')
      return alike ? [] : [{ type: 'ImageLinked', data }]
    },

    MoveImage(image, data) {
      const { campaignId: fromCampaignId } = present(image)
      return fromCampaignId === data.campaignId ? [] : [{ type: 'ImageMoved', data: { ...data, fromCampaignId } }]
    },

    DeleteImage(image, { imageId }) {
      const { deleted, campaignId } = existing(image)
      if (deleted) return []
      const gone = { type: 'ImageDeleted', data: { imageId, campaignId } } as const
      // Deleting a picture that is still being made gives its credits back with the cancelling.
      return waiting(image) ? [{ type: 'ImageCancelled', data: outcomeOf(image, imageId) }, gone] : [gone]
    },

    RestoreImage(image, { imageId }) {
      const { deleted, campaignId } = existing(image)
      return deleted ? [{ type: 'ImageRestored', data: { imageId, campaignId } }] : []
    },
  },

  evolve: {
    ImageRequested: (image, request) => ({
      ...image,
      status: 'queued',
      request,
      userId: request.userId,
      campaignId: request.campaignId,
      conjurationId: request.conjurationId,
      visibility: request.visibility ?? 'DM',
      attempt: 1,
      holdId: request.holdId,
    }),
    ImageStarted: (image) => ({ ...image, status: 'running' }),
    ImageRetrying: (image) => image,
    ImageGenerated: (image, { file }) => ({ ...image, status: 'done', edits: [...image.edits, file] }),
    ImageFailed: (image) => ({ ...image, status: 'failed' }),
    ImageFiltered: (image) => ({ ...image, status: 'failed' }),
    ImageTimedOut: (image) => ({ ...image, status: 'lapsed' }),
    ImageCancelled: (image) => ({ ...image, status: 'lapsed' }),
    ImageRetried: (image, { attempt, holdId }) => ({ ...image, status: 'queued', attempt, holdId }),
    ImageUploaded: (image, { userId, campaignId, conjurationId, visibility = 'DM', name, file }) => ({
      ...image,
      status: 'done',
      userId,
      campaignId,
      conjurationId,
      visibility,
      name,
      edits: [file],
    }),
    ImageRenamed: (image, { name }) => ({ ...image, name }),
    PrimaryImageSet: (image) => ({ ...image, primary: true }),
    ImageLinked: (image, { conjurationId, visibility = 'DM' }) => ({
      ...image,
      conjurationId,
      visibility,
      primary: false,
    }),
    ImageMoved: (image, { campaignId, conjurationId = null, visibility = 'DM' }) => ({
      ...image,
      campaignId,
      conjurationId,
      visibility,
      primary: image.primary && conjurationId !== null,
    }),
    ImageDeleted: (image) => ({ ...image, deleted: true }),
    ImageRestored: (image) => ({ ...image, deleted: false }),
  },
}
