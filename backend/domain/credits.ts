import { z } from 'zod'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { Plan } from './entitlements.ts'
import { erasable } from './erasable.ts'
import { grantFor, PlanMonths } from './plan-credits.ts'

const userId = z.uuid()
const amount = z.int().min(1).max(1_000_000)

/** Where granted credits came from. */
export const CreditSource = z.enum(['welcome', 'plan', 'pack', 'admin', 'backer'])

/** What held credits are for: the kind of work, its id, and the stream that will end the hold, which is asked when the work never began. */
const Purpose = z.object({
  kind: z.string().regex(/^[a-z-]+$/),
  id: z.uuid(),
  stream: z.string(),
  label: erasable(z.string().max(300)),
})

const releaseReason = z.enum(['failed', 'filtered', 'timed_out', 'cancelled', 'never_began'])

const commands = {
  GrantCredits: z.object({ userId, grantId: z.uuid(), amount, source: CreditSource, comment: z.string().max(500) }),
  /** What a plan grants from one ISO time to another, less what was granted for those months already. */
  GrantPlanCredits: z.object({
    userId,
    grantId: z.uuid(),
    plan: Plan,
    from: z.iso.datetime(),
    through: z.iso.datetime().nullable(),
    source: CreditSource,
    comment: z.string().max(500),
  }),
  /** All or none of the holds of one request. */
  HoldCredits: z.object({
    userId,
    holds: z
      .array(z.object({ holdId: z.uuid(), amount, purpose: Purpose }))
      .min(1)
      .max(50),
  }),
  CaptureCredits: z.object({ userId, holdId: z.uuid() }),
  ReleaseCredits: z.object({ userId, holdId: z.uuid(), reason: releaseReason }),
}

/** Amounts are positive; `balance` is what may be spent after the event, holds taken off. */
const balance = z.int().nonnegative()

export const creditEvents = {
  CreditsGranted: z.object({
    userId,
    grantId: z.uuid(),
    amount,
    source: CreditSource,
    comment: erasable(z.string()),
    /** Of a grant for a plan: what was granted for plans by then, month by month. */
    planMonths: PlanMonths.optional(),
    balance,
  }),
  CreditsHeld: z.object({ userId, holdId: z.uuid(), amount, purpose: Purpose, balance }),
  CreditsCaptured: z.object({ userId, holdId: z.uuid(), amount, purpose: Purpose, balance }),
  CreditsReleased: z.object({ userId, holdId: z.uuid(), amount, purpose: Purpose, reason: releaseReason, balance }),
}

type Hold = { amount: number; purpose: z.infer<typeof Purpose> }
interface Wallet {
  balance: number
  grants: readonly string[]
  planMonths: PlanMonths | null
  open: Readonly<Record<string, Hold>>
}

/**
 * A user's credits: one stream, because the balance must not go below zero whoever asks at once. Each hold ends exactly
 * once, captured or released; ending it again decides nothing. Source: the specification's decisions, "Money and credits".
 */
export const credits: Decider<typeof commands, typeof creditEvents, Wallet> = {
  category: 'credits',
  keyOwner: (_wallet, userId) => `user:${userId}`,
  commands,
  events: creditEvents,
  initial: { balance: 0, grants: [], planMonths: null, open: {} },

  decide: {
    GrantCredits: ({ balance, grants }, data) =>
      grants.includes(data.grantId)
        ? []
        : [{ type: 'CreditsGranted', data: { ...data, balance: balance + data.amount } }],

    GrantPlanCredits({ balance, grants, planMonths: before }, { plan, from, through, ...grant }) {
      if (grants.includes(grant.grantId)) return []
      const { amount, months: planMonths } = grantFor(before, { plan, from, through })
      if (amount === 0) return []
      return [{ type: 'CreditsGranted', data: { ...grant, amount, planMonths, balance: balance + amount } }]
    },

    HoldCredits({ balance, open }, { userId, holds }) {
      const named = new Map(holds.map((hold) => [hold.holdId, hold]))
      const fresh = [...named.values()].filter(({ holdId }) => !(holdId in open))
      const needed = fresh.reduce((sum, { amount }) => sum + amount, 0)
      if (needed > balance) throw new Rejection('insufficient_credits', { needed, available: balance })
      let left = balance
      return fresh.map((hold): MessageOf<typeof creditEvents> => {
        left -= hold.amount
        return { type: 'CreditsHeld', data: { userId, ...hold, balance: left } }
      })
    },

    CaptureCredits({ balance, open }, { userId, holdId }) {
      const hold = open[holdId]
      return hold ? [{ type: 'CreditsCaptured', data: { userId, holdId, ...hold, balance } }] : []
    },

    ReleaseCredits({ balance, open }, { userId, holdId, reason }) {
      const hold = open[holdId]
      if (!hold) return []
      return [{ type: 'CreditsReleased', data: { userId, holdId, ...hold, reason, balance: balance + hold.amount } }]
    },
  },

  evolve: {
    CreditsGranted: (wallet, { grantId, planMonths = wallet.planMonths, balance }) => ({
      ...wallet,
      balance,
      planMonths,
      grants: [...wallet.grants, grantId],
    }),
    CreditsHeld: ({ open, ...wallet }, { holdId, amount, purpose, balance }) => ({
      ...wallet,
      balance,
      open: { ...open, [holdId]: { amount, purpose } },
    }),
    CreditsCaptured: (wallet, { holdId, balance }) => ({ ...wallet, balance, open: without(wallet.open, holdId) }),
    CreditsReleased: (wallet, { holdId, balance }) => ({ ...wallet, balance, open: without(wallet.open, holdId) }),
  },
}

const without = ({ ...open }: Record<string, Hold>, holdId: string) => {
  delete open[holdId]
  return open
}

/** What is said when a rule of credits says no: HTTP status and sentence, by code. */
export const creditRefusals = {
  insufficient_credits: [
    402,
    ({ needed, available }) => `Insufficient credits. You need ${needed} credits but only have ${available}.`,
  ],
} as const satisfies Refusals
