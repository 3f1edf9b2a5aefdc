import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { type CoveredTime, coverOf, grantFor, monthlyCredits, type PlanPeriod } from '#domain/plan-credits.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const userId = id(1)
const dayMs = 86_400_000
const start = Date.parse('2026-11-22T09:00:00.000Z')
const day = (n: number) => new Date(start + n * dayMs).toISOString()
const period = (plan: PlanPeriod['plan'], from: number, through: number | null): PlanPeriod => ({
  plan,
  from: day(from),
  through: through === null ? null : day(through),
})
/** What each of these periods adds, one after another. */
const amounts = (...periods: PlanPeriod[]): number[] => {
  let covered: CoveredTime[] = []
  return periods.map((each) => {
    const { amount, covers } = grantFor(covered, each)
    covered = coverOf(covered, covers)
    return amount
  })
}

describe('a plan that an admin gives', () => {
  it.each([
    ['BASIC', 30, 500],
    ['PRO', 30, 2000],
    ['BASIC', 365, 6000],
    ['PRO', 365, 24_000],
    ['PRO', 92, 6000],
    ['PRO', 1, 2000],
    ['PRO', null, 2000],
    ['PRO', 4000, 24_000],
    ['FREE', 365, 0],
    ['PRO', 0, 0],
    ['PRO', -30, 0],
  ] as const)('%s for %s days grants %i', (plan, days, amount) =>
    expect(amounts(period(plan, 0, days))).toEqual([amount]),
  )

  it('grants nothing again for time that it granted for, and for a day longer what a day is worth', () =>
    expect(amounts(period('PRO', 0, 30), period('PRO', 0, 30), period('PRO', 1, 31))).toEqual([2000, 0, 66]))

  it('grants the difference to a dearer one, and nothing for a cheaper one', () =>
    expect(amounts(period('BASIC', 0, 30), period('PRO', 10, 30), period('BASIC', 11, 30))).toEqual([500, 1500, 0]))

  it('grants for the time that it is made longer by', () =>
    expect(amounts(period('BASIC', 0, 30), period('BASIC', 0, 365))).toEqual([500, 5500]))

  it('grants for each period that was paid for, in whatever order they become known', () => {
    const periods = [period('BASIC', 0, 30), period('PRO', 30, 61), period('PRO', 0, 30), period('BASIC', 61, 92)]
    expect(amounts(...periods)).toEqual([500, 2000, 1500, 500])
    expect(amounts(...periods.toReversed())).toEqual([500, 2000, 2000, 0])
  })

  it('grants for each month of a dearer plan that was paid for while another one runs', () =>
    expect(amounts(period('BASIC', 0, 365), period('PRO', 15, 45), period('PRO', 45, 75))).toEqual([6000, 1500, 1500]))

  it('grants nothing for being made shorter and longer again', () =>
    expect(amounts(period('PRO', 0, 365), period('PRO', 5, 30), period('PRO', 6, 365))).toEqual([24_000, 0, 0]))

  it('grants anew once the months are over', () =>
    expect(amounts(period('BASIC', 0, 30), period('BASIC', 31, 61))).toEqual([500, 500]))

  it('counts months from the day they began, also where the next has no such day', () =>
    expect(
      grantFor([], { plan: 'BASIC', from: '2027-01-31T00:00:00.000Z', through: '2027-03-31T00:00:00.000Z' }).amount,
    ).toBe(1000))
})

describe('a plan that is paid for by the month', () => {
  /** Periods as a provider makes them of a day of the month, also of a 31st. */
  const boundaries = (first: string, months: number) =>
    Array.from({ length: months + 1 }, (_, n) => {
      const date = new Date(first)
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + n + 1, 0)).getUTCDate()
      return new Date(
        Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + n, Math.min(date.getUTCDate(), last), 12),
      ).toISOString()
    })

  it('grants each month once and whole, on whatever day it began and in whatever order it is heard of', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
        fc.array(fc.constantFrom('BASIC' as const, 'PRO' as const), { minLength: 1, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        (first, plans, order) => {
          const ends = boundaries(first.toISOString(), plans.length)
          const periods = plans.map((plan, n) => ({ plan, from: ends[n] ?? '', through: ends[n + 1] ?? '' }))
          const shuffled = periods
            .map((each) => ({ each, at: order.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
          expect(amounts(...shuffled.map(({ each }) => each))).toEqual(
            shuffled.map(({ each }) => monthlyCredits[each.plan]),
          )
        },
      ),
    ))

  it('an upgrade within a period adds the difference, once, whenever it is heard of', () => {
    const basic = period('BASIC', 0, 30)
    const pro = period('PRO', 0, 30)
    expect(amounts(basic, pro, pro, basic)).toEqual([500, 1500, 0, 0])
    expect(amounts(pro, basic)).toEqual([2000, 0])
  })
})

const changes = fc.array(
  fc.record({
    plan: fc.constantFrom('FREE' as const, 'BASIC' as const, 'PRO' as const),
    after: fc.integer({ min: 0, max: 60 }),
    lasts: fc.option(fc.integer({ min: -5, max: 400 }), { nil: null }),
  }),
  { minLength: 1, maxLength: 25 },
)
/** Changes as they happen within a year, none of which gives a plan beyond it: a month is the least that is given, so none begins in the last. */
const withinAYear = changes.map((list) => {
  let now = 0
  return list.flatMap(({ plan, after, lasts }) => {
    now += after
    if (now > 334) return []
    return [period(plan, now, lasts === null ? null : Math.min(now + lasts, 365))]
  })
})

describe('whatever is given in whatever order', () => {
  it('a year never comes to more than a year of the dearest plan in it, but for what days of short months are worth', () =>
    fc.assert(
      fc.property(withinAYear, (periods) => {
        const total = amounts(...periods).reduce((sum, amount) => sum + amount, 0)
        const dearest = Math.max(0, ...periods.map(({ plan }) => monthlyCredits[plan]))
        expect(total).toBeLessThanOrEqual(12.3 * dearest)
      }),
    ))

  it('nothing is ever taken, and to say it twice adds nothing', () =>
    fc.assert(
      fc.property(withinAYear, (periods) => {
        const twice = amounts(...periods.flatMap((each) => [each, each]))
        for (const [n, amount] of twice.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0)
          if (n % 2 === 1) expect(amount).toBe(0)
        }
      }),
    ))
})

describe('the ledger', () => {
  const command = (n: number, { plan, from, through }: PlanPeriod) =>
    ({
      type: 'GrantPlanCredits',
      data: { userId, grantId: id(n), plan, from, through, source: 'admin', comment: 'Pro plan' },
    }) as const
  const granted = {
    type: 'CreditsGranted',
    data: {
      ...{ userId, grantId: id(9), amount: 2000, comment: 'Pro plan', balance: 2000 },
      source: 'admin' as const,
      covers: [{ from: day(0), through: day(30), monthly: 2000 }],
    },
  } satisfies MessageOf<typeof credits.events>

  it('grants what a plan comes to, with the months that it is for', () =>
    given(credits)()
      .when(command(9, period('PRO', 0, 30)))
      .emits(granted))
  it('grants once, however often it is asked for and by whatever name', () => {
    given(credits)(granted)
      .when(command(9, period('PRO', 0, 30)))
      .emitsNothing()
    given(credits)(granted)
      .when(command(10, period('PRO', 0, 30)))
      .emitsNothing()
  })
  it('remembers the time whatever else is granted, and what was kept by months once', () => {
    const gift = { ...granted.data, covers: undefined, grantId: id(11), balance: 4000 }
    const covered = [{ from: day(0), through: day(30), monthly: 2000 }]
    expect(stateOf(credits, [granted, { type: 'CreditsGranted', data: gift }])).toMatchObject({ covered })
    const { covers: _covers, ...before } = granted.data
    const months = { ...before, planMonths: { from: day(0), credits: [2000] } }
    expect(stateOf(credits, [{ type: 'CreditsGranted', data: months }])).toMatchObject({ covered })
  })
})
