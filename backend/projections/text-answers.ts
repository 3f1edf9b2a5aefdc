import { z } from 'zod'

/**
 * Answers of the text routes; the browser reads the same schemas. Operations are Quill's, as validated by the domain's
 * `text-formats.ts`.
 */
const ops = z.array(z.unknown())

/** The author and the time, to the minute, of `length` consecutive characters; both absent if the reader may not know them. */
export const Author = z.object({
  length: z.int(),
  userId: z.uuid().optional(),
  name: z.string().nullable().optional(),
  at: z.string().optional(),
})
export type Author = z.infer<typeof Author>

export const Text = z.object({
  id: z.uuid(),
  revision: z.int(),
  ops,
  /** Present names of the mentioned things visible to the reader, by id; pictures have no name. */
  names: z.record(z.string(), z.string()),
  /** Authors from the text's beginning, if requested. */
  authors: z.array(Author).optional(),
})
export type Text = z.infer<typeof Text>

export const TextChange = z.object({
  revision: z.int(),
  id: z.uuid(),
  ops,
  fix: ops.optional(),
  userId: z.uuid(),
  at: z.string(),
})
/**
 * A page of changes: `revision` is the text's present one. `over` is the plain text of a description's revision 0, for
 * requests that start after it.
 */
export const TextChanges = z.object({ revision: z.int(), changes: z.array(TextChange), over: z.string().optional() })

/** A writing session: changes with no more than ten minutes between them. */
export const Sitting = z.object({
  /** The last revision, and the one before the first. */
  revision: z.int(),
  from: z.int(),
  begunAt: z.string(),
  endedAt: z.string(),
  changes: z.int(),
  writers: z.array(z.object({ userId: z.uuid(), name: z.string().nullable() })),
})
export type Sitting = z.infer<typeof Sitting>
export const TextHistory = z.object({
  data: z.array(Sitting),
  /** Cursor of older sessions: before this revision. */
  next: z.int().nullable(),
  /** The first revision of the reader's history. */
  begins: z.int(),
})

export const TextVersion = Text.omit({ authors: true })

/** Lore whose texts mention a thing, as far as visible to the reader. */
export const LinkedFrom = z.object({
  data: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      imageUri: z.string().nullable(),
      textId: z.uuid(),
      passage: z.string(),
    }),
  ),
  total: z.int(),
})
export type LinkedFrom = z.infer<typeof LinkedFrom>
