import { z } from 'zod'
import { erasable } from './erasable.ts'
import { EditTool, Growth } from './image-edit-tools.ts'
import { ImageFile, maxSeed, promptLimit } from './image-sizes.ts'

const imageId = z.uuid()
const editId = z.uuid()
const userId = z.uuid()
const words = { prompt: erasable(z.string().max(promptLimit)), searchPrompt: erasable(z.string().max(promptLimit)) }

/**
 * Storage key of a mask, the size of the picture that it was painted on, and the mask's size in bytes, absent from
 * older events.
 */
const Mask = z.object({
  key: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  size: z.int().positive().optional(),
})

/**
 * The parameters of an edit. `cost` is credits, positive; a free edit holds nothing. `provider` is the image editor.
 */
export const ImageEditRequest = z.object({
  imageId,
  editId,
  /** The requester, who pays. */
  userId,
  tool: EditTool,
  ...words,
  growth: Growth.nullable(),
  mask: Mask.nullable(),
  premium: z.boolean(),
  nsfw: z.boolean(),
  seed: z.int().min(0).max(maxSeed),
  provider: z.string(),
  cost: z.int().min(0),
  holdId: z.uuid().nullable(),
})
export type ImageEditRequest = z.infer<typeof ImageEditRequest>

const failure = z.enum(['failed', 'refused'])
const made = { file: ImageFile, madeBy: z.string() }
/** Further candidates, each an edit of its own. */
const others = z.array(z.object({ editId, file: ImageFile })).max(3)

export const imageEditCommands = {
  /** `originalId` is the id of the original version. */
  EditImage: ImageEditRequest.extend({ originalId: z.uuid() }),
  /** The provider failed temporarily and is being retried. */
  RetryStartedEdit: z.object({ imageId, editId }),
  RecordEdit: z.object({ imageId, editId, ...made, others }),
  FailEdit: z.object({ imageId, editId, code: failure, message: z.string() }),
  FilterEdit: z.object({ imageId, editId, message: z.string() }),
  TimeOutEdit: z.object({ imageId, editId }),
  CancelEdit: z.object({ imageId, editId }),
  /** Makes an earlier version current: undo, redo, or a selection. */
  ChooseEdit: z.object({ imageId, editId, userId }),
  /** Discards the user's edits made after the version `since`, or all of them (null). */
  DiscardEdits: z.object({ imageId, since: z.uuid().nullable(), userId }),
}

/** The original version. All events of a picture's edits refer to it, and its access row decides their audience. */
const originalId = z.uuid()
const edit = { imageId, originalId, editId }
const outcome = { ...edit, userId, holdId: z.uuid().nullable() }

/** All events but `ImageShown` are for editors of the picture. */
export const imageEditEvents = {
  /** The first request records the original file. `ownerId` and `campaignId` are the picture's. */
  ImageEditRequested: ImageEditRequest.extend({
    originalId,
    original: ImageFile.nullable(),
    ownerId: z.uuid(),
    campaignId: z.uuid().nullable(),
  }),
  /** The edit starts, based on the version that is current then. */
  ImageEditStarted: z.object({ ...edit, parentId: z.uuid() }),
  ImageEditRetrying: z.object(edit),
  ImageEdited: z.object({ ...outcome, parentId: z.uuid(), ...made, others, nsfw: z.boolean() }),
  ImageEditFailed: z.object({ ...outcome, code: failure, message: erasable(z.string()) }),
  ImageEditFiltered: z.object({ ...outcome, message: erasable(z.string()) }),
  ImageEditTimedOut: z.object(outcome),
  ImageEditCancelled: z.object(outcome),
  /** `tipId` is the end of the chosen version's branch. */
  ImageEditChosen: z.object({ ...edit, tipId: z.uuid(), userId }),
  /**
   * Moves the edit texts to another campaign, since the previous one may be erased. `texts`: prompt and searchPrompt of
   * each.
   */
  ImageEditsMoved: z.object({
    imageId,
    originalId,
    campaignId: z.uuid().nullable(),
    editIds: z.array(z.uuid()),
    texts: erasable(z.array(z.string())),
  }),
  /** The version that all viewers see from now on. */
  ImageShown: z.object({ imageId, version: z.uuid(), file: ImageFile, nsfw: z.boolean() }),
}
