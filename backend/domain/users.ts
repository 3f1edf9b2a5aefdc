import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { LoreloomTier, MinisTier, Plan, PlanSource, type PlanTerm, UserRole } from './entitlements.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'

const userId = z.uuid()

const nameLimit = 100
/** Control characters, line separators, controls of text direction, and lone surrogates. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

/** A visible character: neither white space nor one that is ignored in display, such as a space of zero width. */
const seen = /[^\s\p{DI}]/u

/** The display name of a user, in messages, lists and mails. */
export const PersonName = z
  .string()
  .trim()
  .refine((name) => seen.test(name), 'Name is required')
  .max(nameLimit, `Name cannot exceed ${nameLimit} characters`)
  .refine((name) => !unfit.test(name), 'Name cannot have line breaks or control characters')

/** The nearest valid name to one that another service supplies. */
export const nearestName = (given: unknown): string => {
  const words = String(given ?? '').replace(new RegExp(unfit, 'gu'), ' ')
  const name = words.replace(/\s+/g, ' ').trim().slice(0, nameLimit).toWellFormed().trim()
  return seen.test(name) ? name : 'Somebody'
}

/** The origin of an account. Names and addresses stay out of events: they must be erasable. */
const method = z.enum(['email', 'google', 'discord', 'admin'])

/** The reason for an impersonation. Impersonations that predate the field have none. */
const reason = erasable(z.string().max(400)).optional()

const given = z.string().max(400)
const through = z.iso.datetime()

/** The proof that an address is the user's: a mailed link, a mailed link to set a password, Google, or the operator's word. */
export const EmailProof = z.enum(['link', 'password_reset', 'google', 'operator'])
export type EmailProof = z.infer<typeof EmailProof>

/** The answer of the sign-up survey. */
export const SignupSource = z.enum(['friend', 'google', 'influencer', 'other'])

/** A referrer or campaign parameter of the user's first page view, under the name that links use. */
const said = erasable(z.string().max(500)).optional()
export const TrackingData = z.object({
  referrer: said,
  utm_source: said,
  utm_medium: said,
  utm_campaign: said,
  utm_term: said,
  utm_content: said,
})
export type TrackingData = z.infer<typeof TrackingData>

/** A tier of one of the two Kickstarter campaigns; null removes it. */
const tiers = {
  LoreloomTier: z.object({ userId, tier: LoreloomTier.nullable() }),
  MinisTier: z.object({ userId, tier: MinisTier.nullable() }),
}

/** Kinds of mails whose link gives access to the account: to set a password, or to verify an address. */
export const SignInLinkKind = z.enum(['password-reset', 'verification'])
const revealed = { userId, mailId: z.uuid(), kind: SignInLinkKind }

const commands = {
  RegisterUser: z.object({ userId, method, role: UserRole, onboarded: z.boolean().optional() }),
  /** Changes the name that other users see. The first name of an account is not an event. */
  RenameUser: z.object({ userId, name: z.string() }),
  ChangeUserRole: z.object({ userId, role: UserRole, reason: given.optional() }),
  BanUser: z.object({ userId, reason: z.string().max(500).nullable() }),
  UnbanUser: z.object({ userId, reason: given.optional() }),
  /** `sessionId` names the impersonation, so that its beginning and its end are recorded once each. */
  BeginImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string(), reason }),
  EndImpersonation: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  /** Sets the plan that an admin gives; a paid subscription persists in addition. */
  ChangePlan: z.object({ userId, plan: Plan, paidThrough: through.nullable(), reason: z.string().max(500) }),
  /** Ends a plan at its time; decides nothing if the plan of that source has another end by then. */
  EndPlan: z.object({ userId, source: PlanSource, through }),
  ChangeLoreloomTier: tiers.LoreloomTier.extend({ reason: given }),
  ChangeMinisTier: tiers.MinisTier.extend({ reason: given }),
  /** Gives access through the end of a day; null revokes it. */
  GiveComplimentaryAccess: z.object({ userId, through: z.iso.date().nullable(), reason: given }),
  /** Records that an admin had a link to set a password sent. */
  NotePasswordResetMail: z.object({ userId, reason: given }),
  /** Records that an admin reveals the link of a mail in the outbox. */
  RevealSignInLink: z.object({ ...revealed, reason: given }),
  /** Records that the user has confirmed the notice of a revealed link. */
  NoteRevealedLink: z.object({ userId }),
  /** Records that the user verified a new address, which replaces the former one. */
  NoteEmailChange: z.object({ userId }),
  /** The user, or an admin with a reason, requests another address; the present one stays until the user has verified the new one. */
  RequestEmailChange: z.object({ userId, reason: given.optional() }),
  WithdrawEmailChange: z.object({ userId }),
  VerifyEmail: z.object({ userId, how: EmailProof.optional() }),
  TellSignupSource: z.object({ userId, source: SignupSource, influencer: z.string().max(100).nullable() }),
  FinishOnboarding: z.object({ userId }),
  RecordInitialTracking: z.object({ userId, tracking: TrackingData }),
  ChangeMarketingOptIn: z.object({ userId, optIn: z.boolean() }),
  AllowNSFW: z.object({ userId, allowed: z.boolean() }),
  /** Redeems a pre-order coupon for a plan through an ISO time, or for life (null). */
  RedeemPreorder: z.object({ userId, couponId: z.uuid(), plan: Plan, through: through.nullable() }),
  /** `handle` is the name of the user's account at Discord. */
  ConnectDiscord: z.object({ userId, handle: z.string().min(1).max(100) }),
  DisconnectDiscord: z.object({ userId }),
  /** The token is stored outside of events, sealed. */
  ConnectStoryVault: z.object({ userId }),
  DisconnectStoryVault: z.object({ userId }),
}

export const userEvents = {
  /** Users who registered before the sign-up survey existed count as onboarded. */
  UserRegistered: z.object({ userId, method, role: UserRole, onboarded: z.boolean().optional() }),
  /** Published to all users who share a campaign with the user. The feed omits the name: its subscribers fetch it. */
  UserRenamed: z.object({ userId, name: erasable(z.string()) }),
  /** `reason` is absent if no administrator changed the role, and from events that predate the field. */
  UserRoleChanged: z.object({ userId, role: UserRole, reason: erasable(z.string()).optional() }),
  UserBanned: z.object({ userId, reason: erasable(z.string()).nullable() }),
  UserUnbanned: z.object({ userId, reason: erasable(z.string()).optional() }),
  PasswordResetMailed: z.object({ userId, reason: erasable(z.string()) }),
  ImpersonationBegan: z.object({ userId, impersonatorId: userId, sessionId: z.string(), reason }),
  ImpersonationEnded: z.object({ userId, impersonatorId: userId, sessionId: z.string() }),
  PlanChanged: z.object({ userId, plan: Plan, paidThrough: through.nullable(), reason: erasable(z.string()) }),
  PlanEnded: z.object({ userId, source: PlanSource, plan: Plan, through }),
  LoreloomTierChanged: tiers.LoreloomTier.extend({ reason: erasable(z.string()) }),
  MinisTierChanged: tiers.MinisTier.extend({ reason: erasable(z.string()) }),
  ComplimentaryAccessGiven: z.object({ userId, through: z.iso.date().nullable(), reason: erasable(z.string()) }),
  SignInLinkRevealed: z.object({ ...revealed, reason: erasable(z.string()) }),
  RevealedLinkNoted: z.object({ userId }),
  /** The address is stored with the account, where it can be erased. Only older events have a reason: an admin's, for a direct change. */
  EmailChanged: z.object({ userId, reason: erasable(z.string()).optional() }),
  EmailChangeRequested: z.object({ userId, reason: erasable(z.string()).optional() }),
  EmailChangeWithdrawn: z.object({ userId }),
  /** `how` is absent where the reconciliation found the address verified. */
  EmailVerified: z.object({ userId, how: EmailProof.optional() }),
  SignupSourceTold: z.object({ userId, source: SignupSource, influencer: erasable(z.string()).nullable() }),
  OnboardingFinished: z.object({ userId }),
  InitialTrackingRecorded: z.object({ userId, tracking: TrackingData }),
  MarketingOptInChanged: z.object({ userId, optIn: z.boolean() }),
  NSFWAllowed: z.object({ userId, allowed: z.boolean() }),
  PreorderRedeemed: z.object({ userId, couponId: z.uuid(), plan: Plan, through: through.nullable() }),
  DiscordConnected: z.object({ userId, handle: erasable(z.string()) }),
  DiscordDisconnected: z.object({ userId }),
  StoryVaultConnected: z.object({ userId }),
  StoryVaultDisconnected: z.object({ userId }),
}

interface User {
  registered: boolean
  /** The latest name that an event records; null before the first. */
  name: string | null
  role: UserRole
  /** True if the user is or was an administrator or auditor; a former one may become one again. */
  hasHeldOffice: boolean
  banned: boolean
  plans: Partial<Record<PlanSource, PlanTerm>>
  loreloomTier: LoreloomTier | null
  minisTier: MinisTier | null
  complimentaryThrough: string | null
  impersonations: readonly string[]
  onboarded: boolean
  sourceTold: boolean
  trackingRecorded: boolean
  optIn: boolean | null
  allowNSFW: boolean
  couponId: string | null
  /** True if an admin revealed a sign-in link of the user, who has not confirmed the notice yet. */
  hasUnseenReveal: boolean
  emailVerified: boolean
  /** True while a change of address waits for its confirmation link. */
  emailChanging: boolean
  hasDiscord: boolean
  hasStoryVault: boolean
}

const unregistered: User = {
  registered: false,
  name: null,
  role: 'user',
  hasHeldOffice: false,
  banned: false,
  plans: {},
  loreloomTier: null,
  minisTier: null,
  complimentaryThrough: null,
  impersonations: [],
  onboarded: true,
  sourceTold: false,
  trackingRecorded: false,
  optIn: null,
  allowNSFW: false,
  couponId: null,
  hasUnseenReveal: false,
  emailVerified: false,
  emailChanging: false,
  hasDiscord: false,
  hasStoryVault: false,
}

const known = (user: User) => {
  if (!user.registered) throw new Rejection('user_not_found')
}

/** The recorded history of an account. The account itself, with its personal data, belongs to the authentication library. */
export const users: Decider<typeof commands, typeof userEvents, User> = {
  category: 'users',
  keyOwner: (_user, userId) => `user:${userId}`,
  commands,
  events: userEvents,
  initial: unregistered,

  decide: {
    RegisterUser: ({ registered }, data) => (registered ? [] : [{ type: 'UserRegistered', data }]),

    RenameUser(user, data) {
      known(user)
      return user.name === data.name ? [] : [{ type: 'UserRenamed', data }]
    },

    NotePasswordResetMail(user, data) {
      known(user)
      return [{ type: 'PasswordResetMailed', data }]
    },

    ChangeUserRole(user, data) {
      known(user)
      return user.role === data.role ? [] : [{ type: 'UserRoleChanged', data }]
    },

    BanUser(user, data) {
      known(user)
      return user.banned ? [] : [{ type: 'UserBanned', data }]
    },

    UnbanUser(user, data) {
      known(user)
      return user.banned ? [{ type: 'UserUnbanned', data }] : []
    },

    BeginImpersonation(user, data) {
      known(user)
      return user.impersonations.includes(data.sessionId) ? [] : [{ type: 'ImpersonationBegan', data }]
    },

    EndImpersonation: ({ impersonations }, data) =>
      impersonations.includes(data.sessionId) ? [{ type: 'ImpersonationEnded', data }] : [],

    ChangePlan(user, data) {
      known(user)
      const { plan = 'FREE', through = null } = user.plans.admin ?? {}
      return plan === data.plan && through === data.paidThrough ? [] : [{ type: 'PlanChanged', data }]
    },

    EndPlan({ plans }, { userId, source, through }) {
      const term = plans[source]
      if (term?.through !== through || term.plan === 'FREE') return []
      return [{ type: 'PlanEnded', data: { userId, source, plan: term.plan, through } }]
    },

    ChangeLoreloomTier(user, data) {
      known(user)
      return user.loreloomTier === data.tier ? [] : [{ type: 'LoreloomTierChanged', data }]
    },

    ChangeMinisTier(user, data) {
      known(user)
      return user.minisTier === data.tier ? [] : [{ type: 'MinisTierChanged', data }]
    },

    GiveComplimentaryAccess(user, data) {
      known(user)
      return user.complimentaryThrough === data.through ? [] : [{ type: 'ComplimentaryAccessGiven', data }]
    },

    NoteEmailChange(user, data) {
      known(user)
      return [{ type: 'EmailChanged', data }]
    },

    RevealSignInLink(user, data) {
      known(user)
      // An admin may have removed the user's role only to reveal the link.
      if (user.hasHeldOffice) throw new Rejection('link_of_staff')
      return [{ type: 'SignInLinkRevealed', data }]
    },

    NoteRevealedLink: ({ hasUnseenReveal }, data) => (hasUnseenReveal ? [{ type: 'RevealedLinkNoted', data }] : []),

    RequestEmailChange(user, data) {
      known(user)
      return [{ type: 'EmailChangeRequested', data }]
    },

    WithdrawEmailChange: ({ emailChanging }, data) => (emailChanging ? [{ type: 'EmailChangeWithdrawn', data }] : []),

    VerifyEmail(user, data) {
      known(user)
      return user.emailVerified ? [] : [{ type: 'EmailVerified', data }]
    },

    TellSignupSource(user, data) {
      known(user)
      return user.sourceTold ? [] : [{ type: 'SignupSourceTold', data }]
    },

    FinishOnboarding(user, data) {
      known(user)
      return user.onboarded ? [] : [{ type: 'OnboardingFinished', data }]
    },

    // Only the first tracking data is recorded.
    RecordInitialTracking(user, data) {
      known(user)
      return user.trackingRecorded ? [] : [{ type: 'InitialTrackingRecorded', data }]
    },

    ChangeMarketingOptIn(user, data) {
      known(user)
      return user.optIn === data.optIn ? [] : [{ type: 'MarketingOptInChanged', data }]
    },

    AllowNSFW(user, data) {
      known(user)
      return user.allowNSFW === data.allowed ? [] : [{ type: 'NSFWAllowed', data }]
    },

    RedeemPreorder(user, data) {
      known(user)
      if (user.couponId === data.couponId) return []
      if (user.couponId !== null) throw new Rejection('preorder_redeemed')
      return [{ type: 'PreorderRedeemed', data }]
    },

    ConnectDiscord(user, data) {
      known(user)
      return [{ type: 'DiscordConnected', data }]
    },

    DisconnectDiscord: ({ hasDiscord }, data) => (hasDiscord ? [{ type: 'DiscordDisconnected', data }] : []),

    ConnectStoryVault(user, data) {
      known(user)
      return [{ type: 'StoryVaultConnected', data }]
    },

    DisconnectStoryVault: ({ hasStoryVault }, data) =>
      hasStoryVault ? [{ type: 'StoryVaultDisconnected', data }] : [],
  },

  evolve: {
    UserRegistered: (user, { role, onboarded = true }) => ({
      ...user,
      registered: true,
      role,
      hasHeldOffice: role !== 'user',
      onboarded,
    }),
    UserRenamed: (user, { name }) => ({ ...user, name }),
    PasswordResetMailed: (user) => user,
    UserRoleChanged: (user, { role }) => ({ ...user, role, hasHeldOffice: user.hasHeldOffice || role !== 'user' }),
    UserBanned: (user) => ({ ...user, banned: true }),
    UserUnbanned: (user) => ({ ...user, banned: false }),
    ImpersonationBegan: (user, { sessionId }) => ({ ...user, impersonations: [...user.impersonations, sessionId] }),
    ImpersonationEnded: (user, { sessionId }) => ({
      ...user,
      impersonations: user.impersonations.filter((open) => open !== sessionId),
    }),
    PlanChanged: ({ plans, ...user }, { plan, paidThrough: through }) => ({
      ...user,
      plans: { ...plans, admin: { source: 'admin', plan, through } },
    }),
    PlanEnded: (user, { source }) => ({ ...user, plans: { ...user.plans, [source]: undefined } }),
    LoreloomTierChanged: (user, { tier }) => ({ ...user, loreloomTier: tier }),
    MinisTierChanged: (user, { tier }) => ({ ...user, minisTier: tier }),
    ComplimentaryAccessGiven: (user, { through }) => ({ ...user, complimentaryThrough: through }),
    SignInLinkRevealed: (user) => ({ ...user, hasUnseenReveal: true }),
    RevealedLinkNoted: (user) => ({ ...user, hasUnseenReveal: false }),
    EmailChanged: (user) => ({ ...user, emailVerified: false, emailChanging: false }),
    EmailChangeRequested: (user) => ({ ...user, emailChanging: true }),
    EmailChangeWithdrawn: (user) => ({ ...user, emailChanging: false }),
    EmailVerified: (user) => ({ ...user, emailVerified: true }),
    SignupSourceTold: (user) => ({ ...user, sourceTold: true }),
    OnboardingFinished: (user) => ({ ...user, onboarded: true }),
    InitialTrackingRecorded: (user) => ({ ...user, trackingRecorded: true }),
    MarketingOptInChanged: (user, { optIn }) => ({ ...user, optIn }),
    NSFWAllowed: (user, { allowed: allowNSFW }) => ({ ...user, allowNSFW }),
    PreorderRedeemed: ({ plans, ...user }, { couponId, plan, through }) => ({
      ...user,
      couponId,
      plans: { ...plans, preorder: { source: 'preorder', plan, through } },
    }),
    DiscordConnected: (user) => ({ ...user, hasDiscord: true }),
    DiscordDisconnected: (user) => ({ ...user, hasDiscord: false }),
    StoryVaultConnected: (user) => ({ ...user, hasStoryVault: true }),
    StoryVaultDisconnected: (user) => ({ ...user, hasStoryVault: false }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const userRefusals = {
  user_not_found: [404, 'There is no such user.'],
  session_not_found: [404, 'You are not signed in there any more.'],
  discord_not_set_up: [409, 'Discord is not set up on this installation.'],
  story_vault_not_set_up: [409, 'Story Vault is not set up on this installation.'],
  story_vault_unconfirmed: [409, 'Connect Story Vault to this account?'],
  // Not a 5xx, which browsers repeat: the state of the attempt works once.
  story_vault_failed: [
    422,
    'Something went wrong connecting to Story Vault. Please contact support if the problem persists.',
  ],
  last_sign_in_method: [409, 'Google is your only way in. Set a password first, then you can disconnect it.'],
  own_account: [422, 'You cannot do this to your own account.'],
  last_admin: [409, 'This is the only administrator. Make somebody else one first.'],
  preorder_redeemed: [409, 'You have redeemed a pre-order already.'],
  email_unchanged: [422, 'Please provide a new email address and reason for the change'],
  link_of_staff: [
    403,
    'Links of administrators and auditors are shown on the machine that Loreloom runs on only: `npm run outbox` prints them.',
  ],
  address_of_staff: [403, 'People who are or were administrators or auditors change their address themselves.'],
  mail_not_found: [404, 'There is no such mail in the outbox.'],
  downgrade_refused: [422, 'Consider using Basic plan instead of Free for Pro users'],
} as const satisfies Refusals

export const usersKind = {
  events: userEvents,
  refusals: userRefusals,
  access: {
    UserRegistered: ({ userId: id }) => accessRow({ id, ownerId: id, campaignId: null, visibility: 'PRIVATE' }),
  },
} as const satisfies Kind<typeof userEvents>
