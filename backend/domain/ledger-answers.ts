import { z } from 'zod'
import { CreditSource, releaseReason } from './credit-events.ts'
import { DifferenceCode } from './differences.ts'

/** What the ledger's calls answer. Credits are whole numbers, money is cents of US dollars, times ISO strings, positions decimal. */

/** Less than none as well: what an altered log comes to is to be seen, not refused. */
const credits = z.int()
const count = z.int().nonnegative()

export const EntryKind = z.enum([
  ...['grant', 'purchase', 'admin-grant', 'hold', 'capture', 'release', 'take-back', 'settlement', 'give-back'],
] as const)
export type EntryKind = z.infer<typeof EntryKind>

/** What an entry is about beside itself. `credits` is how many of it; `eventId` is where it began, null where it is not known. */
export const Thread = z.object({
  kind: z.enum(['grant', 'hold', 'take-back']),
  id: z.uuid(),
  eventId: z.uuid().nullable(),
  credits,
  /** Of a grant: where it came from. */
  source: CreditSource.nullable(),
})
export type Thread = z.infer<typeof Thread>

/** The work that credits were held for: its kind, its id and its stream. */
export const Work = z.object({ kind: z.string(), id: z.uuid(), stream: z.string() })
export type Work = z.infer<typeof Work>

const event = { eventId: z.uuid(), position: z.string(), at: z.string() }

/** A line of somebody's ledger: one event of their credits' stream, and what there was after it. */
export const LedgerEntry = z.object({
  ...event,
  /** Its number in the stream, from 1. */
  entry: z.int().positive(),
  kind: EntryKind,
  /** What it was for, in words; empty where they were forgotten. */
  for: z.string(),
  source: CreditSource.nullable(),
  work: Work.nullable(),
  reason: releaseReason.nullable(),
  /** Of what was asked back. */
  cause: z.enum(['refund', 'dispute']).nullable(),
  /** Of what it is about: what came with a plus, what went with a minus, what is held or returned without a sign. */
  credits,
  /** What it did to the balance: nothing, where credits are held or returned. */
  change: credits,
  held: credits,
  balance: credits,
  available: credits,
  owed: credits,
  threads: z.array(Thread),
  /** Shared by all that one request set in motion: the holds of four pictures that were asked for together. */
  correlationId: z.string(),
  /** The event that brought it about: the picture's, the payment's. */
  causationId: z.string().nullable(),
  /** Its link of the hash chain, once it has one. */
  link: z.string().nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

export const Amounts = z.object({ balance: credits, held: credits, available: credits, owed: credits })
export type Amounts = z.infer<typeof Amounts>

/** Entries in order. `entry` is the last one at the moment, 0 before the first: what comes after it had not happened yet. */
export const LedgerAnswer = z.object({
  position: z.string(),
  at: z.string(),
  entry: count,
  total: count,
  /** How many of them are meant, where they were asked for by what they are. */
  matching: count,
  now: Amounts,
  entries: z.array(LedgerEntry),
})
export type LedgerAnswer = z.infer<typeof LedgerAnswer>

/** A step of the balance; `entries` is how many it stands for, where steps are thinned. */
export const CurveStep = LedgerEntry.pick({
  ...{ entry: true, eventId: true, position: true, at: true, kind: true },
  ...{ balance: true, held: true, available: true },
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

/** Where in the ledger something stands. */
export const EntryRef = LedgerEntry.pick({
  ...{ entry: true, eventId: true, position: true, at: true, kind: true, credits: true, for: true },
})
export type EntryRef = z.infer<typeof EntryRef>

const grantId = z.uuid()
const share = z.object({ grantId, credits })

/** A grant and where all of it is: left, held, spent, taken back, or settling what was owed. `traced` is what of it is in these holds. */
export const TracedGrant = z.object({
  grantId,
  entry: EntryRef,
  source: CreditSource,
  granted: credits,
  traced: credits,
  ...{ left: credits, held: credits, spent: credits, taken: credits, settled: credits },
})
export type TracedGrant = z.infer<typeof TracedGrant>

export const TracedHold = z.object({
  holdId: z.uuid(),
  entry: EntryRef,
  work: Work,
  credits,
  from: z.array(share),
  /** Null while it is held. Released credits went back to where they are `from`. */
  outcome: z
    .object({
      as: z.enum(['captured', 'released']),
      reason: releaseReason.nullable(),
      entry: EntryRef,
      /** The event of the work that ended it so. */
      causationId: z.string().nullable(),
    })
    .nullable(),
})
export type TracedHold = z.infer<typeof TracedHold>

/** A refund or a dispute: what it took, what was owed because it was spent, what settled that, and whether it was given back. */
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

/** All that belongs to one event: its grants, its holds with their ends, what was asked back. `more` holds are counted, the latest are named. */
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

/** By which of its figures an entry is counted: each by one. */
export const Figure = z.enum(['granted', 'givenBack', 'captured', 'takenBack', 'settled', 'held', 'released'])
export type Figure = z.infer<typeof Figure>
export const SumsBy = z.enum(['period', 'source', 'purpose'])
export type SumsBy = z.infer<typeof SumsBy>

/** A figure and what made it: so many entries, from the first to the last. `GET …/ledger?figure=…` answers all of them. */
export const Sum = z.object({
  credits,
  entries: count,
  first: EntryRef.pick({ entry: true, eventId: true, position: true }).nullable(),
  last: EntryRef.pick({ entry: true, eventId: true, position: true }).nullable(),
})
export type Sum = z.infer<typeof Sum>

const figures = z.record(Figure, Sum)
/**
 * Of a month (`2026-11`), of a source, of a kind of work, or of all. By period and source: opening + granted + given back − captured −
 * taken back − settled = closing, of the balance. By purpose the same of what is held: opening + held − captured − released = closing.
 * `unaccounted` is what is missing there: 0, or somebody has to look.
 */
export const SumLine = z.object({
  key: z.string(),
  opening: credits,
  closing: credits,
  figures,
  unaccounted: credits,
})
export type SumLine = z.infer<typeof SumLine>

/** Something that must be so of every ledger: `broken` names the events that are not. */
export const LedgerCheck = z.object({
  rule: z.enum(['balances_follow', 'captures_have_grants', 'holds_end_once', 'grants_add_up']),
  looked: count,
  broken: z.array(z.uuid()),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const SumsAnswer = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  by: SumsBy,
  opening: Amounts,
  closing: Amounts,
  lines: z.array(SumLine),
  total: SumLine,
  checks: z.array(LedgerCheck),
})
export type SumsAnswer = z.infer<typeof SumsAnswer>

/** A payment beside what the ledger has for it. `amount` is negative where money went back. */
export const PaymentLine = z.object({
  ...event,
  kind: z.enum(['plan', 'pack', 'refund', 'dispute', 'dispute-won']),
  /** The provider's id. */
  reference: z.string(),
  for: z.string(),
  amount: z.int(),
  /** Credits that it should have brought or taken; null where the rules of plans decide. */
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
  /** When a later round did not find it any more, as of the moment. */
  settledAt: z.string().nullable(),
  what: z.string(),
  remedy: z.string(),
})
export type PaymentDifference = z.infer<typeof PaymentDifference>

/** As of a moment. `unpaid` are grants of plans and packs that no known payment is for. */
export const PaymentsAnswer = z.object({
  position: z.string(),
  at: z.string(),
  payments: z.array(PaymentLine),
  matched: count,
  unpaid: z.array(EntryRef),
  differences: z.array(PaymentDifference),
})
export type PaymentsAnswer = z.infer<typeof PaymentsAnswer>
