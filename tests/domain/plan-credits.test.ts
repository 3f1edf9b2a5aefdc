import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Interval, SoldPlan } from '#domain/billing-account.ts'
import type { creditEvents } from '#domain/credit-events.ts'
import { credits } from '#domain/credits.ts'
import { decideAll, type MessageOf, stateOf } from '#domain/decider.ts'
import type { Plan } from '#domain/entitlements.ts'
import { monthlyCredits, monthsLater } from '#domain/plan-credits.ts'
import { given } from '../given.ts'

type Command = MessageOf<typeof credits.commands>
type Event = MessageOf<typeof creditEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const userId = id(1)
const dayMs = 86_400_000
const start = Date.parse('2026-11-22T09:00:00.000Z')
const day = (n: number) => new Date(start + n * dayMs).toISOString()

/** A plan from one day to another: a gift, or the whole of a paid period. Each command is a grant of its own. */
let grants = 100
const gift = (plan: Plan, from: number, through: number | null): Command => {
  const times = { from: day(from), through: through === null ? null : day(through) }
  return {
    type: 'GrantPlanCredits',
    data: { userId, grantId: id(++grants), plan, ...times, source: 'admin', comment: 'Gift' },
  }
}
const paid = (
  plan: SoldPlan,
  interval: Interval,
  [from, through]: readonly [number, number],
  returned?: readonly [number, number],
): Command => ({
  type: 'GrantPlanCredits',
  data: {
    userId,
    grantId: id(++grants),
    plan,
    from: day(from),
    through: day(through),
    source: 'plan',
    comment: 'Plan',
    payment: { interval, returned: returned ? { from: day(returned[0]), through: day(returned[1]) } : null },
  },
})
const takenBack = (
  of: Command,
  part: number,
  { cause = 'refund', isFinal = false }: { cause?: 'refund' | 'dispute'; isFinal?: boolean } = {},
): Command => {
  const { grantId } = of.data as { grantId: string }
  const money = { returned: Math.round(part * 1000), paid: 1000, comment: 'Back' }
  return { type: 'TakeBackCredits', data: { userId, takeBackId: id(++grants), grantId, cause, ...money, isFinal } }
}

/** The credits that each of these commands grants, or takes back as a negative number; one after another. */
const amounts = (...commands: Command[]): number[] =>
  decideAll(credits, credits.initial, commands).map(({ events }) =>
    (events as Event[]).reduce((sum, { type, data }) => {
      const { amount, owed = 0 } = data as { amount: number; owed?: number }
      return type === 'CreditsTakenBack' ? sum - amount - owed : sum + amount
    }, 0),
  )

describe('a plan that an admin gives', () => {
  it.each([
    ['BASIC', 30, 500],
    ['PRO', 30, 2000],
    ['BASIC', 365, 6000],
    ['PRO', 365, 24_000],
    ['PRO', 92, 6000],
    ['PRO', 15, 1000],
    ['PRO', 1, 66],
    ['PRO', null, 2000],
    ['PRO', 4000, 24_000],
    ['FREE', 365, 0],
    ['PRO', 0, 0],
    ['PRO', -30, 0],
  ] as const)('%s for %s days grants %i', (plan, days, amount) =>
    expect(amounts(gift(plan, 0, days))).toEqual([amount]),
  )

  it('grants nothing again for time that it granted for, and for a day longer what a day is worth', () =>
    expect(amounts(gift('PRO', 0, 30), gift('PRO', 0, 30), gift('PRO', 1, 31))).toEqual([2000, 0, 66]))

  it('grants the difference to a dearer one for its time, and nothing for a cheaper one', () =>
    expect(amounts(gift('BASIC', 0, 30), gift('PRO', 15, 30), gift('BASIC', 16, 30))).toEqual([500, 717, 0]))

  it('grants for the time that it is made longer by', () =>
    expect(amounts(gift('BASIC', 0, 30), gift('BASIC', 0, 365))).toEqual([500, 5500]))

  it('grants nothing for being made shorter and longer again', () =>
    expect(amounts(gift('PRO', 0, 365), gift('PRO', 5, 30), gift('PRO', 6, 365))).toEqual([24_000, 0, 0]))

  it('grants again once the months are over', () =>
    expect(amounts(gift('BASIC', 0, 30), gift('BASIC', 31, 61))).toEqual([500, 483]))

  it('counts months from the day they began, also where the next has no such day', () => {
    const from = '2027-01-31T00:00:00.000Z'
    const data = { ...gift('BASIC', 0, 0).data, from, through: '2027-03-31T00:00:00.000Z' }
    expect(amounts({ type: 'GrantPlanCredits', data } as Command)).toEqual([1000])
  })
})

describe('an upgrade', () => {
  const year = paid('BASIC', 'YEARLY', [0, 365])
  const month = paid('BASIC', 'MONTHLY', [0, 30])

  it.each([
    ['at once', 0, 18_000],
    ['after half of the year', 182.5, 9000],
    ['with a day left', 364, 49],
    ['in the last second', 365 - 1 / 86_400, 0],
  ])('of a year %s grants the difference for the time that is left', (_when, from, amount) =>
    expect(amounts(year, paid('PRO', 'YEARLY', [from, 365], [from, 365]))).toEqual([6000, amount]),
  )

  it('of a month grants the difference for the seconds that are left, rounded down', () => {
    const from = 10 + 1 / 86_400
    const left = 20 * 86_400 - 1
    const due = Math.floor((1500 * left) / (30 * 86_400))
    expect(amounts(month, paid('PRO', 'MONTHLY', [from, 30], [from, 30]))).toEqual([500, due])
  })

  it('grants once in a period', () => {
    const pro = (from: number) => paid('PRO', 'MONTHLY', [from, 30], [from, 30])
    expect(amounts(month, pro(15), pro(15), pro(20))).toEqual([500, 750, 0, 0])
  })

  it('of a plan that is heard of late is a part of its period by the calendar', () => {
    const upgrade = paid('PRO', 'YEARLY', [364, 365], [364, 365])
    expect(amounts(upgrade, year)).toEqual([65, 5983])
  })

  it('grants what is missing beside a gift', () => {
    expect(amounts(month, gift('PRO', 0, 30), paid('PRO', 'MONTHLY', [15, 30], [15, 30]))).toEqual([500, 1500, 0])
    expect(amounts(gift('PRO', 0, 30), paid('BASIC', 'MONTHLY', [0, 30]))).toEqual([2000, 0])
  })
})

describe('a change from monthly to yearly', () => {
  const basic = paid('BASIC', 'MONTHLY', [0, 30])

  it.each([
    ['BASIC', 0, 6000 - 500],
    ['BASIC', 15, 6000 - 250],
    ['PRO', 0, 24_000 - 500],
    ['PRO', 15, 24_000 - 250],
    ['PRO', 20, 24_000 - 167],
    ['PRO', 30, 24_000],
  ] as const)('%s yearly after %i days grants the year less the credits of the returned money', (plan, from, amount) =>
    expect(amounts(basic, paid(plan, 'YEARLY', [from, from + 365], [from, 30]))).toEqual([500, amount]),
  )

  it('takes off all that the payments of the month granted, also where a day of the year is worth less', () => {
    const pro = paid('PRO', 'MONTHLY', [15, 30], [15, 30])
    const year = paid('PRO', 'YEARLY', [15, 380], [15, 30])
    expect(amounts(basic, pro, year)).toEqual([500, 750, 23_000])
    // What the month grants no more is not taken off a later upgrade.
    const upgrade = paid('PRO', 'YEARLY', [0, 365], [0, 365])
    expect(amounts(basic, paid('BASIC', 'YEARLY', [0, 365], [0, 30]), upgrade)).toEqual([500, 5500, 18_000])
  })

  it('takes off the time that the provider returned, also where it begins before the year', () =>
    expect(amounts(basic, paid('PRO', 'YEARLY', [15, 380], [12, 30]))).toEqual([500, 24_000 - 300]))

  it('that is refunded lets the month count again', () => {
    const year = paid('BASIC', 'YEARLY', [15, 380], [15, 30])
    const again = paid('BASIC', 'MONTHLY', [20, 50])
    expect(amounts(basic, year, takenBack(year, 1), again)).toEqual([500, 5750, -5750, 333])
  })

  it('takes nothing beside gifts that are worth more', () => {
    const [first, second] = [gift('PRO', 0, 365), gift('PRO', 365, 731)]
    const month = paid('PRO', 'MONTHLY', [0, 30])
    const year = paid('PRO', 'YEARLY', [0, 365], [0, 30])
    expect(amounts(month, first, second, year)).toEqual([2000, 22_000, 24_000, 0])
  })
})

describe('time that was paid for', () => {
  const month = paid('BASIC', 'MONTHLY', [0, 30])
  const again = () => paid('BASIC', 'MONTHLY', [0, 30])

  it('is granted for once, however often it is paid for', () =>
    expect(amounts(month, again(), paid('BASIC', 'MONTHLY', [15, 45]))).toEqual([500, 0, 250]))

  it('is granted for again as far as its money was refunded, or lost in a dispute', () => {
    expect(amounts(month, takenBack(month, 1), again())).toEqual([500, -500, 500])
    expect(amounts(month, takenBack(month, 0.5), again())).toEqual([500, -250, 250])
    expect(amounts(month, takenBack(month, 1, { cause: 'dispute', isFinal: true }), again())).toEqual([500, -500, 500])
  })

  it('is not granted for again while a dispute is open, which may be won', () => {
    const dispute = takenBack(month, 1, { cause: 'dispute' })
    const lost = { ...dispute, data: { ...dispute.data, isFinal: true } } as Command
    expect(amounts(month, dispute, again())).toEqual([500, -500, 0])
    expect(amounts(month, dispute, lost, lost, again())).toEqual([500, -500, 0, 0, 500])
  })
})

describe('a plan that is paid for by the month', () => {
  it('grants each month once and whole, on whatever day it began and in whatever order it is heard of', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
        fc.array(fc.constantFrom('BASIC' as const, 'PRO' as const), { minLength: 1, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        (first, plans, order) => {
          const end = (month: number) => new Date(monthsLater(first.toISOString(), month)).toISOString()
          const shuffled = plans
            .map((plan, n) => ({ plan, from: end(n), through: end(n + 1), at: order.next().value ?? 0 }))
            .toSorted((one, other) => one.at - other.at)
          const commands = shuffled.map(({ plan, from, through }) => {
            const { type, data } = paid(plan, 'MONTHLY', [0, 0])
            return { type, data: { ...data, from, through } } as Command
          })
          expect(amounts(...commands)).toEqual(shuffled.map(({ plan }) => monthlyCredits[plan]))
        },
      ),
    ))
})

describe('the ledger', () => {
  const covers = [{ from: day(0), through: day(30), monthly: 2000, credits: 2000 }]
  const command = { ...gift('PRO', 0, 30), data: { ...gift('PRO', 0, 30).data, grantId: id(9) } } as Command
  const granted = {
    type: 'CreditsGranted',
    data: { userId, grantId: id(9), amount: 2000, comment: 'Gift', balance: 2000, source: 'admin' as const, covers },
  } satisfies Event

  it('grants what a plan comes to, with the time that it is for', () => given(credits)().when(command).emits(granted))

  it('grants once, however often it is requested and by whatever name', () => {
    given(credits)(granted).when(command).emitsNothing()
    given(credits)(granted)
      .when(gift('PRO', 0, 30))
      .emitsNothing()
  })

  it('keeps the period of a payment, and the time in which a change takes the place of earlier payments', () => {
    const [month, year] = [paid('BASIC', 'MONTHLY', [0, 30]), paid('BASIC', 'YEARLY', [15, 380], [15, 30])]
    const { grants } = stateOf(
      credits,
      decideAll(credits, credits.initial, [month, year]).flatMap(({ events }) => events),
    )
    expect(grants).toMatchObject([
      { period: { from: day(0), through: day(30) } },
      { period: { from: day(15), through: day(380) }, replaces: { from: day(15), through: day(30) } },
    ])
  })
})

describe('events of before', () => {
  const before = { userId, source: 'plan' as const, comment: 'Basic plan, yearly', balance: 6000 }
  const year = { from: day(0), through: day(365) }
  const covering = (n: number, amount: number, monthly: number) =>
    ({
      type: 'CreditsGranted',
      data: { ...before, grantId: id(n), amount, covers: [{ ...year, monthly }], period: year },
    }) satisfies Event
  const after = (history: Event[], command: Command) =>
    (credits.decide[command.type](stateOf(credits, history), command.data as never) as Event[]).map(
      ({ data }) => (data as { amount: number }).amount,
    )
  const upgrade = paid('PRO', 'YEARLY', [182.5, 365], [182.5, 365])

  it('that name no credits of their covered time count by the amount that they granted', () => {
    expect(after([covering(9, 6000, 500)], upgrade)).toEqual([9000])
    // An upgrade was granted for the whole period: nothing of it is granted again.
    expect(after([covering(9, 6000, 500), covering(10, 18_000, 1500)], upgrade)).toEqual([0])
  })

  it('that name months count month by month', () => {
    const { covers: _covers, period: _period, ...data } = covering(9, 2000, 500).data
    const months = { ...data, planMonths: { from: day(0), credits: [2000] } }
    expect(after([{ type: 'CreditsGranted', data: months }], gift('PRO', 0, 30))).toEqual([])
    expect(after([{ type: 'CreditsGranted', data: months }], gift('PRO', 15, 45))).toEqual([967])
  })
})
