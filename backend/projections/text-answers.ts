import { z } from 'zod'

/** Answers about texts; the browser reads the same schemas. Operations are Quill's, as `text-formats.ts` of the domain has them. */
const ops = z.array(z.unknown())

/** Who wrote so many letters and when, to the minute; neither, where it is not the reader's to know. */
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
  /** What is mentioned and seen by its reader, by its id, as it is called today; a picture has no name. */
  names: z.record(z.string(), z.string()),
  /** From its beginning on, where they are asked for. */
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
/** Not all at once: `revision` is the text's now. `over` are the plain words of a description's revision 0, for who asks for what came after it. */
export const TextChanges = z.object({ revision: z.int(), changes: z.array(TextChange), over: z.string().optional() })

/** Changes with no more than ten minutes between them. */
export const Sitting = z.object({
  /** The revision that it ends with, and the one that it began on. */
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
  /** Older ones are before this revision. */
  next: z.int().nullable(),
  /** What their reader's history begins with. */
  begins: z.int(),
})

export const TextVersion = Text.omit({ authors: true })

/** Lore whose texts mention something, as far as their reader sees both. */
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
