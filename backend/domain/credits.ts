import { z } from 'zod'
import { CreditSource, creditEvents, type Period, Purpose, releaseReason } from './credit-events.ts'
import { backTo, type Grant, oldestOf, type Share, sumOf, takenFrom } from './credit-grants.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { Plan } from './entitlements.ts'
import { type CoveredTime, coverOf, coverOfMonths, givenUp, grantFor } from './plan-credits.ts'
import { askedOf, givingBack, noTakeBack, settling, type TakeBacks, toAsk } from './take-backs.ts'

const userId = z.uuid()
const amount = z.int().min(1).max(1_000_000)

const commands = {
  GrantCredits: z.object({ userId, grantId: z.uuid(), amount, source: CreditSource, comment: z.string().max(500) }),
  /**
   * What a plan grants from one ISO time to another. A period that is paid for is granted for whole; a payment that ends as one before it did
   * is an upgrade, and adds the difference for all of that period. What is given adds what is missing.
   */
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
  /**
   * By a refund or a dispute, in proportion: `returned` is all that went back by it so far of what was `paid` for the grant, in the currency's
   * smallest unit. So it may be said again, and late.
   */
  TakeBackCredits: z.object({
    ...{ userId, takeBackId: z.uuid(), grantId: z.uuid(), cause: z.enum(['refund', 'dispute']) },
    ...{ returned: z.int().nonnegative(), paid: z.int().positive(), comment: z.string().max(500) },
  }),
  /** The dispute was won, or the refund failed. */
  GiveBackCredits: z.object({ userId, takeBackId: z.uuid(), grantId: z.uuid(), comment: z.string().max(500) }),
}

type Hold = { amount: number; purpose: z.infer<typeof Purpose>; from: Share[] }
export interface Wallet {
  /** What is left of all grants: what may be spent. */
  available: number
  /** The oldest first. */
  grants: readonly (Grant & { covers?: readonly CoveredTime[]; period?: z.infer<typeof Period> })[]
  /** What was granted for plans, and is not taken back. */
  covered: readonly CoveredTime[]
  open: Readonly<Record<string, Hold>>
  takeBacks: TakeBacks
}
type Event = MessageOf<typeof creditEvents>

/** A grant, and what is settled from it of what is owed. */
const granting = (
  { available, takeBacks }: Wallet,
  data: Omit<z.infer<typeof creditEvents.CreditsGranted>, 'balance'>,
) => {
  const { userId, grantId, amount } = data
  const balance = available + amount
  const events: Event[] = [{ type: 'CreditsGranted', data: { ...data, balance } }]
  const settled = settling(takeBacks, amount)
  if (settled.length > 0) events.push(settlement({ userId, grantId, settled }, balance))
  return events
}

const settlement = (
  { settled, ...data }: Omit<z.infer<typeof creditEvents.OwedCreditsSettled>, 'amount' | 'balance'>,
  before: number,
): Event => ({
  type: 'OwedCreditsSettled',
  data: { ...data, settled, amount: sumOf(settled), balance: before - sumOf(settled) },
})

/**
 * A user's credits: one stream, because the balance must not go below zero whoever asks at once. They are spent from the oldest grant that has
 * some left and go back to where they came from, so that each captured credit has its grant. Each hold ends exactly once, captured or
 * released; ending it again decides nothing. Source: the specification's decisions, "Money and credits".
 */
export const credits: Decider<typeof commands, typeof creditEvents, Wallet> = {
  category: 'credits',
  keyOwner: (_wallet, userId) => `user:${userId}`,
  commands,
  events: creditEvents,
  initial: { available: 0, grants: [], covered: [], open: {}, takeBacks: {} },

  decide: {
    GrantCredits: (wallet, data) => (isGranted(wallet, data.grantId) ? [] : granting(wallet, data)),

    GrantPlanCredits(wallet, { plan, from, through, ...grant }) {
      if (isGranted(wallet, grant.grantId)) return []
      if (grant.source !== 'plan' || through === null) {
        const { amount, covers } = grantFor(wallet.covered, { plan, from, through })
        return amount === 0 ? [] : granting(wallet, { ...grant, amount, covers })
      }
      const before = wallet.grants.find(({ period }) => period?.through === through && period.from <= from)?.period
      const period = before ?? { from, through }
      const { amount: missing, covers } = grantFor(wallet.covered, { plan, ...period })
      const amount = before ? missing : grantFor([], { plan, ...period }).amount
      // It has its grant even where it adds nothing: a refund will name it.
      return granting(wallet, { ...grant, amount, covers, period })
    },

    HoldCredits({ available, grants, open }, { userId, holds }) {
      const named = new Map(holds.map((hold) => [hold.holdId, hold]))
      const fresh = [...named.values()].filter(({ holdId }) => !(holdId in open))
      const needed = sumOf(fresh)
      if (needed > available) throw new Rejection('insufficient_credits', { needed, available })
      let [left, balance] = [grants, available]
      return fresh.map((hold): Event => {
        const from = oldestOf(left, hold.amount)
        left = takenFrom(left, from)
        balance -= hold.amount
        return { type: 'CreditsHeld', data: { userId, ...hold, from, balance } }
      })
    },

    CaptureCredits({ available: balance, open }, { userId, holdId }) {
      const hold = open[holdId]
      return hold ? [{ type: 'CreditsCaptured', data: { userId, holdId, ...hold, balance } }] : []
    },

    ReleaseCredits({ available, open, takeBacks }, { userId, holdId, reason }) {
      const hold = open[holdId]
      if (!hold) return []
      let balance = available + hold.amount
      const events: Event[] = [{ type: 'CreditsReleased', data: { userId, holdId, ...hold, reason, balance } }]
      // What comes back to a grant that was asked back is unspent after all.
      for (const { grantId, amount } of hold.from) {
        const settled = settling(takeBacks, amount, grantId)
        if (settled.length === 0) continue
        events.push(settlement({ userId, grantId, settled }, balance))
        balance -= sumOf(settled)
      }
      return events
    },

    TakeBackCredits({ available, grants, takeBacks }, { returned, paid, ...data }) {
      const grant = grants.find(({ id }) => id === data.grantId)
      if (!grant) throw new Rejection('grant_not_found')
      if (takeBacks[data.takeBackId]?.isOver) return []
      const asked = toAsk(takeBacks, data.takeBackId, grant, { returned, paid })
      if (asked === 0) return []
      const amount = Math.min(grant.left, asked)
      return [
        { type: 'CreditsTakenBack', data: { ...data, amount, owed: asked - amount, balance: available - amount } },
      ]
    },

    GiveBackCredits({ available, takeBacks }, data) {
      const { isOver, ...takeBack } = takeBacks[data.takeBackId] ?? noTakeBack(data.grantId, 'dispute')
      if (isOver) return []
      const to = givingBack({ ...takeBack, isOver })
      const amount = sumOf(to)
      return [
        {
          type: 'CreditsGivenBack',
          data: { ...data, amount, forgiven: takeBack.owed, to, balance: available + amount },
        },
      ]
    },
  },

  evolve: {
    CreditsGranted({ grants, covered, ...wallet }, { grantId: id, amount, covers = [], planMonths, ...data }) {
      const { balance: available, period } = data
      return {
        ...{ ...wallet, available },
        covered: planMonths ? coverOfMonths(covered, planMonths) : coverOf(covered, covers),
        grants: [
          ...grants,
          { id, amount, left: amount, ...(covers.length > 0 && { covers }), ...(period && { period }) },
        ],
      }
    },
    CreditsHeld({ open, grants, ...wallet }, { holdId, amount, purpose, balance: available, ...data }) {
      const from = data.from ?? oldestOf(grants, amount)
      return {
        ...{ ...wallet, available, grants: takenFrom(grants, from) },
        open: { ...open, [holdId]: { amount, purpose, from } },
      }
    },
    CreditsCaptured: (wallet, { holdId }) => ({ ...wallet, open: without(wallet.open, holdId) }),
    CreditsReleased: ({ open, grants, ...wallet }, { holdId, balance: available }) => ({
      ...{ ...wallet, available, grants: backTo(grants, open[holdId]?.from ?? []), open: without(open, holdId) },
    }),
    CreditsTakenBack(wallet, { takeBackId, grantId, cause, amount, owed, balance: available }) {
      const before = wallet.takeBacks[takeBackId] ?? noTakeBack(grantId, cause)
      const after = { ...before, asked: before.asked + amount + owed, owed: before.owed + owed }
      const grants = takenFrom(wallet.grants, [{ grantId, amount }])
      return recovered({ ...wallet, available, grants }, grantId, { ...wallet.takeBacks, [takeBackId]: after })
    },
    OwedCreditsSettled({ grants, ...wallet }, { grantId, amount, settled, balance: available }) {
      const takeBacks = { ...wallet.takeBacks }
      for (const { takeBackId, amount } of settled) {
        const takeBack = takeBacks[takeBackId]
        if (!takeBack) continue
        const shares = [...takeBack.settled, { grantId, amount }]
        takeBacks[takeBackId] = { ...takeBack, owed: takeBack.owed - amount, settled: shares }
      }
      return { ...wallet, available, takeBacks, grants: takenFrom(grants, [{ grantId, amount }]) }
    },
    CreditsGivenBack(wallet, { takeBackId, grantId, to, balance: available }) {
      const { cause } = wallet.takeBacks[takeBackId] ?? { cause: 'dispute' }
      const over = { ...noTakeBack(grantId, cause), isOver: true }
      const grants = backTo(wallet.grants, to)
      return recovered({ ...wallet, available, grants }, grantId, { ...wallet.takeBacks, [takeBackId]: over })
    },
  },
}

const isGranted = ({ grants }: Wallet, grantId: string) => grants.some(({ id }) => id === grantId)

/**
 * The time that a grant covers shrinks with what is refunded of it: whoever pays for it again is granted for it again. A dispute may be won, and
 * changes nothing of it.
 */
const recovered = (wallet: Wallet, grantId: string, takeBacks: TakeBacks): Wallet => {
  const { amount = 0, covers = [] } = wallet.grants.find(({ id }) => id === grantId) ?? {}
  if (amount === 0) return { ...wallet, takeBacks }
  const lowered = (now: TakeBacks) => givenUp(covers, askedOf(now, grantId, 'refund') / amount)
  const raised = lowered(wallet.takeBacks).map((time) => ({ ...time, monthly: -time.monthly }))
  return { ...wallet, takeBacks, covered: coverOf(wallet.covered, [...raised, ...lowered(takeBacks)]) }
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
  grant_not_found: [404, 'There is no such grant of credits.'],
} as const satisfies Refusals
