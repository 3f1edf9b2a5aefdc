import { z } from 'zod'
import type { Decider, Refusals } from './decider.ts'
import { erasable } from './erasable.ts'
import { ExportFormat } from './export-answers.ts'
import type { Kind } from './kind.ts'

const userId = z.uuid()
/** Decimal log position of the inspected moment. */
const position = z.string().regex(/^\d{1,19}$/)
const reason = z.string().min(1).max(400)
const time = z.iso.datetime()

const exported = {
  userId,
  exportId: z.uuid(),
  format: ExportFormat,
  /** Null is the beginning. */
  from: time.nullable(),
  through: time,
}

const chainExported = { exportId: z.uuid(), through: time }

const commands = {
  LookAtAccount: z.object({ userId, reason, position: position.optional() }),
  RevealEmail: z.object({ userId, reason }),
  NoteExport: z.object(exported),
  NoteChainExport: z.object({ ...chainExported, reason }),
}

const written = erasable(z.string())

/**
 * `userId` is the inspected account. The revealed address stays out of the log, since it must be erasable and may
 * change.
 */
export const lookEvents = {
  AccountLookedAt: z.object({ userId, reason: written, position: position.optional() }),
  EmailRevealed: z.object({ userId, reason: written }),
  StatementExported: z.object(exported),
  /** A proof of all accounts was requested. */
  ChainExported: z.object({ ...chainExported, reason: written }),
}

/** Hours for which a stated reason permits inspections of an account. */
export const lookHours = 8

/**
 * Inspections by an auditor or admin, with their reason, in the inspector's own stream. Each inspection is an event,
 * even if it repeats another.
 */
export const looks: Decider<typeof commands, typeof lookEvents, { looks: number }> = {
  category: 'looks',
  keyOwner: (_looks, lookerId) => `user:${lookerId}`,
  commands,
  events: lookEvents,
  initial: { looks: 0 },

  decide: {
    LookAtAccount: (_looks, data) => [{ type: 'AccountLookedAt', data }],
    RevealEmail: (_looks, data) => [{ type: 'EmailRevealed', data }],
    NoteExport: (_looks, data) => [{ type: 'StatementExported', data }],
    NoteChainExport: (_looks, data) => [{ type: 'ChainExported', data }],
  },

  evolve: {
    AccountLookedAt: ({ looks }) => ({ looks: looks + 1 }),
    EmailRevealed: ({ looks }) => ({ looks: looks + 1 }),
    StatementExported: ({ looks }) => ({ looks: looks + 1 }),
    ChainExported: ({ looks }) => ({ looks: looks + 1 }),
  },
}

/** HTTP status and message of each refused inspection, by code. */
export const lookRefusals = {
  audit_only: [403, 'Auditors see the audit screens and nothing else.'],
  auditors_only: [403, 'Only auditors and administrators can do this.'],
  look_first: [403, 'Say why you look at this account before you open it.'],
} as const satisfies Refusals

export const looksKind = {
  events: lookEvents,
  refusals: lookRefusals,
} as const satisfies Kind<typeof lookEvents>
