import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { SegmentType } from '#domain/segment-words.ts'
import { ConjurationItem } from './answers.ts'
import { ImageItem } from './image-answers.ts'
import { Sitting } from './text-answers.ts'

/**
 * `breadcrumbs` from the root down, as far as visible to the viewer; `copies` oldest first; `email` only of an author
 * without a name.
 */
export const ConjurationDetail = ConjurationItem.extend({
  email: z.string(),
  copies: z.array(z.object({ id: z.uuid() })),
  images: z.array(ImageItem),
  breadcrumbs: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type ConjurationDetail = z.infer<typeof ConjurationDetail>

/** The same as the API answers it: its node in the graph, and who wrote it, once more under the specification's names. */
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
  /** As it was called by the event where that names it, or is called now. */
  title: z.string(),
  previousTitle: z.string().optional(),
  /** The operation to restore, where the event deleted it, it is still deleted, and the reader may restore it. */
  restorable: z.uuid().optional(),
})
/** A picture of lore that an event is about, by its name of now. */
const ChangedPicture = z.object({ id: z.uuid(), name: z.string().nullable(), isDeleted: z.boolean() })
/** One sitting at a text; the description has no title. */
const ChangedText = Sitting.extend({
  id: z.uuid(),
  title: z.string().nullable(),
  /** Its versions can be read: it is not deleted. */
  isThere: z.boolean(),
})

/**
 * One change of lore: the fields it touched as they were after it and before it. `revision` names it for restoring. A change of a section has
 * `section`, one of a picture has `picture`, a sitting in a text has `text` and the text's revision; none of the three touches a field.
 */
export const ConjurationChange = z.object({
  revision: z.int(),
  /** In the log. */
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

/** Newest first; `next` is the `before` of the page after this one, `current` the revision of the version that is on the page now. */
export const ConjurationHistory = z.object({
  data: z.array(ConjurationChange),
  next: z.string().nullable(),
  current: z.int(),
  /** True if readers may see versions from before they gained access. */
  isPastShown: z.boolean(),
})
export type ConjurationHistory = z.infer<typeof ConjurationHistory>
