import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { CollectionVisibility } from '#domain/collections.ts'
import type { Op } from '#domain/deltas.ts'
import { SegmentType } from '#domain/segment-words.ts'

// Apart from the other answers: a browser loads it when somebody looks into the past.

/** The moment that was asked for as a position of the log, and the time of it. */
const Moment = z.object({ at: z.string(), position: z.string() })

/**
 * When something happened that its reader sees: how much in each day, or hour or minute where that is all there is, by the time at which it
 * begins. `from` is when their past begins, `until` now.
 */
export const PastMarks = z.object({
  from: z.string(),
  until: z.string(),
  unit: z.enum(['day', 'hour', 'minute']),
  data: z.array(z.object({ at: z.string(), count: z.int() })),
})
export type PastMarks = z.infer<typeof PastMarks>

/** `isInTrash`: it lies there now. */
export const PastFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  parentId: z.uuid().nullable(),
  visibility: CollectionVisibility,
  folders: z.int(),
  isInTrash: z.boolean(),
})
export type PastFolder = z.infer<typeof PastFolder>
/** What was directly in each of the folders that were asked for; of a part beyond its limit only the number. */
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
  /** When something happened to it last by then. */
  changedAt: z.string(),
  imageUri: z.string().nullable(),
  isInTrash: z.boolean(),
  /** Whether its reader may make it again what it was. */
  mayRestore: z.boolean(),
})
export type PastLore = z.infer<typeof PastLore>
/** `next` is what the next page is asked for with. */
export const PastContents = Moment.extend({
  /** The way to the folder, itself last; empty at the root. */
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
  /** Of a text: null where the page is too long for it, and it is to be asked for by itself. */
  ops: written.nullable(),
  /** Of a gallery. */
  images: z.array(z.object({ id: z.uuid(), uri: z.string().nullable(), name: z.string().nullable() })),
})
export type PastSegment = z.infer<typeof PastSegment>
export const PastPage = Moment.extend({
  ...PastLore.shape,
  path: z.array(Named),
  /** Null where it is to be asked for by itself. */
  description: written.nullable(),
  segments: z.array(PastSegment),
  /** From this lore, or to it. */
  links: z.array(z.object({ id: z.uuid(), comment: z.string(), isFrom: z.boolean(), lore: Named })),
  /** What the things that its texts name are called now, as far as its reader sees them. */
  names: z.record(z.string(), z.string()),
})
export type PastPage = z.infer<typeof PastPage>
