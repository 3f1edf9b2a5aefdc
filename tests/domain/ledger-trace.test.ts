import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ledgerOf } from '#domain/ledger.ts'
import { traceOf } from '#domain/ledger-trace.ts'
import { anyHistory, capture, giveBack, grant, hold, id, recorded, release, takeBack } from './ledger-histories.ts'

/** Two grants; four pictures asked for together, three of which came; then another one. */
const events = recorded([
  ...[grant(1, 12, 'welcome'), grant(2, 250), hold([1, 8], [2, 8], [3, 8], [4, 8])],
  ...[capture(1), capture(2), capture(3), release(4), hold([5, 8]), capture(5)],
])
const { entries } = ledgerOf(events)
const eventOf = (entry: number) => events[entry - 1]?.id ?? ''
const trace = (of: string) => {
  const found = traceOf(entries, of)
  return {
    ...found,
    holds: found?.holds.map(({ holdId }) => holdId),
    grants: found?.grants.map(({ grantId }) => grantId),
  }
}

describe('from an event to all that belongs to it', () => {
  const together = { credits: 32, holds: [1, 2, 3, 4].map((n) => id(100 + n)), grants: [id(301), id(302)], more: 0 }

  it.each([
    ['its hold', eventOf(3)],
    ['a capture', eventOf(7)],
    ['a release', eventOf(10)],
    ['the id of a hold', id(102)],
    ['the picture that it was for', id(5002)],
    ['the stream of that', `image-edits-${id(5001)}`],
    ['what ended it', events[8]?.metadata.causationId ?? ''],
    ['the request', events[3]?.metadata.correlationId ?? ''],
  ])('goes by %s to all holds of the request, and their grants', (_what, of) =>
    expect(trace(of)).toMatchObject(together),
  )

  it('goes by a grant to all that it paid for', () => {
    expect(trace(eventOf(1))).toMatchObject({ credits: 16, grants: [id(301), id(302)] })
    expect(trace(eventOf(2)).holds).toEqual([2, 3, 4, 5].map((n) => id(100 + n)))
  })

  it('says what of each grant is in it, and where the rest is', () =>
    expect(traceOf(entries, eventOf(3))?.grants).toMatchObject([
      { granted: 12, traced: 12, left: 0, held: 0, spent: 12 },
      { granted: 250, traced: 20, left: 230, held: 0, spent: 20 },
    ]))

  it('says how each hold ended, and by which event of the work', () =>
    expect(
      traceOf(entries, eventOf(3))?.holds.map(({ from, outcome }) => [from, outcome?.as, outcome?.reason]),
    ).toEqual([
      [[{ grantId: id(301), credits: 8 }], 'captured', null],
      [
        [
          { grantId: id(301), credits: 4 },
          { grantId: id(302), credits: 4 },
        ],
        'captured',
        null,
      ],
      [[{ grantId: id(302), credits: 8 }], 'captured', null],
      [[{ grantId: id(302), credits: 8 }], 'released', 'cancelled'],
    ]))

  it('has nothing to say of what is not there', () => expect(traceOf(entries, id(9999))).toBeUndefined())
})

describe('money that went back', () => {
  const spent = recorded([grant(1, 100), hold([1, 80]), capture(1), takeBack(1, 1, 500), grant(2, 50), giveBack(1, 1)])
  const found = traceOf(ledgerOf(spent).entries, spent[3]?.id ?? '')

  it('leads to its grant, to what settled it, and to its giving back', () => {
    expect(found?.takeBacks).toMatchObject([
      {
        takeBackId: id(901),
        grantId: id(301),
        cause: 'refund',
        taken: 20,
        owed: 80,
        settled: [{ grantId: id(302), credits: 50 }],
        givenBack: { credits: 70, forgiven: 30 },
      },
    ])
    expect(found?.grants.map(({ grantId }) => grantId)).toEqual([id(301), id(302)])
  })

  it('is found from what it was paid for, too', () => {
    const { entries } = ledgerOf(spent)
    expect(traceOf(entries, id(101))?.takeBacks).toEqual(found?.takeBacks)
  })
})

describe('any entry of any history', () => {
  it('is traced; each credit of its holds is from a grant that is named', () =>
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { entries } = ledgerOf(history)
        for (const { eventId } of entries) {
          const found = traceOf(entries, eventId)
          const inHolds = found?.holds.reduce((sum, { credits }) => sum + credits, 0)
          expect(found?.grants.reduce((sum, { traced }) => sum + traced, 0)).toBe(inHolds)
        }
      }),
      { numRuns: 40 },
    ))
})
