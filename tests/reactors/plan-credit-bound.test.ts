import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Wallet } from '#domain/credits.ts'
import { monthlyCredits, monthsLater } from '#domain/plan-credits.ts'
import type { Bought } from '../vendors/payments.ts'
import { payingWorld, type Step, step } from './paying-world.ts'

/**
 * How many sequences are tried, and from which seed: `CREDIT_RUNS=100000 npm run test:unit -- tests/reactors/plan-credit-bound.test.ts`. A failure
 * prints the seed and the path that replay it.
 */
const runs = Number(process.env.CREDIT_RUNS ?? 150)
const seed = Number(process.env.CREDIT_SEED ?? Date.now() % 2 ** 31)
const path = process.env.CREDIT_PATH

const replaying = (details: fc.RunDetails<[Step[]]>) => {
  if (!details.failed) return
  const file = 'tests/reactors/plan-credit-bound.test.ts'
  const replay = `CREDIT_SEED=${details.seed} CREDIT_PATH=${details.counterexamplePath} npm run test:unit -- ${file}`
  throw new Error(`${fc.defaultReportMessage(details)}\n\nReplay it with: ${replay}`, { cause: details.errorInstance })
}
const parameters: fc.Parameters<[Step[]]> = { numRuns: runs, seed, ...(path && { path }), reporter: replaying }

/** A plan at a value in credits per millisecond, between two times in milliseconds; `kept` is the part of its money that did not go back. */
interface Term {
  from: number
  through: number
  value: number
  kept: number
}
type World = ReturnType<typeof payingWorld>

/** A payment's plan is worth its credits spread over the seconds of its whole period. */
const termOfPayment = ({ invoice: { plan, interval, from, through }, period }: Bought, kept = 1): Term => ({
  kept,
  from: Date.parse(from),
  through: Date.parse(through),
  value:
    (monthlyCredits[plan] * (interval === 'YEARLY' ? 12 : 1)) / (Date.parse(period.through) - Date.parse(period.from)),
})
/** A given plan is worth its credits month by month, for a year at most, and for a month where it has no end. */
const termsOfGift = ({ plan, from, through }: World['gifts'][number]): Term[] =>
  Array.from({ length: through === null ? 1 : 12 }, (_, month) => {
    const [begin, end] = [monthsLater(from, month), monthsLater(from, month + 1)]
    return {
      kept: 1,
      from: begin,
      through: Math.min(end, through === null ? end : Date.parse(through)),
      value: monthlyCredits[plan] / (end - begin),
    }
  }).filter((term) => term.from < term.through)

/**
 * Credits of the dearest plan of each moment. Of a plan whose money went back in part, the same part counts as the next dearest one: an upgrade that
 * is refunded by half is worth half of the difference.
 */
const worthOf = (terms: readonly Term[]): number => {
  const times = [...new Set(terms.flatMap(({ from, through }) => [from, through]))].toSorted(
    (one, other) => one - other,
  )
  return times.slice(1).reduce((sum, end, n) => {
    const begin = times[n] ?? end
    const paid = terms.filter(({ from, through }) => from <= begin && end <= through)
    const cheapestFirst = paid.toSorted((one, other) => one.value - other.value)
    const worth = cheapestFirst.reduce((below, { value, kept }) => kept * value + (1 - kept) * below, 0)
    return sum + worth * (end - begin)
  }, 0)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
/** A gift is granted to the nearest credit, and a refund takes back to the nearest. */
const rounding = ({ grants, takeBacks }: Wallet) => 1 + (grants.length + Object.keys(takeBacks).length) / 2

/** Credits that could ever be spent: what was granted, less what was taken back unspent or settled a debt. Spent credits that are owed count. */
const receivedIn = ({ grants, takeBacks }: Wallet) => {
  const all = Object.values(takeBacks)
  const owed = sum(all.map((takeBack) => takeBack.owed))
  return sum(grants.map(({ amount }) => amount)) - sum(all.map(({ claimed }) => claimed)) + owed
}

/** Plan credits that nothing asked back, owed or not. */
const keptIn = ({ grants, takeBacks }: Wallet, isOfPlan: (grantId: string) => boolean) => {
  const asked = Object.values(takeBacks).filter(({ grantId }) => isOfPlan(grantId))
  return (
    sum(grants.filter(({ id }) => isOfPlan(id)).map(({ amount }) => amount)) - sum(asked.map((each) => each.claimed))
  )
}

/** The part of a payment's money that did not go back. */
const keptOf = (
  { refunds, disputes }: ReturnType<World['provider']['seen']>,
  { invoice: { paymentId, amount } }: Bought,
): number => {
  if (paymentId === null) return 1
  if (disputes.some((dispute) => dispute.paymentId === paymentId && dispute.status === 'lost')) return 0
  const refunded = sum(refunds.filter((refund) => refund.paymentId === paymentId).map((refund) => refund.amount))
  return amount > 0 ? Math.max(0, 1 - refunded / amount) : 1
}

const expectWithinBound = ({ provider, gifts, now }: World) => {
  const { wallet } = now()
  const account = provider.seen()
  const given = gifts.flatMap(termsOfGift)
  const ever =
    worthOf([...provider.bought().map((bought) => termOfPayment(bought)), ...given]) + 250 * account.purchases.length
  expect(receivedIn(wallet)).toBeLessThanOrEqual(ever + rounding(wallet))
}
const expectKeptWithinBound = ({ provider, gifts, now }: World) => {
  const { wallet } = now()
  const plans = new Set(wallet.grants.filter(({ covers, period }) => covers || period).map(({ id }) => id))
  const paid = provider.bought().map((bought) => termOfPayment(bought, keptOf(provider.seen(), bought)))
  const bound = worthOf([...paid, ...gifts.flatMap(termsOfGift)])
  expect(keptIn(wallet, (id) => plans.has(id))).toBeLessThanOrEqual(bound + rounding(wallet))
}

describe(`credits of plans (${runs} sequences, seed ${seed})`, () => {
  test('never exceed those of the dearest plan of each paid second, whatever happens at any time', {
    timeout: 0,
  }, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const world = payingWorld()
        for (const each of steps) {
          world.act(each)
          expectWithinBound(world)
        }
        world.settle()
        expectWithinBound(world)
        // What the remaining money pays for, once everything that went back is known.
        expectKeptWithinBound(world)
      }),
      parameters,
    )
  })

  test('are exactly those of the paid seconds where no money goes back and nothing is given', { timeout: 0 }, () => {
    const kinds = ['wait', 'waitUntilNearEnd', 'subscribe', 'change', 'cancel', 'resume', 'hear', 'work', 'spend']
    const paying = step.filter((each: Step) => kinds.includes(each.does))
    fc.assert(
      fc.property(fc.array(paying, { maxLength: 40, size: 'max' }), (steps) => {
        const world = payingWorld()
        for (const each of steps) world.act(each)
        world.settle()
        const amounts = world.now().wallet.grants.map(({ amount }) => amount)
        const bought = world.provider.bought()
        expect(amounts.toSorted()).toEqual(bought.map((_, at) => dueFor(bought, at)).toSorted())
      }),
      parameters,
    )
  })
})

/** The paid part of a period, less the credits of the payments before for the time whose money was set off. */
const dueFor = (bought: readonly Bought[], at: number): number => {
  const terms = bought.slice(0, at + 1).map((each) => termOfPayment(each))
  const now = terms[at] as Term
  const { returned } = (bought[at] as Bought).invoice
  // Each payment counts until the next one begins.
  const setOff = terms.slice(0, at).map(({ from, through, value }, n) => {
    const begin = Math.max(from, Date.parse(returned?.from ?? ''))
    const end = Math.min(
      through,
      Date.parse(returned?.through ?? ''),
      n + 1 < at ? (terms[n + 1]?.from ?? through) : through,
    )
    return begin < end ? value * (end - begin) : 0
  })
  return Math.floor(now.value * (now.through - now.from) - sum(setOff) + 1e-6)
}
