import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CollectionVisibility } from '#domain/collections.ts'
import type { Op } from '#domain/deltas.ts'
import { SegmentType } from '#domain/segment-words.ts'

// Separate from the other answers, since browsers load it only to view the past.

/** The requested moment as a log position and its time. */
const Moment = z.object({ at: z.string(), position: z.string() })

/**
 * Activity visible to the viewer: the number of events per day, hour or minute, by the begin of each unit. `from` is
 * the begin of the viewer's past, `until` now.
 */
export const PastMarks = z.object({
  from: z.string(),
  until: z.string(),
  unit: z.enum(['day', 'hour', 'minute']),
  data: z.array(z.object({ at: z.string(), count: z.int() })),
})
export type PastMarks = z.infer<typeof PastMarks>

/** `isInTrash`: it is in the Trash now. */
export const PastFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  visibility: CollectionVisibility,
  folders: z.int(),
  isInTrash: z.boolean(),
})
export type PastFolder = z.infer<typeof PastFolder>
/** The direct subfolders of each requested folder; for parents beyond the limit only their number. */
export const PastTree = Moment.extend({
  data: z.array(PastFolder),
  parts: z.array(z.object({ parentId: z.uuid().nullable(), total: z.int() })),
})
export type PastTree = z.infer<typeof PastTree>

const Named = z.object({ id: z.uuid(), name: z.string() })

export const PastLore = Named.extend({
  tags: z.array(z.string()),
  visibility: Visibility,
  isPinned: z.boolean(),
  /** Time of its latest change up to the moment. */
  changedAt: z.string(),
  imageUri: z.string().nullable(),
  isInTrash: z.boolean(),
  /** True if the viewer may restore this state. */
  mayRestore: z.boolean(),
})
export type PastLore = z.infer<typeof PastLore>
/** `next` is the cursor of the next page. */
export const PastContents = Moment.extend({
  /** The path to the folder, including it; empty at the root. */
  path: z.array(Named),
  isInTrash: z.boolean(),
  mayRestore: z.boolean(),
  data: z.array(PastLore),
  next: z.string().nullable(),
})
export type PastContents = z.infer<typeof PastContents>

const written = z.array(z.custom<Op>())
export const PastSegment = Named.extend({
  type: SegmentType,
  isForDms: z.boolean(),
  /** The content of a text segment: null if it would exceed the page's size; then it is requested separately. */
  ops: written.nullable(),
  /** The pictures of a gallery. */
  images: z.array(z.object({ id: z.uuid(), uri: z.string().nullable(), name: z.string().nullable() })),
})
export type PastSegment = z.infer<typeof PastSegment>
export const PastPage = Moment.extend({
  ...PastLore.shape,
  path: z.array(Named),
  /** Null if it must be requested separately. */
  description: written.nullable(),
  segments: z.array(PastSegment),
  /** Links from or to this lore. */
  links: z.array(z.object({ id: z.uuid(), comment: z.string(), isFrom: z.boolean(), lore: Named })),
  /** Present names of the things that its texts mention, as far as visible to the viewer. */
  names: z.record(z.string(), z.string()),
})
export type PastPage = z.infer<typeof PastPage>
