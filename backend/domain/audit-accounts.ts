import { z } from 'zod'
import { Interval, SubscriptionSeen } from './billing-account.ts'
import { CreditSource } from './credit-events.ts'
import { LoreloomTier, MinisTier, Plan, PlanTerm, UserRole } from './entitlements.ts'
import { CampaignRole } from './roles.ts'

/**
 * Answers of the routes about past accounts. Times are ISO strings, positions decimal strings, amounts cents; credits
 * are integers.
 */

const time = z.string()
const position = z.string()
const count = z.int().nonnegative()
/** Unbounded, since an altered log may yield any amount and auditors must see it. */
const credits = z.int()

const Moment = z.object({ position, at: time })

/** The present state of an account; its address is masked. */
export const AuditAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  emailMasked: z.string(),
  role: UserRole,
  plan: Plan,
  banned: z.boolean(),
  createdAt: time,
})
export type AuditAccount = z.infer<typeof AuditAccount>
/** `named` is set if the search was for another id: the account's newest event that names that id. */
export const FoundAccount = AuditAccount.extend({ named: Moment.extend({ eventId: z.string() }).nullable() })
export type FoundAccount = z.infer<typeof FoundAccount>
export const AuditAccounts = z.object({ data: z.array(FoundAccount), total: count })
export type AuditAccounts = z.infer<typeof AuditAccounts>

/** `POST /audit/looks`. */
export const LookTaken = z.object({ position, until: time })
/** `POST /audit/accounts/{id}/email`; null if it was erased. */
export const EmailShown = z.object({ position, email: z.string().nullable() })

/** Entries of a list that have an `id` are compared by it. */
const Grant = z.object({ id: z.uuid(), source: CreditSource, at: time, amount: credits, left: credits })
const Hold = z.object({
  id: z.uuid(),
  at: time,
  amount: credits,
  /** The kind of work, its id, and its label; empty if the label was erased. */
  kind: z.string(),
  about: z.uuid(),
  label: z.string(),
})
const Payment = z.object({
  /** The provider's id of the invoice or the payment. */
  id: z.string(),
  for: z.enum(['plan', 'pack']),
  paymentId: z.string().nullable(),
  amount: count,
  refunded: count,
  disputed: z.enum(['open', 'won', 'lost']).nullable(),
})

/** The state of an account as of a moment. Expiry is evaluated at that moment. */
export const AccountState = z.object({
  account: z.object({
    registeredAt: time.nullable(),
    method: z.enum(['email', 'google', 'discord', 'admin']).nullable(),
    role: UserRole,
    banned: z.boolean(),
    banReason: z.string().nullable(),
    emailVerified: z.boolean(),
    onboarded: z.boolean(),
    marketingOptIn: z.boolean().nullable(),
    allowNSFW: z.boolean(),
  }),
  plan: z.object({
    effective: Plan,
    paid: Plan,
    /** Plan terms by source, including expired ones whose end was not recorded. */
    terms: z.array(PlanTerm),
    complimentaryThrough: z.string().nullable(),
    loreloomTier: LoreloomTier.nullable(),
    minisTier: MinisTier.nullable(),
    /** The pre-order coupon that was redeemed. */
    couponId: z.uuid().nullable(),
  }),
  /** Entitlements that the plan and the tiers unlock. */
  entitlements: z.record(z.string(), z.boolean()),
  credits: z.object({
    balance: credits,
    held: credits,
    available: credits,
    owed: credits,
    grants: z.array(Grant),
    holds: z.array(Hold),
  }),
  /** References to the provider's objects; neither cards nor addresses are stored here. */
  billing: z.object({
    customerId: z.string().nullable(),
    subscription: SubscriptionSeen.nullable(),
    cover: z.object({ plan: Plan, interval: Interval, through: time, renews: z.boolean() }).nullable(),
    payments: z.array(Payment),
  }),
  sessions: z.object({
    open: count,
    /** The latest of them. */
    latest: z.array(z.object({ id: z.string(), method: z.string(), since: time })),
  }),
  impersonations: z.array(z.object({ id: z.string(), impersonatorId: z.uuid(), since: time })),
  /** Memberships by campaign id. Campaigns in the Trash grant no role. */
  memberships: z.array(z.object({ id: z.uuid(), role: CampaignRole, since: time, inTrash: z.boolean() })),
  /** Inspections of other users' accounts by this auditor or admin. */
  looks: count,
})
export type AccountState = z.infer<typeof AccountState>

/** A changed value with its path, joined by dots; null means an absent value. */
export const Difference = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })
export type Difference = z.infer<typeof Difference>

/** Categories of an account's streams; each is a kind of step. */
export const StepKind = z.enum(['users', 'credits', 'billing', 'sessions', 'campaigns', 'looks'])
export type StepKind = z.infer<typeof StepKind>

/** `at` is the requested moment; `last` the account's last event up to it, null before its first. */
export const AccountPast = z.object({
  account: AuditAccount,
  ...Moment.shape,
  last: Moment.extend({ eventId: z.string(), type: z.string() }).nullable(),
  /** The account's first and last event. */
  first: Moment.nullable(),
  newest: Moment.nullable(),
  state: AccountState,
})
export type AccountPast = z.infer<typeof AccountPast>

/** An event of the account and its effect. Text written in campaigns is not part of its data. */
export const AccountStep = z.object({
  eventId: z.string(),
  kind: StepKind,
  type: z.string(),
  stream: z.string(),
  revision: count,
  ...Moment.shape,
  /** A user's id, `system` or a service. The name is null if no user has the id. */
  actor: z.string(),
  actorName: z.string().nullable(),
  impersonator: z.string().nullable(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  changes: z.array(Difference),
})
export type AccountStep = z.infer<typeof AccountStep>

/**
 * `GET /audit/accounts/{id}/events?position=&direction=after|before&kind=&type=&path=&limit=`: steps in order, after a
 * position or up to it. `before` and `after` are the cursors of either direction, null at the ends. With a filter, a
 * page may be short or empty without being the last.
 */
export const AccountSteps = z.object({
  data: z.array(AccountStep),
  before: position.nullable(),
  after: position.nullable(),
})
export type AccountSteps = z.infer<typeof AccountSteps>

/** A related event of a step: ids and kinds only. `isOfAccount` marks events that a viewer can step to. */
export const EventRef = z.object({
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  ...Moment.shape,
  isOfAccount: z.boolean(),
})
export type EventRef = z.infer<typeof EventRef>
/** `GET /audit/accounts/{id}/events/{eventId}`: causes, from the nearest upwards. */
export const StepDetail = z.object({
  step: AccountStep,
  causedBy: z.array(EventRef),
  caused: z.array(EventRef),
  /** Other events caused by the same request. */
  together: z.array(EventRef),
})
export type StepDetail = z.infer<typeof StepDetail>

/**
 * `GET /audit/accounts/{id}/compare?a=&b=` of two positions or two times; `events` is the number of events between
 * them, at most a thousand.
 */
export const AccountComparison = z.object({ a: Moment, b: Moment, events: count, changes: z.array(Difference) })
export type AccountComparison = z.infer<typeof AccountComparison>

/**
 * `GET /audit/accounts/{id}/first?balanceBelow=&after=`: the position where the balance fell below an amount, or
 * already was. `next` is the cursor to continue the search, if it was limited.
 */
export const FirstFall = z.object({
  found: Moment.extend({ eventId: z.string(), type: z.string(), before: credits, balance: credits }).nullable(),
  next: position.nullable(),
})
export type FirstFall = z.infer<typeof FirstFall>

export const VisibilityAuditKind = z.enum([
  'campaign',
  'folder',
  'lore',
  'segment',
  'image',
  'model',
  'relationship',
  'transcript',
])
export type VisibilityAuditKind = z.infer<typeof VisibilityAuditKind>

/** `GET /audit/accounts/{id}/sight?kind=&id=&at=|position=`: ids and kinds only. */
export const VisibilityAudit = z.object({
  kind: VisibilityAuditKind,
  id: z.uuid(),
  ...Moment.shape,
  sees: z.boolean(),
  /** The reason for `sees`; `shared` if the user sees it. */
  why: z.enum(['shared', 'not_yet_made', 'unknown', 'in_trash', 'no_member', 'not_theirs']),
  campaignId: z.uuid().nullable(),
  role: CampaignRole.nullable(),
  isOwner: z.boolean(),
  /** The channel of the thing through which the user sees it. */
  channel: z.string().nullable(),
  channels: z.array(z.string()),
  /** Names of the users in the channels; forgotten users are missing. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Events that decided the visibility: the user's membership, and the state of the thing or of what it follows. */
  because: z.array(EventRef.omit({ isOfAccount: true }).extend({ of: z.enum(['membership', 'thing', 'followed']) })),
})
export type VisibilityAudit = z.infer<typeof VisibilityAudit>
