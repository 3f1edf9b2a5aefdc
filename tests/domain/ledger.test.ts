import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { ledgerOf, type Recorded } from '#domain/ledger.ts'
import { checksOf } from '#domain/ledger-checks.ts'
import { amountsOf, countAt, curveOf, pageAround } from '#domain/ledger-pages.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import {
  anyHistory,
  capture,
  giveBack,
  grant,
  hold,
  id,
  recorded,
  release,
  takeBack,
  withoutGrants,
} from './ledger-histories.ts'

const entriesOf = (events: readonly Recorded[]) => ledgerOf(events).entries
const brokenIn = (events: readonly Recorded[]) =>
  checksOf(events, ledgerOf(events)).flatMap(({ rule, broken }) => broken.map((event) => [rule, event]))

describe('a ledger', () => {
  const history = recorded([grant(1, 100, 'welcome'), grant(2, 250), hold([1, 8], [2, 8]), capture(1), release(2)])

  it('has an entry for each event, with what there was after it', () =>
    expect(
      entriesOf(history).map(({ entry, kind, credits, change, held, balance, available }) => [
        ...[entry, kind, credits, change, held, balance, available],
      ]),
    ).toEqual([
      [1, 'grant', 100, 100, 0, 100, 100],
      [2, 'purchase', 250, 250, 0, 350, 350],
      [3, 'hold', 8, 0, 8, 350, 342],
      [4, 'hold', 8, 0, 16, 350, 334],
      [5, 'capture', -8, -8, 8, 342, 334],
      [6, 'release', 8, 0, 0, 342, 342],
    ]))

  it('names the events that an entry hangs together with, and their credits', () =>
    expect(entriesOf(history)[4]?.threads).toEqual([
      { kind: 'hold', id: id(101), eventId: history[2]?.id, credits: 8, source: null },
      { kind: 'grant', id: id(301), eventId: history[0]?.id, credits: 8, source: 'welcome' },
    ]))

  it('is the same from events that do not name their grants', () =>
    fc.assert(
      fc.property(anyHistory, (events) => {
        expect(entriesOf(withoutGrants(events))).toEqual(entriesOf(events))
      }),
    ))

  it('goes on from what is known', () =>
    fc.assert(
      fc.property(anyHistory, fc.nat(), (events, n) => {
        const cut = events.length === 0 ? 0 : n % events.length
        expect(ledgerOf(events.slice(cut), ledgerOf(events.slice(0, cut)))).toEqual(ledgerOf(events))
      }),
    ))

  it('comes to what the rules of credits come to', () =>
    fc.assert(
      fc.property(anyHistory, (events) => {
        const { balance = 0, held = 0, available = 0, owed = 0 } = entriesOf(events).at(-1) ?? {}
        expect({ balance, held, available, owed }).toEqual(amountsOf(stateOf(credits, events)))
      }),
    ))
})

describe('what must be so of every ledger', () => {
  it('is, whatever happened', () =>
    fc.assert(
      fc.property(anyHistory, (events) => {
        expect(brokenIn(events)).toEqual([])
      }),
    ))

  const history = recorded([grant(1, 100), hold([1, 8]), capture(1)])
  const changed = (revision: number, data: object): Recorded[] =>
    history.map((event) =>
      event.revision === revision ? { ...event, data: { ...(event.data as object), ...data } } : event,
    )

  it('names the event whose balance does not follow', () =>
    expect(brokenIn(changed(1, { balance: 93 }))).toContainEqual(['balances_follow', history[1]?.id]))
  it('names a capture of what no grant covers', () =>
    expect(brokenIn(changed(2, { amount: 9 }))).toContainEqual(['captures_have_grants', history[2]?.id]))
  it('names an end of what was not held', () =>
    expect(brokenIn(changed(2, { holdId: id(777) }))).toContainEqual(['holds_end_once', history[2]?.id]))
  it('names a grant of which more is gone than there was', () =>
    expect(brokenIn(changed(0, { amount: 5 }))).toContainEqual(['grants_add_up', history[0]?.id]))
  it('names credits that are of a grant which never was', () =>
    expect(brokenIn(changed(1, { from: [{ grantId: id(778), amount: 8 }] }))).toContainEqual([
      'grants_add_up',
      history[1]?.id,
    ]))
})

describe('sums', () => {
  const period = fc.tuple(
    anyHistory,
    fc.nat(),
    fc.nat(),
    fc.constantFrom('period' as const, 'source' as const, 'purpose' as const),
  )

  it('leave nothing unaccounted for, of any history, in any period of it, by whatever they are sorted', () =>
    fc.assert(
      fc.property(period, ([events, a, b, by]) => {
        const [from = 0, to = 0] = [a % (events.length + 1), b % (events.length + 1)].toSorted(
          (one, other) => one - other,
        )
        const { total, lines, opening, closing } = sumsOf(events, { from, to, by })
        expect([total, ...lines].map(({ unaccounted }) => unaccounted)).toEqual([total, ...lines].map(() => 0))
        const amount = by === 'purpose' ? 'held' : 'balance'
        expect([total.opening, total.closing]).toEqual([opening[amount], closing[amount]])
      }),
    ))

  it('by source and by month come to the same as all together', () =>
    fc.assert(
      fc.property(anyHistory, (events) => {
        for (const by of ['source', 'period'] as const) {
          const { lines, total } = sumsOf(events, { from: 0, to: events.length, by })
          for (const figure of ['granted', 'captured', 'takenBack', 'settled', 'givenBack', 'removed'] as const)
            expect(lines.reduce((sum, { figures }) => sum + figures[figure].credits, 0)).toBe(
              total.figures[figure].credits,
            )
        }
      }),
    ))

  it('by purpose are of what is held, and so is their last line', () => {
    const events = recorded([grant(1, 100), hold([1, 8], [2, 5]), capture(1)])
    const { total, lines } = sumsOf(events, { from: 0, to: events.length, by: 'purpose' })
    const { held, captured, released } = total.figures
    expect([held, captured, released].map(({ credits }) => credits)).toEqual([13, 8, 0])
    expect(total).toMatchObject({ opening: 0, closing: 5, unaccounted: 0 })
    expect(lines.reduce((sum, { closing }) => sum + closing, 0)).toBe(5)
  })

  it('say from which event to which a figure was made', () => {
    const events = recorded([grant(1, 100), hold([1, 8], [2, 8]), capture(1), capture(2)])
    const [line] = sumsOf(events, { from: 0, to: 5, by: 'source' }).lines
    expect(line?.figures.captured).toMatchObject({
      credits: 16,
      entries: 2,
      first: { eventId: events[3]?.id, entry: 4 },
      last: { eventId: events[4]?.id, entry: 5 },
    })
  })

  it('count what was asked back, settled and given back', () => {
    const events = recorded([
      ...[grant(1, 100), hold([1, 80]), capture(1), takeBack(1, 1, 500), grant(2, 50), giveBack(1, 1)],
    ])
    const { total } = sumsOf(events, { from: 0, to: events.length, by: 'period' })
    const sums = Object.entries(total.figures).map(([figure, { credits }]) => [figure, credits])
    expect(Object.fromEntries(sums)).toEqual({
      granted: 150,
      captured: 80,
      takenBack: 20,
      settled: 50,
      givenBack: 70,
      held: 80,
      released: 0,
      removed: 0,
    })
  })
})

describe('a page of a ledger', () => {
  const { entries } = ledgerOf(recorded(Array.from({ length: 40 }, (_, n) => grant(n, 1))))
  const numbers = (page: typeof entries) => [page[0]?.entry, page.at(-1)?.entry]

  it('is what led to a moment, with a little of what came later', () =>
    expect(numbers(pageAround(entries, { entry: 20, limit: 12 }))).toEqual([12, 23]))
  it('is full at both ends', () => {
    expect(numbers(pageAround(entries, { entry: 0, limit: 12 }))).toEqual([1, 12])
    expect(numbers(pageAround(entries, { entry: 40, limit: 12 }))).toEqual([29, 40])
  })
  it('goes on before and after', () => {
    expect(numbers(pageAround(entries, { entry: 20, before: 12, limit: 5 }))).toEqual([7, 11])
    expect(numbers(pageAround(entries, { entry: 20, after: 23, limit: 5 }))).toEqual([24, 28])
  })
  it('counts what had happened at a position', () => {
    expect([99n, 100n, 109n, 110n, 10_000n].map((position) => countAt(entries, position))).toEqual([0, 1, 1, 2, 40])
  })
})

describe('a curve', () => {
  const commands = Array.from({ length: 700 }, (_, n) => [grant(n, 100), hold([n, 60]), capture(n)]).flat()
  const { entries } = ledgerOf(recorded(commands))
  const steps = curveOf(entries)

  it('is thinned to what can be drawn, and stands for all of it', () => {
    expect(steps.length).toBeLessThanOrEqual(600)
    expect(steps.reduce((sum, step) => sum + step.entries, 0)).toBe(entries.length)
    expect([steps[0]?.entry, steps.at(-1)?.entry]).toEqual([1, entries.length])
  })
  it('keeps the highest and the lowest', () => {
    const balances = (all: readonly { balance: number }[]) => all.map(({ balance }) => balance)
    expect(Math.max(...balances(steps))).toBe(Math.max(...balances(entries)))
    expect(Math.min(...balances(steps))).toBe(Math.min(...balances(entries)))
  })
})
