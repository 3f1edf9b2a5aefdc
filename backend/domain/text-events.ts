import { z } from 'zod'
import type { Ops } from './deltas.ts'
import { erasable } from './erasable.ts'

/** Quill's operations. `text-formats.ts` validates their contents in one loop, which is faster than a schema. */
const ops = z.custom<Ops>((value) => Array.isArray(value), 'A list of operations is needed')
const written = erasable(ops)

/** The author and time of so many characters. */
export const AuthorRun = z.object({ length: z.int().min(1), userId: z.uuid(), at: z.string() })
export type AuthorRun = z.infer<typeof AuthorRun>
const runs = z.array(AuthorRun)

export const textEvents = {
  /**
   * A text is created: a segment's together with the segment, a description's with the first change to its plain text
   * (of the lore's revision `fromRevision`), a copy's with its content and authors.
   */
  TextBegun: z.object({
    textId: z.uuid(),
    conjurationId: z.uuid(),
    userId: z.uuid(),
    campaignId: z.uuid().nullable(),
    fromRevision: z.int().nullable(),
    ops: written,
    by: runs,
  }),
  /**
   * `ops` is the change transformed to the previous revision; `fix` follows it and mends conflicts of concurrent
   * changes. `by`: authors of restored text, in order, if it is not the writer's own; `lost`: authors of deleted text.
   */
  TextChanged: z.object({
    textId: z.uuid(),
    /** Counted from 1 in each text. */
    revision: z.int(),
    changeId: z.uuid(),
    userId: z.uuid(),
    ops: written,
    fix: written.optional(),
    by: runs.optional(),
    lost: runs.optional(),
  }),
  /** Moved with its lore to another campaign, or out of all: the content is included, encrypted with the new key. */
  TextMoved: z.object({
    textId: z.uuid(),
    campaignId: z.uuid().nullable(),
    fromCampaignId: z.uuid().nullable(),
    ops: written,
    by: runs,
  }),
  /**
   * A writing session ended or reached an interval: lists, search and "changed by" are updated. `description` is the
   * lore's description as plain text. `isListed` is set if all viewers of the lore see the text, so that the lore's
   * date does not reveal that DMs wrote notes.
   */
  TextSettled: z.object({
    textId: z.uuid(),
    conjurationId: z.uuid(),
    revision: z.int(),
    description: erasable(z.string()).optional(),
    words: z.int(),
    isListed: z.boolean(),
    /** The writers since the last settlement, the latest last. */
    writers: z.array(z.uuid()),
  }),
}
