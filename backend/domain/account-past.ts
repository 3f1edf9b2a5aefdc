import type { OwnStates, PersonPast, WalletPast } from './account-folds.ts'
import type { AccountState } from './audit-accounts.ts'
import type { Billing } from './billing-state.ts'
import { sumOf } from './credit-grants.ts'
import { type Entitlements, effectivePlan, entitlementsOf, type PlanTerm, paidPlan } from './entitlements.ts'

/** The state of an account as of a moment, each part derived from the streams that record it. */

type Part = Partial<AccountState>

const accountPart = ({ user, registeredAt, method, banReason }: PersonPast): AccountState['account'] => ({
  registeredAt,
  method: method as AccountState['account']['method'],
  role: user.role,
  banned: user.banned,
  banReason,
  onboarded: user.onboarded,
  emailVerified: user.emailVerified,
  marketingOptIn: user.optIn,
  allowNSFW: user.allowNSFW,
})

const loadEntitlements = ({ user }: PersonPast, { cover }: Billing): Entitlements => {
  const given = Object.values(user.plans).filter((term): term is PlanTerm => term !== undefined)
  const { plan, through, renews } = cover ?? {}
  return {
    plans: plan && through ? [...given, { source: 'subscription', plan, through, renews: renews ?? false }] : given,
    complimentaryAccessThrough: user.complimentaryThrough,
    loreloomKickstarterTier: user.loreloomTier,
    minisKickstarterTier: user.minisTier,
  }
}

/** A plan ends at its own time, whether or not an event has recorded the end yet. */
const planPart = (person: PersonPast, billing: Billing, at: string): Pick<AccountState, 'plan' | 'entitlements'> => {
  const [entitlements, moment] = [loadEntitlements(person, billing), new Date(at)]
  return {
    plan: {
      effective: effectivePlan(entitlements, moment),
      paid: paidPlan(entitlements, moment),
      terms: entitlements.plans,
      complimentaryThrough: entitlements.complimentaryAccessThrough,
      loreloomTier: entitlements.loreloomKickstarterTier,
      minisTier: entitlements.minisKickstarterTier,
      couponId: person.user.couponId,
    },
    entitlements: entitlementsOf(entitlements, moment),
  }
}

const creditsPart = ({ wallet, grants, held }: WalletPast): AccountState['credits'] => {
  const { available, open, takeBacks } = wallet
  const holds = Object.entries(open).map(([id, { amount, purpose }]) => ({
    id,
    at: held[id] ?? '',
    amount,
    kind: purpose.kind,
    about: purpose.id,
    label: purpose.label,
  }))
  return {
    balance: available + sumOf(holds),
    held: sumOf(holds),
    available,
    owed: Object.values(takeBacks).reduce((sum, { owed }) => sum + owed, 0),
    grants: wallet.grants.map(({ id, amount, left }) => ({
      id,
      source: grants[id]?.source ?? 'admin',
      at: grants[id]?.at ?? '',
      amount,
      left,
    })),
    holds,
  }
}

const billingPart = (billing: Billing): AccountState['billing'] => {
  const refunded = (payment: string | null) =>
    Object.values(billing.refunds)
      .filter(({ paymentId }) => paymentId === payment)
      .reduce((sum, { amount }) => sum + amount, 0)
  const disputed = (payment: string | null) =>
    Object.values(billing.disputes).findLast(({ paymentId }) => paymentId === payment)?.status ?? null
  const payment = (id: string, of: 'plan' | 'pack', paymentId: string | null, amount: number) => ({
    id,
    for: of,
    paymentId,
    amount,
    refunded: refunded(paymentId),
    disputed: disputed(paymentId),
  })
  const { customerId, subscription, cover } = billing
  return {
    customerId,
    subscription,
    cover,
    payments: [
      ...Object.entries(billing.paid).map(([id, { paymentId, amount }]) => payment(id, 'plan', paymentId, amount)),
      ...Object.entries(billing.packs).map(([id, { amount }]) => payment(id, 'pack', id, amount)),
    ],
  }
}

const impersonationsPart = ({ impersonations }: PersonPast): AccountState['impersonations'] =>
  Object.entries(impersonations).map(([id, each]) => ({ id, ...each }))

/** Maps each category of the account's own streams to the parts of the state that its events can change. */
export const partOf: Record<keyof OwnStates, (states: OwnStates, at: string) => Part> = {
  users: ({ users, billing }, at) => ({
    account: accountPart(users),
    ...planPart(users, billing, at),
    impersonations: impersonationsPart(users),
  }),
  credits: ({ credits }) => ({ credits: creditsPart(credits) }),
  billing: ({ users, billing }, at) => ({ billing: billingPart(billing), ...planPart(users, billing, at) }),
  looks: ({ looks }) => ({ looks }),
}

export const accountStateOf = (
  states: OwnStates,
  others: Pick<AccountState, 'sessions' | 'memberships'>,
  at: string,
): AccountState => ({
  account: accountPart(states.users),
  ...planPart(states.users, states.billing, at),
  credits: creditsPart(states.credits),
  billing: billingPart(states.billing),
  impersonations: impersonationsPart(states.users),
  looks: states.looks,
  ...others,
})
