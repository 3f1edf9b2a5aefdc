import { z } from 'zod'
import type { AccountStep } from '#domain/audit-accounts.ts'
import { packs } from '#domain/billing-answers.ts'
import type { billingEvents } from '#domain/billing-events.ts'
import type { campaignEvents } from '#domain/campaigns.ts'
import type { creditEvents } from '#domain/credit-events.ts'
import type { lookEvents } from '#domain/looks.ts'
import type { sessionEvents } from '#domain/sessions.ts'
import type { supportEvents } from '#domain/support.ts'
import type { userEvents } from '#domain/users.ts'
import { money } from '../../../billing/money.ts'
import { creditsOf } from '../amounts.ts'
import { methodOf, planOf, roleOf, wordOf } from '../names.ts'
import { sourceOf } from '../trace/sources.ts'

/** The event fields that these texts use. Each may be missing, since erased data is absent. */
const Fields = z.object({
  amount: z.number().optional().catch(undefined),
  owed: z.number().optional().catch(undefined),
  credits: z.number().optional().catch(undefined),
  plan: z.string().nullish().catch(undefined),
  role: z.union([z.string(), z.number()]).optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  reason: z.string().nullish().catch(undefined),
  method: z.string().optional().catch(undefined),
  how: z.string().optional().catch(undefined),
  pack: z.string().optional().catch(undefined),
  comment: z.string().optional().catch(undefined),
  attempts: z.number().optional().catch(undefined),
  won: z.boolean().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  purpose: z.object({ label: z.string().optional() }).optional().catch(undefined),
})
type Said = z.infer<typeof Fields>

const membersAs: Readonly<Record<string, string>> = { 1: 'a DM', 2: 'a player', 3: 'the owner' }
const asMember = ({ role }: Said) => (role === undefined ? '' : ` as ${membersAs[String(role)] ?? role}`)
const cents = (amount: number | undefined) => (amount === undefined ? 'Money' : money(amount))
const credits = (amount: number | undefined) => (amount === undefined ? 'Credits' : creditsOf(amount))
const forWhat = ({ purpose }: Said) => (purpose?.label ? ` for ${purpose.label}` : '')
const planIn = (plan: string | null | undefined) => (plan ? planOf(plan) : 'a plan')
const packIn = (pack: string | undefined) => {
  const sold = Object.entries(packs).find(([name]) => name === pack)?.[1]
  return sold ? creditsOf(sold.credits) : 'credits'
}
const because = (why: string | null | undefined) => (why ? `: ${why.replaceAll('_', ' ')}` : '')

const proofs: Readonly<Record<string, string>> = {
  link: 'a mailed link',
  password_reset: 'a mailed link to set a password',
  google: 'Google',
  operator: 'the operator',
}

type AccountEventType = keyof (typeof userEvents &
  typeof creditEvents &
  typeof billingEvents &
  typeof sessionEvents &
  typeof supportEvents &
  typeof campaignEvents &
  typeof lookEvents)

/** Texts for events of an account, in the product's terms. An event without one is shown by its type. */
const words: Readonly<Record<string, (said: Said) => string>> = {
  UserRegistered: () => 'Registered',
  UserRenamed: () => 'Changed their name',
  UserRoleChanged: ({ role, reason }) =>
    `Became ${role === undefined ? 'something else' : roleOf(String(role))}${because(reason)}`,
  UserBanned: ({ reason }) => `Banned${because(reason)}`,
  UserUnbanned: ({ reason }) => `Let in again${because(reason)}`,
  PasswordResetMailed: ({ reason }) => `An admin had a link to set a password sent${because(reason)}`,
  ImpersonationBegan: ({ reason }) => `An admin began to act as them${because(reason)}`,
  ImpersonationEnded: () => 'An admin stopped acting as them',
  PlanChanged: ({ plan, reason }) => `Given the plan ${planIn(plan)}${because(reason)}`,
  PlanEnded: ({ plan }) => `The plan ${planIn(plan)} ended`,
  ComplimentaryAccessGiven: ({ reason }) => `Complimentary access changed${because(reason)}`,
  EmailChanged: ({ reason }) => `E-mail address changed${because(reason)}`,
  SignInLinkRevealed: ({ reason }) => `An admin opened a sign-in link of theirs${because(reason)}`,
  RevealedLinkNoted: () => 'Read that an admin had opened a sign-in link',
  EmailChangeRequested: ({ reason }) =>
    reason ? `An admin asked for another e-mail address${because(reason)}` : 'Asked for another e-mail address',
  EmailChangeWithdrawn: () => 'Keeps the e-mail address',
  EmailVerified: ({ how }) => `E-mail address verified${how ? ` by ${proofs[how] ?? wordOf(how)}` : ''}`,
  OnboardingFinished: () => 'Finished the welcome',
  SupportRequested: () => 'Asked for support',
  SupportRequestAnswered: () => 'An admin answered their request for support',
  SupportRequestClosed: () => 'An admin closed their request for support',
  SupportRequestReopened: () => 'An admin reopened their request for support',
  DiscordConnected: () => 'Connected a Discord account',
  DiscordDisconnected: () => 'Disconnected the Discord account',
  StoryVaultConnected: () => 'Connected Story Vault',
  StoryVaultDisconnected: () => 'Disconnected Story Vault',
  PreorderRedeemed: ({ plan }) => `Redeemed a pre-order${plan ? ` for ${planOf(plan)}` : ''}`,

  CreditsGranted: (said) =>
    `${credits(said.amount)} granted${because(said.comment ?? (said.source && sourceOf(said.source)))}`,
  CreditsHeld: (said) => `${credits(said.amount)} held${forWhat(said)}`,
  CreditsCaptured: (said) => `${credits(said.amount)} spent${forWhat(said)}`,
  CreditsReleased: (said) => `${credits(said.amount)} returned${forWhat(said)}${because(said.reason)}`,
  CreditsTakenBack: (said) => `${credits(said.amount)} taken back${because(said.comment)}`,
  OwedCreditsSettled: (said) => `${credits(said.amount)} settled of what was owed`,
  CreditsGivenBack: (said) => `${credits(said.amount)} given back${because(said.comment)}`,
  CreditsRemoved: (said) => `An admin removed ${credits(said.amount)}${because(said.comment)}`,

  WebhookReceived: ({ type }) => `The provider reported ${type ? type.replaceAll(/[._]/g, ' ') : 'a change'}`,
  CustomerLinked: () => 'Became a customer of the provider',
  SubscriptionStarted: () => 'Subscription began',
  SubscriptionChanged: () => 'Subscription changed',
  SubscriptionEnded: () => 'Subscription ended',
  PlanPaid: ({ amount, plan }) => `${cents(amount)} paid for ${planIn(plan)}`,
  PackPaid: ({ amount, pack }) => `${cents(amount)} paid for ${packIn(pack)}`,
  PaymentFailed: ({ attempts }) => `A payment failed${attempts ? `, attempt ${attempts}` : ''}`,
  RenewalNoticeSent: () => 'Told by mail that a renewal is not paid',
  PaymentDetailsRecorded: () => 'Card, tax and time of a payment recorded',
  RefundRequested: ({ reason }) => `An admin gave a refund${because(reason)}`,
  RefundRefused: () => 'The provider refused a refund',
  RefundAsked: ({ reason }) => `Requested a refund${because(reason)}`,
  RefundDecided: ({ amount, reason }) =>
    `A requested refund was ${amount ? `granted, ${cents(amount)}` : 'declined'}${because(reason)}`,
  PaymentRefunded: ({ amount }) => `${cents(amount)} refunded`,
  PaymentRefundFailed: () => 'A refund failed: the money did not arrive',
  PaymentDisputed: ({ amount }) => `${cents(amount)} disputed`,
  DisputeClosed: ({ won }) => `A dispute was ${won ? 'won' : 'lost'}`,
  DifferencesFound: () => 'Reconciliation found a difference',
  DifferencesSettled: () => 'A difference is settled: reconciliation finds it no more',
  PlanCovered: ({ plan }) => `${plan ? planOf(plan) : 'A plan'} is paid for`,
  PlanLapsed: ({ plan }) => `${plan ? planOf(plan) : 'A plan'} is paid for no more`,

  SignedIn: ({ method }) => `Signed in${method ? ` by ${methodOf(method)}` : ''}`,
  SignedOut: () => 'Signed out',

  CampaignCreated: () => 'Made a campaign',
  MemberJoined: (said) => `Joined a campaign${asMember(said)}`,
  MemberLeft: () => 'Left a campaign',
  MemberRemoved: () => 'Was removed from a campaign',
  MemberRoleChanged: (said) => `Role in a campaign changed${asMember(said)}`,
  OwnershipTransferred: () => 'A campaign was handed over',
  CampaignDeleted: () => 'A campaign was deleted',
  CampaignRestored: () => 'A campaign was restored',

  AccountLookedAt: ({ reason }) => `Looked at an account${because(reason)}`,
  EmailRevealed: ({ reason }) => `Had an address shown${because(reason)}`,
  StatementExported: () => 'Exported a statement',
  ChainExported: ({ reason }) => `Exported a proof of all accounts${because(reason)}`,
} satisfies Partial<Record<AccountEventType, (said: Said) => string>>

/** 'MarketingOptInChanged' as 'Marketing opt in changed' */
export const eventName = (type: string) => {
  const apart = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

export const describeStep = ({ type, data }: Pick<AccountStep, 'type' | 'data'>): string => {
  const said = Fields.safeParse(data)
  return said.success && words[type] ? words[type](said.data) : eventName(type)
}
