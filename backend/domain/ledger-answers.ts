import { z } from 'zod'
import { CreditSource, releaseReason } from './credit-events.ts'
import { DifferenceCode } from './differences.ts'

/**
 * Answers of the ledger routes. Credits are integers, money is cents of US dollars, times ISO strings, positions
 * decimal strings.
 */

/** May be negative: auditors must see the amounts of an altered log. */
const credits = z.int()
const count = z.int().nonnegative()

export const EntryKind = z.enum([
  ...[
    'grant',
    'purchase',
    'admin-grant',
    'hold',
    'capture',
    'release',
    'take-back',
    'settlement',
    'give-back',
    'removal',
  ],
] as const)
export type EntryKind = z.infer<typeof EntryKind>

/**
 * A grant, hold or take-back that an entry refers to. `credits` is its share of the entry; `eventId` is the event that
 * began it, null if unknown.
 */
export const Thread = z.object({
  kind: z.enum(['grant', 'hold', 'take-back']),
  id: z.uuid(),
  eventId: z.uuid().nullable(),
  credits,
  /** For grants: the origin. */
  source: CreditSource.nullable(),
})
export type Thread = z.infer<typeof Thread>

/** The work that credits were held for: its kind, id and stream. */
export const Work = z.object({ kind: z.string(), id: z.uuid(), stream: z.string() })
export type Work = z.infer<typeof Work>

const event = { eventId: z.uuid(), position: z.string(), at: z.string() }

/** A ledger entry: one event of the user's credits stream, with the amounts after it. */
export const LedgerEntry = z.object({
  ...event,
  /** Its number in the stream, from 1. */
  entry: z.int().positive(),
  kind: EntryKind,
  /** The purpose as text; empty if it was erased. */
  for: z.string(),
  source: CreditSource.nullable(),
  work: Work.nullable(),
  reason: releaseReason.nullable(),
  /** For take-backs: the cause. */
  cause: z.enum(['refund', 'dispute']).nullable(),
  /** The amount: positive if added, negative if removed, unsigned if held or released. */
  credits,
  /** The change of the balance; 0 for holds and releases. */
  change: credits,
  held: credits,
  balance: credits,
  available: credits,
  owed: credits,
  threads: z.array(Thread),
  /** Shared by all effects of one request, for instance the holds of four pictures requested together. */
  correlationId: z.string(),
  /** The causing event, of the picture or the payment. */
  causationId: z.string().nullable(),
  /** Its link of the audit chain, once it has one. */
  link: z.string().nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const Amounts = z.object({ balance: credits, held: credits, available: credits, owed: credits })
export type Amounts = z.infer<typeof Amounts>

/**
 * Entries in order. `entry` is the last one up to the moment, 0 before the first: later entries had not happened yet.
 */
export const LedgerAnswer = z.object({
  position: z.string(),
  at: z.string(),
  entry: count,
  total: count,
  /** Number of entries that match the filter, if one was given. */
  matching: count,
  now: Amounts,
  entries: z.array(LedgerEntry),
})
export type LedgerAnswer = z.infer<typeof LedgerAnswer>

/** A step of the balance curve; `entries` is the number of entries it represents when steps are thinned. */
export const CurveStep = LedgerEntry.pick({
  entry: true,
  eventId: true,
  position: true,
  at: true,
  kind: true,
  balance: true,
  held: true,
  available: true,
}).extend({ entries: z.int().positive() })
export type CurveStep = z.infer<typeof CurveStep>
export const CurveAnswer = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  opening: Amounts,
  total: count,
  steps: z.array(CurveStep),
})
export type CurveAnswer = z.infer<typeof CurveAnswer>

/** A reference to an entry and its position in the ledger. */
export const EntryRef = LedgerEntry.pick({
  entry: true,
  eventId: true,
  position: true,
  at: true,
  kind: true,
  credits: true,
  for: true,
})
export type EntryRef = z.infer<typeof EntryRef>

const grantId = z.uuid()
const share = z.object({ grantId, credits })

/**
 * A grant and the distribution of its credits: left, held, spent, taken back, removed, or used to settle debts. `traced` is the
 * part in these holds.
 */
export const TracedGrant = z.object({
  grantId,
  entry: EntryRef,
  source: CreditSource,
  granted: credits,
  traced: credits,
  left: credits,
  held: credits,
  spent: credits,
  taken: credits,
  settled: credits,
  removed: credits,
})
export type TracedGrant = z.infer<typeof TracedGrant>

export const TracedHold = z.object({
  holdId: z.uuid(),
  entry: EntryRef,
  work: Work,
  credits,
  from: z.array(share),
  /** Null while it is held. Released credits return to the grants in `from`. */
  outcome: z
    .object({
      as: z.enum(['captured', 'released']),
      reason: releaseReason.nullable(),
      entry: EntryRef,
      /** The event of the work that caused this outcome. */
      causationId: z.string().nullable(),
    })
    .nullable(),
})
export type TracedHold = z.infer<typeof TracedHold>

/**
 * A refund or dispute: the credits that it took, the debt for spent ones, the grants that settled it, and its reversal.
 */
export const TracedTakeBack = z.object({
  takeBackId: z.uuid(),
  grantId,
  cause: z.enum(['refund', 'dispute']),
  entries: z.array(EntryRef),
  taken: credits,
  owed: credits,
  settled: z.array(share),
  givenBack: z.object({ entry: EntryRef, credits, forgiven: credits, to: z.array(share) }).nullable(),
})
export type TracedTakeBack = z.infer<typeof TracedTakeBack>

/**
 * Everything related to one event: its grants, its holds with their ends, its take-backs. `more` holds are only
 * counted; the latest are listed.
 */
export const TraceAnswer = z.object({
  of: z.string(),
  position: z.string(),
  credits,
  grants: z.array(TracedGrant),
  holds: z.array(TracedHold),
  takeBacks: z.array(TracedTakeBack),
  more: count,
})
export type TraceAnswer = z.infer<typeof TraceAnswer>

/** The figure to which an entry contributes; exactly one. */
export const Figure = z.enum([
  ...['granted', 'givenBack', 'captured', 'takenBack', 'settled', 'removed', 'held', 'released'],
] as const)
export type Figure = z.infer<typeof Figure>
export const SumsBy = z.enum(['period', 'source', 'purpose'])
export type SumsBy = z.infer<typeof SumsBy>

/** A figure, with the number of its entries and the first and last. `GET …/ledger?figure=…` returns all of them. */
export const Sum = z.object({
  credits,
  entries: count,
  first: EntryRef.pick({ entry: true, eventId: true, position: true }).nullable(),
  last: EntryRef.pick({ entry: true, eventId: true, position: true }).nullable(),
})
export type Sum = z.infer<typeof Sum>

const figures = z.record(Figure, Sum)
/**
 * The sums of a month (`2026-11`), a source, a kind of work, or all. By period and source: opening + granted + given
 * back − captured − taken back − settled − removed = closing, of the balance. By purpose, the same for held credits: opening +
 * held − captured − released = closing. `unaccounted` is the deviation: any value but 0 needs an inspection.
 */
export const SumLine = z.object({
  key: z.string(),
  opening: credits,
  closing: credits,
  figures,
  unaccounted: credits,
})
export type SumLine = z.infer<typeof SumLine>

/** An invariant of every ledger: `broken` names the events that violate it. */
export const LedgerCheck = z.object({
  rule: z.enum(['balances_follow', 'captures_have_grants', 'holds_end_once', 'grants_add_up']),
  looked: count,
  broken: z.array(z.uuid()),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

/** Money of a month in one currency, in cents: `net` is `paid` less `returned`, and `tax` is the tax within `net`. */
export const MoneyMonth = z.object({
  month: z.string(),
  currency: z.string(),
  paid: z.int(),
  returned: z.int(),
  net: z.int(),
  tax: z.int(),
})
export type MoneyMonth = z.infer<typeof MoneyMonth>

export const SumsAnswer = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  by: SumsBy,
  opening: Amounts,
  closing: Amounts,
  lines: z.array(SumLine),
  total: SumLine,
  checks: z.array(LedgerCheck),
  /** By month, oldest first. */
  money: z.array(MoneyMonth),
})
/** The sums of credits. */
export type CreditSums = Omit<z.infer<typeof SumsAnswer>, 'from' | 'to' | 'money'>
export type SumsAnswer = z.infer<typeof SumsAnswer>

/** A payment compared with its ledger entries. `amount` is negative for refunds and disputes. */
export const PaymentLine = z.object({
  ...event,
  kind: z.enum(['plan', 'pack', 'refund', 'refund-failed', 'dispute', 'dispute-won']),
  /** The provider's id. */
  reference: z.string(),
  for: z.string(),
  amount: z.int(),
  /** Expected credits granted or taken; null if the rules of plans decide. */
  expected: credits.nullable(),
  entries: z.array(EntryRef),
  result: z.enum(['match', 'missing', 'differs']),
})
export type PaymentLine = z.infer<typeof PaymentLine>

export const PaymentDifference = z.object({
  ...event,
  code: DifferenceCode,
  reference: z.string(),
  mended: z.boolean(),
  /** Set if a later round no longer found it, as of the moment. */
  settledAt: z.string().nullable(),
  what: z.string(),
  remedy: z.string(),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** The comparison as of a moment. `unpaid` are grants of plans and packs without a known payment. */
export const PaymentsAnswer = z.object({
  position: z.string(),
  at: z.string(),
  payments: z.array(PaymentLine),
  matched: count,
  unpaid: z.array(EntryRef),
  differences: z.array(PaymentDifference),
})
export type PaymentsAnswer = z.infer<typeof PaymentsAnswer>
