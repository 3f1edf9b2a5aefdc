import { z } from 'zod'
import { UserTokenType } from './connections.ts'
import { LoreloomTier, MinisTier, Plan, PlanTerm, UserRole } from './entitlements.ts'
import { Envelope } from './metadata.ts'
import { SignInLinkKind, SignupSource, TrackingData } from './users.ts'

const isoTime = z.string()

/** Server and browser derive entitlements from these, since a plan may end between requests. Complimentary access is an ISO date. */
const entitlements = {
  plans: z.array(PlanTerm),
  complimentaryAccessThrough: z.string().nullable(),
  loreloomKickstarterTier: LoreloomTier.nullable(),
  minisKickstarterTier: MinisTier.nullable(),
}

/** The response of `GET /users/me`. `plan` is the effective plan, which gates check; `imageCredits` are the available credits. */
export const Me = z.object({
  id: z.uuid(),
  email: z.string(),
  /** True if the user has proven to own the address; anything that is offered to an address requires it. */
  emailVerified: z.boolean(),
  username: z.string(),
  role: UserRole,
  plan: Plan,
  paidPlan: Plan,
  subscriptionPaidThrough: isoTime.nullable(),
  ...entitlements,
  kickstarterBacker: z.boolean(),
  imageCredits: z.int(),
  /** Number of the user's lore items, in all campaigns and outside of them. */
  conjurationCount: z.int(),
  createdAt: isoTime,
  /** True once the sign-up survey was shown. */
  onboarded: z.boolean(),
  /** Null until the user has chosen. */
  marketingOptIn: z.boolean().nullable(),
  /** The user's own setting; NSFW content requires the plan as well. */
  allowNSFW: z.boolean(),
  initialTrackingData: TrackingData.nullable(),
  /** The name of the connected Discord account; null without one. */
  discordHandle: z.string().nullable(),
  /** Services that are connected by a token. The token itself is never part of a response. */
  userTokens: z.array(z.object({ type: UserTokenType })),
  /** The id of a pre-order coupon that the user can redeem. */
  preorderRedemptionCoupon: z.uuid().nullable(),
  /** The plan after a scheduled change, and the time of the change; FREE if the subscription was cancelled. */
  pendingPlanChange: Plan.nullable(),
  pendingPlanChangeEffectiveDate: isoTime.nullable(),
  /** The admin who acts as this person in this session. */
  impersonatedBy: z.object({ id: z.string(), username: z.string() }).nullable(),
  /** The setting EXPERIMENTS: each entry is `name` or `name=variant`. */
  experiments: z.array(z.string()),
  /** The user's last sign-in link that an admin revealed, until the user confirms the notice. */
  revealedLink: z.object({ kind: SignInLinkKind, at: isoTime, reason: z.string().nullable() }).nullable(),
})
export type Me = z.infer<typeof Me>

/** The answers that new users choose from in the sign-up survey: `GET /users/me/signup-sources`. The influencers end with 'other'. */
export const SignupSources = z.object({ sources: z.array(SignupSource), influencers: z.array(z.string()) })
export type SignupSources = z.infer<typeof SignupSources>

/** External pages of this installation; null if they are not configured. */
export const Links = z.object({
  /** The invitation to its Discord server. */
  discord: z.string().nullable(),
  storyVault: z.string().nullable(),
  terms: z.string().nullable(),
  privacy: z.string().nullable(),
})
export type Links = z.infer<typeof Links>

/** Further ways of signing in, the mail server and the contact for support of this installation: `GET /auth-options`. */
export const AuthOptions = z.object({
  google: z.boolean(),
  discord: z.boolean(),
  /** False if mail waits in the outbox until an admin reveals it. */
  sendsMail: z.boolean(),
  /** An e-mail address or the address of a page; null where the installation has named none. */
  supportContact: z.string().nullable(),
  links: Links,
})
export type AuthOptions = z.infer<typeof AuthOptions>

/** A user as admins see them. */
export const AdminUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  plan: Plan,
  paidPlan: Plan,
  subscriptionPaidThrough: isoTime.nullable(),
  /** Available credits; `heldCredits` are reserved for work that has not ended. */
  imageCredits: z.int(),
  heldCredits: z.int(),
  role: UserRole,
  banned: z.boolean(),
  banReason: z.string().nullable(),
  ...entitlements,
  kickstarterBacker: z.boolean(),
  /** The name that others see. */
  username: z.string(),
  /** Null if no Discord account is connected; the next two fields are null until the user has answered. */
  discordHandle: z.string().nullable(),
  marketingOptIn: z.boolean().nullable(),
  onboarded: z.boolean().nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUsers = z.object({
  users: z.array(AdminUser),
  /** Number of users that match the search; `counts` are of all users. */
  total: z.int(),
  counts: z.object({ total: z.int(), active: z.int(), banned: z.int(), admins: z.int() }),
})
export type AdminUsers = z.infer<typeof AdminUsers>

/** A stored event with the names of the users in it; a name is null for an unknown id. */
export const AdminEvent = Envelope.extend({
  revision: z.int(),
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
  /** The present label of the event's thing, such as a name or a prompt; null if it has none. */
  about: z.string().nullable(),
})
export type AdminEvent = z.infer<typeof AdminEvent>

/**
 * Newest first; `next` is the `before` of the next page. The first page has counts, of the latest 100,000 events: by
 * type regardless of the filtered type, and by actor regardless of the filtered actor. A search text does not affect
 * them, except that `total` is null.
 */
export const AdminEvents = z.object({
  events: z.array(AdminEvent),
  next: z.string().nullable(),
  /** The time back to which this page searched for the text, ISO; null if it searched everything, or without a text. */
  searchedTo: isoTime.nullable(),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
  /** A user's id, or `system`; a name is null for an unknown id. */
  actors: z.array(z.object({ id: z.string(), name: z.string().nullable(), count: z.int() })),
  total: z.int().nullable(),
})
export type AdminEvents = z.infer<typeof AdminEvents>

/** Streams in which there are events of or by a user, the latest first. */
export const AdminStreams = z.object({
  streams: z.array(z.object({ stream: z.string(), about: z.string().nullable() })),
})
export type AdminStreams = z.infer<typeof AdminStreams>

/** The positions of the log's end and of the views, and how long the oldest unprojected event has waited, in milliseconds. */
export const AdminLog = z.object({ head: z.string(), position: z.string(), lagMs: z.number() })
export type AdminLog = z.infer<typeof AdminLog>

/** `causedBy` goes upwards from the nearest cause. */
export const AdminEventDetail = z.object({
  event: AdminEvent,
  /** The event before it in its stream. */
  previous: AdminEvent.nullable(),
  causedBy: z.array(AdminEvent),
  caused: z.array(AdminEvent),
  /** The comparison with the event's link in the audit chain; null without a link, as for events outside of accounts and billing. */
  hash: z.enum(['verified', 'altered']).nullish(),
})
export type AdminEventDetail = z.infer<typeof AdminEventDetail>

/** A mail that was written and not sent, for an installation without a mail server. */
export const OutboxMails = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      /** Null if it has a link that signs its reader in: an admin reveals it with a reason, except mails to staff (`isOfStaff`). */
      text: z.string().nullable(),
      isOfStaff: z.boolean(),
      /** The purpose of the mail, such as 'verification', and the id of the account that it is about; null if there is none. */
      kind: z.string().nullable(),
      userId: z.string().nullable(),
      /** Names of attached files. */
      attachments: z.array(z.string()),
      createdAt: isoTime,
    }),
  ),
  total: z.int(),
})
export type OutboxMails = z.infer<typeof OutboxMails>

/** The response of every command: the log position at which its effects are visible. */
export const Receipt = z.object({ position: z.string() })
export type Receipt = z.infer<typeof Receipt>

/** A mail whose link an admin revealed. */
export const RevealedMail = Receipt.extend({ text: z.string() })

/** The response of a bulk command: the number of things changed, and those skipped, each with a reason for the user. */
export const BulkReceipt = Receipt.extend({
  count: z.int(),
  skipped: z.array(z.object({ id: z.uuid(), code: z.string(), reason: z.string() })),
})
export type BulkReceipt = z.infer<typeof BulkReceipt>

/** The error response of every route (RFC 9457). `detail` is for users, `code` names the rule; further members hold its facts. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
