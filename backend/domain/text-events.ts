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
   * A text begins: a segment's with the segment, a description's with the first change of what was written as plain text (of the lore's
   * revision `fromRevision`), a copy's with its words and their authors.
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
   * `ops` is the change as it follows the text's revision before; `fix` follows it and mends what two changes made of a line together.
   * `by`: whose words come back by it, in order, where they are not its writer's own; `lost`: whose words went.
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
  /** With its lore it went to another campaign, or out of all: the words go along, sealed for where they are now. */
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
