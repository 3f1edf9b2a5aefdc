import type { z } from 'zod'
import { type Cover, type Period, replaceCovers, scaleCovers, withCredits } from './covered-time.ts'
import { creditCommands as commands } from './credit-commands.ts'
import { creditEvents, type Purpose } from './credit-events.ts'
import { addShares, type Grant, oldestOf, type Share, subtractShares, sumOf } from './credit-grants.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import type { Kind } from './kind.ts'
import { assumedPeriod, coversOfMonths, grantForGift, grantForPayment } from './plan-credits.ts'
import { givingBack, noTakeBack, paidPart, settling, type TakeBacks, toAsk } from './take-backs.ts'

type Hold = { amount: number; purpose: z.infer<typeof Purpose>; from: Share[] }
/** A plan's grant has `covers`, the time that it covers; `period` if the plan was paid for; `replaces` if the payment changed the plan. */
type PlanOrOtherGrant = Grant & { covers?: readonly Cover[]; period?: Period; replaces?: Period }
export interface Wallet {
  /** The unspent, unheld credits of all grants. */
  available: number
  /** The oldest first. */
  grants: readonly PlanOrOtherGrant[]
  open: Readonly<Record<string, Hold>>
  takeBacks: TakeBacks
}
type Event = MessageOf<typeof creditEvents>

/** Events of a grant, including the debts that it settles. */
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
 * A user's credits: one stream, so that concurrent requests cannot overdraw the balance. Credits are spent from the
 * oldest grant with a remainder and released to the grant they came from, so that each captured credit has its grant.
 * Each hold ends exactly once, captured or released; ending it again decides nothing. Source: the specification's
 * decisions, "Money and credits".
 */
export const credits: Decider<typeof commands, typeof creditEvents, Wallet> = {
  category: 'credits',
  keyOwner: (_wallet, userId) => `user:${userId}`,
  commands,
  events: creditEvents,
  initial: { available: 0, grants: [], open: {}, takeBacks: {} },

  decide: {
    GrantCredits: (wallet, data) => (isGranted(wallet, data.grantId) ? [] : granting(wallet, data)),

    GrantPlanCredits(wallet, { plan, from, through, payment, ...grant }) {
      if (isGranted(wallet, grant.grantId)) return []
      const covered = coveredIn(wallet)
      if (!payment || through === null) {
        const { amount, covers } = grantForGift([...covered.paid, ...covered.given], { plan, from, through })
        return amount === 0 ? [] : granting(wallet, { ...grant, amount, covers })
      }
      const earlier = wallet.grants.find(({ period }) => period?.through === through && period.from <= from)
      const period = earlier?.period ?? assumedPeriod({ ...payment, from, through })
      const granted = grantForPayment(covered, { ...payment, plan, from, through, period })
      // A payment gets a grant even without additional credits, since a refund will refer to it.
      return granting(wallet, { ...grant, ...granted, period })
    },

    HoldCredits({ available, grants, open }, { userId, holds }) {
      const named = new Map(holds.map((hold) => [hold.holdId, hold]))
      const fresh = [...named.values()].filter(({ holdId }) => !(holdId in open))
      const needed = sumOf(fresh)
      if (needed > available) throw new Rejection('insufficient_credits', { needed, available })
      let [left, balance] = [grants, available]
      return fresh.map((hold): Event => {
        const from = oldestOf(left, hold.amount)
        left = subtractShares(left, from)
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
      // Credits released to a grant under take-back are unspent after all, so they settle the take-back.
      for (const { grantId, amount } of hold.from) {
        const settled = settling(takeBacks, amount, grantId)
        if (settled.length === 0) continue
        events.push(settlement({ userId, grantId, settled }, balance))
        balance -= sumOf(settled)
      }
      return events
    },

    TakeBackCredits({ available, grants, takeBacks }, { returned, paid, isFinal = false, ...data }) {
      const grant = grants.find(({ id }) => id === data.grantId)
      if (!grant) throw new Rejection('grant_not_found')
      const before = takeBacks[data.takeBackId] ?? noTakeBack(data.grantId, data.cause)
      if (before.isOver) return []
      const claimed = toAsk(takeBacks, data.takeBackId, grant, { returned, paid })
      const isLost = isFinal && !before.isFinal
      if (claimed === 0 && !isLost) return []
      const amount = Math.min(grant.left, claimed)
      const taken = { ...data, amount, owed: claimed - amount, balance: available - amount }
      return [{ type: 'CreditsTakenBack', data: isLost ? { ...taken, isFinal: true } : taken }]
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

    RemoveCredits({ available, grants }, data) {
      if (data.amount > available) throw new Rejection('credits_not_available', { available })
      const from = oldestOf(grants, data.amount)
      return [{ type: 'CreditsRemoved', data: { ...data, from, balance: available - data.amount } }]
    },
  },

  evolve: {
    CreditsGranted(wallet, { grantId: id, amount, balance: available, planMonths, period, replaces, ...data }) {
      const { paid, given } = coveredIn(planMonths ? wallet : credits.initial)
      const covers = planMonths
        ? coversOfMonths([...paid, ...given], planMonths)
        : withCredits(data.covers ?? [], amount)
      const plan = { ...(covers.length > 0 && { covers }), ...(period && { period }), ...(replaces && { replaces }) }
      return { ...wallet, available, grants: [...wallet.grants, { id, amount, left: amount, ...plan }] }
    },
    CreditsHeld({ open, grants, ...wallet }, { holdId, amount, purpose, balance: available, ...data }) {
      const from = data.from ?? oldestOf(grants, amount)
      return {
        ...wallet,
        available,
        grants: subtractShares(grants, from),
        open: { ...open, [holdId]: { amount, purpose, from } },
      }
    },
    CreditsCaptured: (wallet, { holdId }) => ({ ...wallet, open: without(wallet.open, holdId) }),
    CreditsReleased: ({ open, grants, ...wallet }, { holdId, balance: available }) => ({
      ...wallet,
      available,
      grants: addShares(grants, open[holdId]?.from ?? []),
      open: without(open, holdId),
    }),
    CreditsTakenBack(wallet, { takeBackId, grantId, cause, amount, owed, balance: available, isFinal = false }) {
      const before = wallet.takeBacks[takeBackId] ?? noTakeBack(grantId, cause)
      const [claimed, isLost] = [before.claimed + amount + owed, before.isFinal || isFinal]
      const after = { ...before, claimed, owed: before.owed + owed, isFinal: isLost }
      const grants = subtractShares(wallet.grants, [{ grantId, amount }])
      return { ...wallet, available, grants, takeBacks: { ...wallet.takeBacks, [takeBackId]: after } }
    },
    OwedCreditsSettled({ grants, ...wallet }, { grantId, amount, settled, balance: available }) {
      const takeBacks = { ...wallet.takeBacks }
      for (const { takeBackId, amount } of settled) {
        const takeBack = takeBacks[takeBackId]
        if (!takeBack) continue
        const shares = [...takeBack.settled, { grantId, amount }]
        takeBacks[takeBackId] = { ...takeBack, owed: takeBack.owed - amount, settled: shares }
      }
      return { ...wallet, available, takeBacks, grants: subtractShares(grants, [{ grantId, amount }]) }
    },
    CreditsGivenBack(wallet, { takeBackId, grantId, to, balance: available }) {
      const { cause } = wallet.takeBacks[takeBackId] ?? { cause: 'dispute' }
      const over = { ...noTakeBack(grantId, cause), isOver: true }
      const grants = addShares(wallet.grants, to)
      return { ...wallet, available, grants, takeBacks: { ...wallet.takeBacks, [takeBackId]: over } }
    },
    CreditsRemoved(wallet, { from, balance: available }) {
      const removed = new Map(from.map(({ grantId, amount }) => [grantId, amount]))
      const grants = subtractShares(wallet.grants, from).map((grant) => {
        const more = removed.get(grant.id)
        return more === undefined ? grant : { ...grant, removed: (grant.removed ?? 0) + more }
      })
      return { ...wallet, available, grants }
    },
  },
}

const isGranted = ({ grants }: Wallet, grantId: string) => grants.some(({ id }) => id === grantId)

/**
 * Covered time, by payments and by gifts. The time that a grant covers shrinks with refunded money, so that the same
 * time can be paid and granted again.
 */
const coveredIn = ({ grants, takeBacks }: Wallet) => {
  let paid: readonly Cover[] = []
  let given: readonly Cover[] = []
  for (const grant of grants) {
    if (!grant.covers) continue
    const part = paidPart(takeBacks, grant)
    const covers = scaleCovers(grant.covers, part)
    if (!grant.period) given = [...given, ...covers]
    else paid = [...(grant.replaces ? replaceCovers(paid, grant.replaces, part) : paid), ...covers]
  }
  return { paid, given }
}

const without = ({ ...open }: Record<string, Hold>, holdId: string) => {
  delete open[holdId]
  return open
}

/** HTTP status and message of each refusal, by code. */
export const creditRefusals = {
  insufficient_credits: [
    402,
    ({ needed, available }) => `Insufficient credits. You need ${needed} credits but only have ${available}.`,
  ],
  credits_not_available: [
    409,
    ({ available }) =>
      `Only ${available} of these credits are neither spent nor held. Remove ${available} or fewer, or wait until held credits are released.`,
  ],
  grant_not_found: [404, 'There is no such grant of credits.'],
} as const satisfies Refusals

export const creditsKind = {
  events: creditEvents,
  refusals: creditRefusals,
} as const satisfies Kind<typeof creditEvents>
