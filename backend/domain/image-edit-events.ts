import { z } from 'zod'
import { erasable } from './erasable.ts'
import { EditTool, Growth } from './image-edit-tools.ts'
import { ImageFile, maxSeed, promptLimit } from './image-sizes.ts'

const imageId = z.uuid()
const editId = z.uuid()
const userId = z.uuid()
const words = { prompt: erasable(z.string().max(promptLimit)), searchPrompt: erasable(z.string().max(promptLimit)) }

/** Where a mask lies, the size of the picture that it was painted on, and its own in bytes, which older events do not say. */
const Mask = z.object({
  key: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  size: z.int().positive().optional(),
})

/** What was asked for. `cost` is credits, positive; what costs nothing holds nothing. `provider` is who makes it. */
export const ImageEditRequest = z.object({
  imageId,
  editId,
  /** Who asks, and pays. */
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
/** Further pictures that one was to be chosen from, each an edit like it. */
const others = z.array(z.object({ editId, file: ImageFile })).max(3)

export const imageEditCommands = {
  /** `originalId` is what the picture as it first was is called by. */
  EditImage: ImageEditRequest.extend({ originalId: z.uuid() }),
  /** The provider faltered and is being asked again. */
  RetryStartedEdit: z.object({ imageId, editId }),
  RecordEdit: z.object({ imageId, editId, ...made, others }),
  FailEdit: z.object({ imageId, editId, code: failure, message: z.string() }),
  FilterEdit: z.object({ imageId, editId, message: z.string() }),
  TimeOutEdit: z.object({ imageId, editId }),
  CancelEdit: z.object({ imageId, editId }),
  /** Undo, redo, and whatever else shows what was made before. */
  ChooseEdit: z.object({ imageId, editId, userId }),
  /** What somebody did since the picture was as `since`, or since it first was. */
  DiscardEdits: z.object({ imageId, since: z.uuid().nullable(), userId }),
}

/** The picture as it first was. All that happens to the picture's edits is about it, and its access row says who may know. */
const originalId = z.uuid()
const edit = { imageId, originalId, editId }
const outcome = { ...edit, userId, holdId: z.uuid().nullable() }

/** All but `ImageShown` are for who may edit the picture. */
export const imageEditEvents = {
  /** The first says what the picture was until then. `ownerId` and `campaignId` are the picture's. */
  ImageEditRequested: ImageEditRequest.extend({
    originalId,
    original: ImageFile.nullable(),
    ownerId: z.uuid(),
    campaignId: z.uuid().nullable(),
  }),
  /** Its turn has come: it changes what was current then. */
  ImageEditStarted: z.object({ ...edit, parentId: z.uuid() }),
  ImageEditRetrying: z.object(edit),
  ImageEdited: z.object({ ...outcome, parentId: z.uuid(), ...made, others, nsfw: z.boolean() }),
  ImageEditFailed: z.object({ ...outcome, code: failure, message: erasable(z.string()) }),
  ImageEditFiltered: z.object({ ...outcome, message: erasable(z.string()) }),
  ImageEditTimedOut: z.object(outcome),
  ImageEditCancelled: z.object(outcome),
  /** `tipId` is the end of the branch that it is on. */
  ImageEditChosen: z.object({ ...edit, tipId: z.uuid(), userId }),
  /** What is written of its edits goes along to another campaign: where it was may be forgotten. `texts`: prompt, searchPrompt of each. */
  ImageEditsMoved: z.object({
    imageId,
    originalId,
    campaignId: z.uuid().nullable(),
    editIds: z.array(z.uuid()),
    texts: erasable(z.array(z.string())),
  }),
  /** What everybody sees from now on. */
  ImageShown: z.object({ imageId, version: z.uuid(), file: ImageFile, nsfw: z.boolean() }),
}
