import { describe, expect, it } from 'vitest'
import { ledgerOf, type Recorded } from '#domain/ledger.ts'
import { type PaidIds, paymentsOf } from '#domain/ledger-payments.ts'
import { giveBack, grant, hold, id, recorded, takeBack } from './ledger-histories.ts'

const ids: PaidIds = {
  grant: (reference) => id(300 + Number(reference.slice(3))),
  refund: (reference) => id(900 + Number(reference.slice(3))),
  dispute: (reference) => id(900 + Number(reference.slice(3))),
}
const userId = id(1)
const billed = (...said: [type: string, data: object][]): Recorded[] =>
  said.map(([type, data], revision) => ({
    type,
    data: { userId, ...data },
    revision,
    id: id(40_000 + revision),
    position: String(revision),
    at: '2026-11-16T19:02:11.000Z',
    metadata: {},
  }))
const pack = (n: number) =>
  ['PackPaid', { paymentId: `pi_${n}`, pack: 'PACK_250', credits: 250, amount: 500 }] satisfies [string, object]
const refund = (n: number, of: number, amount: number) =>
  ['PaymentRefunded', { refundId: `re_${n}`, paymentId: `pi_${of}`, amount, of: 500 }] satisfies [string, object]
const plan = (n: number) =>
  [
    'PlanPaid',
    { invoiceId: `in_${n}`, paymentId: `pi_${n}`, plan: 'PRO', interval: 'MONTHLY', amount: 1500 },
  ] satisfies [string, object]

const compared = (billing: Recorded[], commands: Parameters<typeof recorded>[0]) =>
  paymentsOf(billing, ledgerOf(recorded(commands)).entries, ids)
const results = (billing: Recorded[], commands: Parameters<typeof recorded>[0]) =>
  compared(billing, commands).payments.map(({ result, expected }) => [result, expected])

describe('payments beside the ledger', () => {
  it('match the grants that were made for them', () => {
    const { payments, matched, unpaid } = compared(billed(pack(1), plan(2)), [grant(1, 250), grant(2, 2000)])
    expect(payments.map(({ kind, amount, result, entries }) => [kind, amount, result, entries[0]?.entry])).toEqual([
      ['pack', 500, 'match', 1],
      ['plan', 1500, 'match', 2],
    ])
    expect([matched, unpaid]).toEqual([2, []])
  })

  it('are missed where nothing was granted', () =>
    expect(results(billed(pack(1), plan(2)), [])).toEqual([
      ['missing', 250],
      ['missing', null],
    ]))
  it('differ where something else was granted', () =>
    expect(results(billed(pack(1)), [grant(1, 200)])).toEqual([['differs', 250]]))
  it('are missing where a pack was granted that nobody paid for', () =>
    expect(compared(billed(pack(1)), [grant(1, 250), grant(2, 250)]).unpaid.map(({ entry }) => entry)).toEqual([2]))
  it('leave alone what was given', () => expect(compared([], [grant(1, 20, 'admin')]).unpaid).toEqual([]))
})

describe('money that went back', () => {
  const bought = [grant(1, 250), hold([1, 200])]
  it('matches what was asked back, also where that was spent', () =>
    expect(results(billed(pack(1), refund(1, 1, 500)), [...bought, takeBack(1, 1, 500)])[1]).toEqual(['match', -250]))
  it('is in proportion', () =>
    expect(results(billed(pack(1), refund(1, 1, 250)), [...bought, takeBack(1, 1, 250)])[1]).toEqual(['match', -125]))
  it('is missing where nothing was asked back', () =>
    expect(results(billed(pack(1), refund(1, 1, 500)), bought)[1]).toEqual(['missing', -250]))
  it('differs where less was asked back', () =>
    expect(results(billed(pack(1), refund(1, 1, 500)), [...bought, takeBack(1, 1, 250)])[1]).toEqual(['differs', -250]))
  it('is no more than the grant, by two refunds', () =>
    expect(
      results(billed(pack(1), refund(1, 1, 400), refund(2, 1, 400)), [
        ...bought,
        takeBack(1, 1, 400),
        takeBack(2, 1, 400),
      ]),
    ).toEqual([
      ['match', 250],
      ['match', -200],
      ['match', -50],
    ]))

  const disputed = ['PaymentDisputed', { disputeId: 'du_1', paymentId: 'pi_1', amount: 500, of: 500 }] satisfies [
    string,
    object,
  ]
  const won = ['DisputeClosed', { disputeId: 'du_1', paymentId: 'pi_1', won: true }] satisfies [string, object]
  it('comes again when a dispute is won', () => {
    const entries = [...bought, takeBack(1, 1, 500)]
    expect(results(billed(pack(1), disputed, won), entries)[2]?.[0]).toBe('missing')
    expect(results(billed(pack(1), disputed, won), [...entries, giveBack(1, 1)])[2]?.[0]).toBe('match')
  })

  const failed = ['PaymentRefundFailed', { refundId: 're_1', paymentId: 'pi_1' }] satisfies [string, object]
  it('comes again when a refund fails, and may go back once more', () => {
    const entries = [...bought, takeBack(1, 1, 500)]
    expect(results(billed(pack(1), refund(1, 1, 500), failed), entries)[2]?.[0]).toBe('missing')
    const again = [...entries, giveBack(1, 1), takeBack(2, 1, 500)]
    expect(results(billed(pack(1), refund(1, 1, 500), failed, refund(2, 1, 500)), again)).toEqual([
      ['match', 250],
      ['match', -250],
      ['match', null],
      ['match', -250],
    ])
  })
})

it('what a round of reconciliation found is said with what to do', () =>
  expect(
    compared(
      billed(['DifferencesFound', { differences: [{ code: 'customer_gone', reference: 'cus_1', mended: false }] }]),
      [],
    ).differences,
  ).toMatchObject([{ code: 'customer_gone', eventId: id(40_000), what: 'The provider has this customer no more.' }]))

it('what stands and is found each night is said once, as it was found last', () => {
  const found = (code: string, mended: boolean) =>
    ['DifferencesFound', { differences: [{ code, reference: 'pi_1', mended }] }] satisfies [string, object]
  const { differences } = compared(
    billed(found('payment_not_there', false), found('pack_missed', true), found('payment_not_there', false)),
    [],
  )
  expect(differences.map(({ code, eventId }) => [code, eventId])).toEqual([
    ['payment_not_there', id(40_002)],
    ['pack_missed', id(40_001)],
  ])
})

it('what a later round does not find is settled on that day, until it is found anew', () => {
  const difference = { code: 'customer_gone', reference: 'cus_1' } as const
  const found = ['DifferencesFound', { differences: [{ ...difference, mended: false }] }] satisfies [string, object]
  const settled = ['DifferencesSettled', { settled: [difference] }] satisfies [string, object]
  const settledAt = (...events: [string, object][]) =>
    compared(billed(...events), []).differences.map((each) => each.settledAt)
  expect(settledAt(found)).toEqual([null])
  expect(settledAt(found, settled)).toEqual([expect.any(String)])
  expect(settledAt(found, settled, found)).toEqual([null])
})
