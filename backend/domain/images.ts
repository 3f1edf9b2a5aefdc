import { z } from 'zod'
import { Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { imageEditCommands, imageEditEvents } from './image-edit-events.ts'
import { cancelAll, editRefusals, editRules, moveEdits } from './image-edits.ts'
import { ImageFile, imageSizes, isImageSize, maxSeed, promptLimit, sizeName } from './image-sizes.ts'
import { currentFile, type Editable, editEvolve, isNsfw, unedited } from './image-versions.ts'
import { imageNoteLimit } from './image-words.ts'
import { type Kind, toEmptyText, toNull } from './kind.ts'
import { text } from './text.ts'
import { CampaignColour, TokenLook } from './tokens.ts'

const imageId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const conjurationId = z.uuid().nullable()
/** The lore's visibility at that time, in events from before pictures followed their lore by reference. */
const visibility = Visibility.optional()
const attempt = z.int().min(1)
const name = z.string().trim().min(1).max(255)
export const ImageNote = text(imageNoteLimit)

/**
 * The parameters of a picture. `reference` names a stored file, with a strength from 1 (hardly) to 100 (closely).
 * `cost` is credits, positive.
 */
export const ImageRequest = z
  .object({
    imageId,
    userId,
    campaignId,
    conjurationId,
    visibility,
    /** Shared by the pictures of one request. */
    requestId: z.uuid(),
    holdId: z.uuid(),
    cost: z.int().min(0),
    modelId: z.uuid(),
    modelName: z.string(),
    type: z.enum(['IMAGE', 'MAP']),
    prompt: erasable(z.string().min(1).max(promptLimit)),
    negativePrompt: erasable(z.string().max(promptLimit)),
    stylePreset: z.string().nullable(),
    width: z.int(),
    height: z.int(),
    seed: z.int().min(0).max(maxSeed),
    nsfw: z.boolean(),
    reference: z.object({ imageId: z.uuid(), key: z.string(), strength: z.int().min(1).max(100) }).nullable(),
  })
  .refine(isImageSize, { path: ['width'], message: 'not a supported size' })
export type ImageRequest = z.infer<typeof ImageRequest>

/** Failures that `ImageFailed` records; all others have an event of their own. */
const failure = z.enum(['failed', 'refused'])

/** Limited to the length of a file's name. */
const written = erasable(z.string().max(255))

const commands = {
  RequestImage: ImageRequest,
  StartImage: z.object({ imageId, attempt }),
  /** The provider failed temporarily and is being retried. */
  RetryStartedImage: z.object({ imageId, attempt }),
  RecordPicture: z.object({
    imageId,
    attempt,
    file: ImageFile,
    seed: z.int().min(0).max(maxSeed),
    madeBy: z.string(),
    /** The provider answered after the deadline. */
    isLate: z.boolean(),
    /** A name suggested by the image provider; a name given by a user earlier stays. */
    name: name.optional(),
  }),
  FailImage: z.object({ imageId, attempt, code: failure, message: z.string() }),
  FilterImage: z.object({ imageId, attempt, message: z.string() }),
  TimeOutImage: z.object({ imageId, attempt }),
  CancelImage: z.object({ imageId }),
  /** Sent before credits that no attempt used may be released. */
  LapseHold: z.object({ imageId, holdId: z.uuid() }),
  /** Requests the same picture again, with new credits. */
  RetryImage: z.object({ imageId, holdId: z.uuid() }),
  UploadImage: z.object({
    imageId,
    userId,
    campaignId,
    conjurationId,
    name: written.nullable(),
    file: ImageFile,
  }),
  RenameImage: z.object({ imageId, name }),
  /** Sets the user's note; an empty note removes it. */
  NoteImage: z.object({ imageId, note: ImageNote }),
  /**
   * Cuts a round token for virtual tabletops, stored with the picture. Equal looks of one picture have the same id;
   * `dye` is the campaign's colour.
   */
  MakeToken: TokenLook.extend({ imageId, tokenId: z.uuid(), dye: CampaignColour }),
  /** Links it to a lore item, or to none. */
  LinkImage: z.object({ imageId, conjurationId }),
  /** Moves it together with its lore, if given, whose picture it stays; otherwise it is unlinked. */
  MoveImage: z.object({ imageId, campaignId, conjurationId: z.uuid().optional() }),
  DeleteImage: z.object({ imageId }),
  RestoreImage: z.object({ imageId }),
  /** Permanently deletes a picture in the Trash, on request of its owner `by`; null: after the retention period. */
  PurgeImage: z.object({ imageId, by: userId.nullable() }),
  ...imageEditCommands,
}

const outcome = { imageId, userId, holdId: z.uuid(), attempt }

/** Name, note and prompts of a picture; uploaded pictures have no prompts. */
const ImageWords = z.object({
  name: erasable(z.string()).nullable(),
  note: erasable(z.string()),
  prompt: erasable(z.string()).nullable(),
  negativePrompt: erasable(z.string()).nullable(),
})
const wordsOf = ({ name, note, request }: Image): z.infer<typeof ImageWords> => ({
  name,
  note,
  prompt: request?.prompt ?? null,
  negativePrompt: request?.negativePrompt ?? null,
})
const withWords = (image: Image, words?: z.infer<typeof ImageWords>): Image => {
  if (!words) return image
  const { name, note, prompt, negativePrompt } = words
  const request = image.request && { ...image.request, prompt: prompt ?? '', negativePrompt: negativePrompt ?? '' }
  return { ...image, name, note, request }
}

export const imageEvents = {
  ImageRequested: ImageRequest,
  ImageStarted: z.object({ imageId, attempt }),
  ImageRetrying: z.object({ imageId, attempt }),
  /** `charged` is false for a picture that arrived after its deadline: stored without charge. */
  ImageGenerated: z.object({ ...outcome, file: ImageFile, seed: z.int(), madeBy: z.string(), charged: z.boolean() }),
  ImageFailed: z.object({ ...outcome, code: failure, message: erasable(z.string()) }),
  ImageFiltered: z.object({ ...outcome, message: erasable(z.string()) }),
  ImageTimedOut: z.object(outcome),
  ImageCancelled: z.object(outcome),
  ImageRetried: z.object(outcome),
  /** Rules out that an attempt uses these credits, so that they can be released. */
  ImageHoldLapsed: z.object({ imageId, holdId: z.uuid() }),
  ImageUploaded: commands.UploadImage.extend({ visibility }),
  ImageRenamed: z.object({ imageId, name: erasable(z.string()) }),
  ImageNoted: z.object({ imageId, note: erasable(z.string()) }),
  /** `file` is the picture that the token is cut from. */
  ImageTokenMade: TokenLook.extend({ imageId, tokenId: z.uuid(), dye: CampaignColour, file: ImageFile }),
  /** Legacy event: today the lore's own stream records its primary picture. */
  PrimaryImageSet: z.object({ imageId, conjurationId: z.uuid() }),
  ImageLinked: z.object({ imageId, conjurationId, visibility }),
  /** `conjurationId` is the lore that it moved along with. */
  ImageMoved: z.object({
    imageId,
    campaignId,
    fromCampaignId: campaignId,
    conjurationId: z.uuid().optional(),
    visibility,
    /** The texts move with the picture, since the previous campaign may be erased. Absent from older events. */
    words: ImageWords.optional(),
  }),
  ImageDeleted: z.object({ imageId, campaignId }),
  ImageRestored: z.object({ imageId, campaignId }),
  /** Its files are deleted too; irreversible. */
  ImagePurged: z.object({ imageId, campaignId }),
  ...imageEditEvents,
}

interface Image extends Editable {
  /** A `lapsed` picture exceeded its deadline and may still arrive. The result of a `cancelled` one is discarded. */
  status: 'none' | 'queued' | 'running' | 'done' | 'failed' | 'lapsed' | 'cancelled'
  request: ImageRequest | null
  conjurationId: string | null
  attempt: number
  holdId: string
  /** Outcome of the credit holds: `used` by an attempt, or `lapsed`, which rules out use. A hold never has both. */
  holds: Readonly<Record<string, 'used' | 'lapsed'>>
  name: string | null
  note: string
  /** The id of the token that was made last. */
  tokenId: string | null
  purged: boolean
}

type Events = MessageOf<typeof imageEvents>[]

const existing = (image: Image) => {
  if (image.status === 'none' || image.purged) throw new Rejection('image_not_found')
  return image
}
const present = (image: Image) => {
  if (existing(image).deleted) throw new Rejection('image_not_found')
  return image
}
const waiting = ({ status }: Image) => status === 'queued' || status === 'running'
const outcomeOf = ({ userId, holdId, attempt }: Image, imageId: string) => ({ imageId, userId, holdId, attempt })

/** True if this attempt is still pending. */
export const isAwaited = (image: Image, attempt: number): boolean => waiting(image) && image.attempt === attempt

/**
 * True if a picture of this attempt would be stored. The credits of a lapsed attempt were released, so it stores only a
 * picture that arrived late: one answered in time does not become free because it was recorded late.
 */
export const isWelcome = (image: Image, attempt: number, isLate: boolean): boolean =>
  isAwaited(image, attempt) || (isLate && image.status === 'lapsed' && image.attempt === attempt)

/** The lore that a picture can be the primary one of. Throws without lore, or before the picture exists. */
export const loreShownBy = (image: Image): string => {
  const { conjurationId, original } = present(image)
  if (conjurationId === null) throw new Rejection('image_without_lore')
  if (!original) throw new Rejection('image_not_ready')
  return conjurationId
}

/** Ends a pending attempt once, and only the attempt it belongs to: a provider may answer late, twice or never. */
const ends = (image: Image, attempt: number, events: () => Events): Events =>
  isAwaited(image, attempt) ? events() : []

/**
 * A picture, from its request to the Trash. Source: the specification's part 1, "Image generation".
 * One file, because a rule is read together with its command, its event and the state.
 */
export const images: Decider<typeof commands, typeof imageEvents, Image> = {
  category: 'images',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId, userId),
  commands,
  events: imageEvents,
  initial: {
    status: 'none',
    request: null,
    userId: '',
    campaignId: null,
    conjurationId: null,
    attempt: 0,
    holdId: '',
    holds: {},
    name: null,
    note: '',
    tokenId: null,
    purged: false,
    deleted: false,
    original: null,
    editing: unedited,
  },

  decide: {
    RequestImage({ status, holds }, data) {
      if (status !== 'none') return []
      if (data.holdId in holds) throw new Rejection('request_lapsed')
      if (data.type === 'MAP' && data.conjurationId !== null) throw new Rejection('map_of_lore')
      return [{ type: 'ImageRequested', data }]
    },

    StartImage: (image, { imageId, attempt }) =>
      image.status === 'queued' && image.attempt === attempt
        ? [{ type: 'ImageStarted', data: { imageId, attempt } }]
        : [],

    RetryStartedImage: (image, data) => ends(image, data.attempt, () => [{ type: 'ImageRetrying', data }]),

    RecordPicture(image, { attempt, imageId, name, isLate, ...picture }): Events {
      if (!isWelcome(image, attempt, isLate)) return []
      const outcome = outcomeOf(image, imageId)
      const timedOut: Events = isLate && waiting(image) ? [{ type: 'ImageTimedOut', data: outcome }] : []
      const generated = { type: 'ImageGenerated', data: { ...outcome, ...picture, charged: !isLate } } as const
      const named: Events = name && !image.name ? [{ type: 'ImageRenamed', data: { imageId, name } }] : []
      return [...timedOut, generated, ...named]
    },

    FailImage: (image, { attempt, imageId, code, message }) =>
      ends(image, attempt, () => [{ type: 'ImageFailed', data: { ...outcomeOf(image, imageId), code, message } }]),

    FilterImage: (image, { attempt, imageId, message }) =>
      ends(image, attempt, () => [{ type: 'ImageFiltered', data: { ...outcomeOf(image, imageId), message } }]),

    TimeOutImage: (image, { attempt, imageId }) =>
      ends(image, attempt, () => [{ type: 'ImageTimedOut', data: outcomeOf(image, imageId) }]),

    CancelImage: (image, { imageId }) =>
      ends(existing(image), image.attempt, () => [{ type: 'ImageCancelled', data: outcomeOf(image, imageId) }]),

    LapseHold: ({ holds }, data) => (data.holdId in holds ? [] : [{ type: 'ImageHoldLapsed', data }]),

    RetryImage(image, { imageId, holdId }) {
      if (!present(image).request) throw new Rejection('image_not_generated')
      if (waiting(image)) return []
      if (image.status === 'done') throw new Rejection('image_already_generated')
      if (holdId in image.holds) throw new Rejection('request_lapsed')
      return [{ type: 'ImageRetried', data: { imageId, userId: image.userId, holdId, attempt: image.attempt + 1 } }]
    },

    UploadImage({ status, original }, data) {
      if (status === 'none') return [{ type: 'ImageUploaded', data }]
      if (!original) throw new Rejection('image_exists')
      if (original.key !== data.file.key) throw new Rejection('upload_differs')
      return []
    },

    RenameImage: (image, data) => (present(image).name === data.name ? [] : [{ type: 'ImageRenamed', data }]),

    NoteImage: (image, data) => (present(image).note === data.note ? [] : [{ type: 'ImageNoted', data }]),

    MakeToken(image, data) {
      const { tokenId } = present(image)
      const file = currentFile(image)
      if (!file) throw new Rejection('image_not_ready')
      if (isNsfw(image)) throw new Rejection('token_of_nsfw')
      return tokenId === data.tokenId ? [] : [{ type: 'ImageTokenMade', data: { ...data, file } }]
    },

    LinkImage(image, data) {
      const { conjurationId, request } = present(image)
      // Every viewer of the lore would see the whole map.
      if (request?.type === 'MAP' && data.conjurationId !== null) throw new Rejection('map_of_lore')
      return conjurationId === data.conjurationId ? [] : [{ type: 'ImageLinked', data }]
    },

    MoveImage(image, data) {
      const { campaignId: fromCampaignId } = present(image)
      if (fromCampaignId === data.campaignId) return []
      const moved = { type: 'ImageMoved', data: { ...data, fromCampaignId, words: wordsOf(image) } } as const
      return [moved, ...moveEdits(image, data.imageId, data.campaignId)]
    },

    DeleteImage(image, { imageId }) {
      const { deleted, campaignId } = existing(image)
      if (deleted) return []
      const gone = { type: 'ImageDeleted', data: { imageId, campaignId } } as const
      // Deleting a pending picture releases its credits through the cancellation.
      if (waiting(image)) return [{ type: 'ImageCancelled', data: outcomeOf(image, imageId) }, gone]
      return [...cancelAll(image, imageId), gone]
    },

    RestoreImage(image, { imageId }) {
      const { deleted, campaignId } = existing(image)
      return deleted ? [{ type: 'ImageRestored', data: { imageId, campaignId } }] : []
    },

    PurgeImage(image, { imageId, by }) {
      const { deleted, purged, userId, campaignId } = image
      if (purged) return []
      if (existing(image) && by !== null && userId !== by) throw new Rejection('only_owner_purges')
      if (!deleted) throw new Rejection('purge_not_in_trash')
      return [{ type: 'ImagePurged', data: { imageId, campaignId } }]
    },

    ...editRules,
  },

  evolve: {
    ImageRequested: (image, request) => ({
      ...image,
      status: 'queued',
      request,
      userId: request.userId,
      campaignId: request.campaignId,
      conjurationId: request.conjurationId,
      attempt: 1,
      holdId: request.holdId,
      holds: { ...image.holds, [request.holdId]: 'used' },
    }),
    ImageStarted: (image) => ({ ...image, status: 'running' }),
    ImageRetrying: (image) => image,
    ImageGenerated: (image, { file }) => ({ ...image, status: 'done', original: file }),
    ImageFailed: (image) => ({ ...image, status: 'failed' }),
    ImageFiltered: (image) => ({ ...image, status: 'failed' }),
    ImageTimedOut: (image) => ({ ...image, status: 'lapsed' }),
    ImageCancelled: (image) => ({ ...image, status: 'cancelled' }),
    ImageRetried: (image, { attempt, holdId }) => ({
      ...image,
      status: 'queued',
      attempt,
      holdId,
      holds: { ...image.holds, [holdId]: 'used' },
    }),
    ImageHoldLapsed: (image, { holdId }) => ({ ...image, holds: { ...image.holds, [holdId]: 'lapsed' } }),
    ImageUploaded: (image, { userId, campaignId, conjurationId, name, file }) => ({
      ...image,
      status: 'done',
      userId,
      campaignId,
      conjurationId,
      name,
      original: file,
    }),
    ImageRenamed: (image, { name }) => ({ ...image, name }),
    ImageNoted: (image, { note }) => ({ ...image, note }),
    ImageTokenMade: (image, { tokenId }) => ({ ...image, tokenId }),
    PrimaryImageSet: (image) => image,
    ImageLinked: (image, { conjurationId }) => ({ ...image, conjurationId }),
    ImageMoved: (image, { campaignId, conjurationId = null, words }) => ({
      ...withWords(image, words),
      campaignId,
      conjurationId,
    }),
    ImageDeleted: (image) => ({ ...image, deleted: true }),
    ImageRestored: (image) => ({ ...image, deleted: false }),
    // A picture that arrives after the purge is dropped.
    ImagePurged: (image) => ({ ...image, purged: true, status: 'cancelled' }),
    ...editEvolve,
  },
}

/** HTTP status and message of each refusal, by code. */
export const imageRefusals = {
  image_not_found: [404, 'This image does not exist, or you may not see it.'],
  only_owner: [403, 'Only the person who made this can do it: it costs their credits.'],
  image_move_forbidden: [
    403,
    'Only the person who made this image and the owner of its campaign can move it to another campaign.',
  ],
  only_owner_purges: [403, 'Only the person who this belongs to can delete it forever.'],
  purge_not_in_trash: [409, 'This is not in the Trash. Only what was deleted can be deleted forever.'],
  image_exists: [409, 'There is an image with this id already.'],
  image_already_generated: [409, 'This image is there already. Generate a new one instead.'],
  image_not_generated: [409, 'This image was uploaded, so it cannot be generated again.'],
  image_not_ready: [409, 'This image is not ready yet.'],
  map_of_lore: [422, 'A battle map belongs to no lore entry: players see of it what is revealed at the table.'],
  image_without_lore: [409, 'This image belongs to no lore entry, so it cannot be its primary image.'],
  token_without_primary: [422, 'No primary image found for this lore item.'],
  token_of_nsfw: [422, 'Token generation does not support NSFW images.'],
  tokens_need_pro: [403, 'Token generation is only available for PRO subscribers.'],
  request_lapsed: [409, 'This request lapsed before it could begin, and its credits came back. Please try again.'],
  model_not_found: [404, ({ id }) => `Unable to find model ${id}. Please try again.`],
  nsfw_not_allowed: [403, 'NSFW content needs the Pro plan.'],
  nsfw_switched_off: [403, 'NSFW content is switched off in your account settings.'],
  nsfw_not_supported: [422, ({ model }) => `${model} does not make NSFW images.`],
  style_not_supported: [422, ({ model, style }) => `${model} does not have the style ${style}. Please choose another.`],
  reference_not_supported: [422, ({ model }) => `${model} cannot use a reference image.`],
  size_not_supported: [
    422,
    `Invalid image dimensions. Please use one of these dimensions: ${imageSizes.map(sizeName).join(', ')}`,
  ],
  ...editRefusals,
} as const satisfies Refusals

const withoutPrompts = (words: unknown) =>
  typeof words === 'object' && words !== null ? { ...words, prompt: null, negativePrompt: null } : words

interface Pictured {
  imageId: string
  userId: string
  campaignId: string | null
  conjurationId: string | null
  visibility?: Visibility | undefined
}

/**
 * A picture follows its lore. Without lore it is seen by its owner and the campaign's DMs, so that no preparation is revealed.
 * Old events carry a `visibility`: a copy of the lore's at that time.
 */
const picture = ({
  imageId: id,
  userId: ownerId,
  campaignId,
  conjurationId: sameAs = null,
  visibility = 'DM',
}: Pictured) => accessRow({ id, ownerId, campaignId, visibility, sameAs })

export const imagesKind = {
  events: imageEvents,
  refusals: imageRefusals,
  references: {
    ImageRequested: { conjurationId: toNull, reference: toNull },
    ImageUploaded: { conjurationId: toNull },
    ImageLinked: { conjurationId: toNull },
    ImageMoved: { conjurationId: toNull, fromCampaignId: toNull },
    PrimaryImageSet: { conjurationId: toNull },
  },
  editorsOnly: {
    // All viewers of a picture receive the event. A provider's refusal may quote the prompt.
    ImageRequested: { prompt: toNull, negativePrompt: toNull },
    ImageMoved: { words: withoutPrompts },
    ImageFailed: { message: toEmptyText },
    ImageFiltered: { message: toEmptyText },
  },
  item: {
    category: 'images',
    // Events of edits reach editors of the picture only, not all of its viewers.
    of: ({ originalId }) => originalId,
  },
  access: {
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
    // Edits are visible to editors of the picture only.
    ImageEditRequested: ({ originalId: id, original, ownerId, campaignId, imageId: sameAs }) =>
      original ? accessRow({ id, ownerId, campaignId, visibility: 'PRIVATE', sameAs, isForDms: true }) : [],
  },
} as const satisfies Kind<typeof imageEvents>
