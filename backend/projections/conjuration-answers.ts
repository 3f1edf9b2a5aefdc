import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { SegmentType } from '#domain/segment-words.ts'
import { ConjurationItem } from './answers.ts'
import { ImageItem } from './image-answers.ts'
import { Sitting } from './text-answers.ts'

/**
 * `breadcrumbs` from the root down, as far as visible to the viewer; `copies` oldest first; `email` is empty unless the
 * author has no name.
 */
export const ConjurationDetail = ConjurationItem.extend({
  email: z.string(),
  copies: z.array(z.object({ id: z.uuid() })),
  images: z.array(ImageItem),
  breadcrumbs: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type ConjurationDetail = z.infer<typeof ConjurationDetail>

/** The API's response repeats two values under the specification's names: the id as `nodeId`, the author as `user`. */
export const ConjurationAnswer = ConjurationDetail.extend({
  nodeId: z.uuid(),
  user: z.object({ username: z.string(), email: z.string() }),
})

const ConjurationFields = z
  .object({
    name: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    visibility: Visibility,
    collectionId: z.uuid().nullable(),
  })
  .partial()
export type ConjurationFields = z.infer<typeof ConjurationFields>

/** A section of lore that an event is about. */
const ChangedSection = z.object({
  id: z.uuid(),
  type: SegmentType,
  /** The title that the event recorded; the present title if it recorded none. */
  title: z.string(),
  previousTitle: z.string().optional(),
  /** The id of the deletion to restore; set if this event deleted the section, it is still deleted, and the reader may restore it. */
  restorable: z.uuid().optional(),
})
/** The picture that an event is about, with its present name. */
const ChangedPicture = z.object({ id: z.uuid(), name: z.string().nullable(), isDeleted: z.boolean() })
/** One sitting at a text; the description has no title. */
const ChangedText = Sitting.extend({
  id: z.uuid(),
  title: z.string().nullable(),
  /** True if the text is not deleted, so that its versions can be read. */
  isThere: z.boolean(),
})

/**
 * One change of lore: `fields` are the changed fields after it, `previous` before it; `revision` identifies it for restoring. Changes of a
 * section, a picture or a text set `section`, `picture` or `text` instead, and have no fields; for a text, `revision` is the text's.
 */
export const ConjurationChange = z.object({
  revision: z.int(),
  /** Log position. */
  position: z.string(),
  at: z.string(),
  type: z.string(),
  actorId: z.string(),
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  /** True for the first entry of the history visible to the viewer: `fields` are complete. */
  begins: z.boolean().optional(),
  fields: ConjurationFields,
  previous: ConjurationFields,
  section: ChangedSection.optional(),
  picture: ChangedPicture.optional(),
  text: ChangedText.optional(),
})
export type ConjurationChange = z.infer<typeof ConjurationChange>

/** Newest first; `next` is the `before` parameter of the next page, `current` the revision of the present version. */
export const ConjurationHistory = z.object({
  data: z.array(ConjurationChange),
  next: z.string().nullable(),
  current: z.int(),
  /** True if readers may see versions from before they gained access. */
  isPastShown: z.boolean(),
})
export type ConjurationHistory = z.infer<typeof ConjurationHistory>
