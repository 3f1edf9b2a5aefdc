import { describe, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import { mostStrangers, reconciliation } from '#domain/reconciliation.ts'
import { given } from '../given.ts'

/** What a round of reconciliation finds, and that it is over. */

const userId = '0198c0de-0000-7000-8000-00000000000a'
const round = (n: number) => `0198c0de-0000-7000-8000-0000000000${n}0`
const missing = { code: 'payment_not_there', reference: 'pi_1' } as const
const refund = { code: 'refund_not_there', reference: 're_1' } as const
const gone = { code: 'customer_gone', reference: 'cus_1' } as const
type Said = { code: (typeof missing | typeof refund | typeof gone)['code']; reference: string }
const unmended = (said: readonly Said[]) => said.map((each) => ({ ...each, mended: false }))

const data = (roundId: string, ...said: Said[]) => ({ userId, roundId, differences: unmended(said) })
const found = (roundId: string, ...said: Said[]) => ({
  type: 'DifferencesFound' as const,
  data: data(roundId, ...said),
})
const settled = (roundId: string, ...said: Said[]) => ({
  type: 'DifferencesSettled' as const,
  data: { userId, roundId, settled: said },
})
const note = (roundId: string, ...said: Said[]) => ({ type: 'NoteDifferences' as const, data: data(roundId, ...said) })
const givenBilling = given(billing)

describe('a difference with the payment provider', () => {
  it('is settled by the first round that does not find it, once', () => {
    givenBilling(found(round(1), missing))
      .when(note(round(2)))
      .emits(settled(round(2), missing))
    givenBilling(found(round(1), missing), settled(round(2), missing))
      .when(note(round(3)))
      .emitsNothing()
  })
  it('is not while others are, and it stands', () =>
    givenBilling(found(round(1), missing, refund))
      .when(note(round(2), refund))
      .emits(settled(round(2), missing), found(round(2), refund)))
  it('is not by the round that found it: what was begun again after a restart has mended it meanwhile', () =>
    givenBilling(found(round(1), missing))
      .when(note(round(1)))
      .emitsNothing())
  it('may come back, and be settled again', () =>
    givenBilling(found(round(1), missing), settled(round(2), missing), found(round(3), missing))
      .when(note(round(4)))
      .emits(settled(round(4), missing)))
  it('is not known to be over where the customer is gone, of whom nothing else is compared', () =>
    givenBilling(found(round(1), missing))
      .when(note(round(2), gone))
      .emits(found(round(2), gone)))
})

describe('a customer whom only the provider knows', () => {
  const stranger = (n: number) => ({ code: 'customer_unknown' as const, reference: `cus_${n}` })
  const strangers = (count: number) => Array.from({ length: count }, (_, n) => ({ ...stranger(n + 2), mended: false }))
  const began = (roundId: string) => ({
    type: 'ReconciliationBegan' as const,
    data: { roundId, cause: 'asked' as const },
  })
  const before = [
    began(round(1)),
    { type: 'StrangersFound' as const, data: { roundId: round(1), strangers: [{ ...stranger(1), mended: false }] } },
    { type: 'ReconciliationEnded' as const, data: { roundId: round(1), outcome: 'finished' as const, looked: 0 } },
    began(round(2)),
  ]
  const note = (count: number) => ({
    type: 'NoteStrangers' as const,
    data: { roundId: round(2), strangers: strangers(count) },
  })

  it('is settled when a round does not find them', () =>
    given(reconciliation)(...before)
      .when(note(0))
      .emits({ type: 'StrangersSettled', data: { roundId: round(2), settled: [stranger(1)] } }))
  it('is not where there are more than a round names', () =>
    given(reconciliation)(...before)
      .when(note(mostStrangers))
      .emits({ type: 'StrangersFound', data: { roundId: round(2), strangers: strangers(mostStrangers) } }))
})
