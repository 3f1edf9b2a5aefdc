import { z } from 'zod'

export const ExportFormat = z.enum(['csv', 'jsonl', 'pdf'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** `POST /audit/accounts/{id}/exports`: a statement from one moment to another; null is the beginning, and as of now. Answers `exportId`. */
export const ExportAsked = z.object({
  format: ExportFormat,
  from: z.iso.datetime().nullable(),
  through: z.iso.datetime().nullable(),
})
export type ExportAsked = z.infer<typeof ExportAsked>

/**
 * A statement that somebody asked for, theirs alone. Once it is `ready` its file is `GET /audit/exports/{id}/file` and its detached
 * signature `…/signature`, until it expires.
 */
export const ExportRow = z.object({
  id: z.uuid(),
  /** Who asked. */
  userId: z.uuid(),
  accountId: z.uuid(),
  format: ExportFormat,
  from: z.string().nullable(),
  through: z.string(),
  status: z.enum(['running', 'ready', 'failed', 'expired']),
  entries: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type ExportRow = z.infer<typeof ExportRow>

/** `done` of `total` entries, while it is made. */
export const ExportAnswer = ExportRow.extend({
  accountName: z.string(),
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
})
export type ExportAnswer = z.infer<typeof ExportAnswer>
export const ExportList = z.object({ data: z.array(ExportAnswer), total: z.int().nonnegative() })
export type ExportList = z.infer<typeof ExportList>
