import { z } from 'zod'

/** Statements of the ledger; `money` is a CSV of payments, refunds and disputes; `proof` a zip that proves the statement against the chain. */
export const ExportFormat = z.enum(['csv', 'money', 'jsonl', 'pdf', 'proof'])
export type ExportFormat = z.infer<typeof ExportFormat>

/**
 * `POST /audit/accounts/{id}/exports`: a statement from one moment up to, and excluding, another; null is the
 * beginning, and now. Answers `exportId`.
 */
export const ExportRequested = z.object({
  format: ExportFormat,
  from: z.iso.datetime().nullable().default(null),
  through: z.iso.datetime().nullable().default(null),
})
export type ExportRequested = z.infer<typeof ExportRequested>

export const ExportStatus = z.enum(['running', 'ready', 'failed', 'expired'])
export type ExportStatus = z.infer<typeof ExportStatus>

/**
 * A statement, visible to its requester only. `done` of `total` entries are written. Once `ready`, its file is at `GET
 * /audit/exports/{id}/file` and its detached signature at `…/signature`, until it expires.
 */
export const ExportRow = z.object({
  id: z.uuid(),
  /** The requester. */
  userId: z.uuid(),
  /** Null for a proof of all accounts. */
  accountId: z.uuid().nullable(),
  format: ExportFormat,
  from: z.string().nullable(),
  through: z.string(),
  status: ExportStatus,
  done: z.int().nonnegative(),
  total: z.int().nonnegative(),
  bytes: z.int().nonnegative().nullable(),
  /** Hash of the file in hexadecimal digits; `signedBy` is the id of the signing key. */
  sha256: z.string().nullable(),
  signedBy: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type ExportRow = z.infer<typeof ExportRow>

export const ExportAnswer = ExportRow.extend({ accountName: z.string() })
export type ExportAnswer = z.infer<typeof ExportAnswer>
export const ExportList = z.object({ data: z.array(ExportAnswer), total: z.int().nonnegative() })
export type ExportList = z.infer<typeof ExportList>
