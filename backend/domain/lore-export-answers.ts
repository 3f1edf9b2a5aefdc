import { z } from 'zod'

/**
 * `markdown` opens in Obsidian and is imported again; `html` is a book in one file for the browser, and `book` the same with a folder of
 * whole pictures; `pdf` is a printed book; `foundry` is a module of journals.
 */
export const LoreFormat = z.enum(['markdown', 'book', 'html', 'pdf', 'foundry'])
export type LoreFormat = z.infer<typeof LoreFormat>

/** The contents of an export: an entry, a folder with everything below it, or else the whole campaign. */
export const LoreScope = z.object({
  campaignId: z.uuid(),
  collectionId: z.uuid().nullable().default(null),
  conjurationId: z.uuid().nullable().default(null),
})
export type LoreScope = z.infer<typeof LoreScope>

/** `POST /exports`. With `isForPlayers`, it contains what every member of the campaign sees. */
export const LoreExportRequested = LoreScope.extend({
  format: LoreFormat.default('markdown'),
  withPictures: z.boolean().default(true),
  isForPlayers: z.boolean().default(false),
})
export type LoreExportRequested = z.infer<typeof LoreExportRequested>

const count = z.int().nonnegative()
const Size = z.object({ pages: count, pictures: count, bytes: count })

/** The size of an export: of all that its requester sees, and of what every member sees. */
export const LoreExportSize = z.object({
  mine: Size,
  players: Size,
  /** True if this installation typesets books as PDF. */
  canPrint: z.boolean(),
})
export type LoreExportSize = z.infer<typeof LoreExportSize>

/** An export of the requester. Once `ready`, its file is at `GET /exports/{id}/file` until it expires. */
export const LoreExport = z.object({
  id: z.uuid(),
  kind: z.enum(['lore', 'account']),
  name: z.string(),
  status: z.enum(['running', 'ready']),
  bytes: count.nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
})
export type LoreExport = z.infer<typeof LoreExport>
export const LoreExportList = z.object({ data: z.array(LoreExport), total: count })
