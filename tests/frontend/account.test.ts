import { describe, expect, test } from 'vitest'
import type { CreditTransactionRow } from '#projections/credit-transactions.ts'
import { layOutChart } from '../../frontend/src/features/account/chart.ts'
import { amountOf, causeOf, dated } from '../../frontend/src/features/account/history.ts'

const line = (n: number, quantity: number, status: CreditTransactionRow['status']): CreditTransactionRow => ({
  id: `0198c0de-0000-7000-8000-00000000000${n}`,
  userId: '0198c0de-0000-7000-8000-000000000009',
  quantity,
  owed: 0,
  status,
  comment: 'Image: Longlight Vista',
  createdAt: `2026-11-0${n}T09:00:00.000Z`,
})

/** The newest first, as they are answered. */
const rows = [
  line(5, -5, 'held'),
  line(4, -8, 'released'),
  line(3, -20, 'captured'),
  line(2, 500, 'granted'),
  line(1, 100, 'granted'),
]

test('a purchase has its price and card in the history', () => {
  const payment = { amount: 500, card: { brand: 'visa', last4: '4242' } }
  const bought = { ...line(1, 250, 'granted'), comment: '250 credits', payment }
  expect(causeOf(bought)).toBe('250 credits bought, $5.00, Visa ending in 4242')
  expect(causeOf({ ...bought, comment: 'Pro plan, monthly', payment: { ...payment, card: null } })).toBe(
    'Pro plan, monthly, $5.00',
  )
})

describe('The history of credits', () => {
  test('what is held, or came back, leaves the balance as it is', () => {
    expect(dated({ rows, balanceThen: 580 }).map(({ balance }) => balance)).toEqual([580, 580, 580, 600, 100])
  })

  test('a later page goes on where the one before it ended', () => {
    expect(dated({ rows: rows.slice(3), balanceThen: 600 }).map(({ balance }) => balance)).toEqual([600, 100])
  })

  test('only what came or went has a sign', () => {
    expect(rows.map(amountOf)).toEqual(['5', '8', '−20', '+500', '+100'])
  })
})

test('what was taken back says what of it is owed still, and counts with what settles it', () => {
  const lines = [
    { ...line(4, -60, 'owed_settled'), owed: -60 },
    line(3, 100, 'granted'),
    { ...line(2, -40, 'taken_back'), owed: 60, comment: 'Refund: Basic plan' },
    line(1, 100, 'granted'),
  ]
  expect(dated({ rows: lines, balanceThen: 100 }).map(({ balance }) => balance)).toEqual([100, 160, 60, 100])
  expect(lines.map(amountOf)).toEqual(['−60', '+100', '−40', '+100'])
  expect(lines.map(causeOf)[2]).toBe('Refund: Basic plan (60 owed)')
})

describe('The balance over time', () => {
  const lines = dated({ rows, balanceThen: 580 }).toReversed()
  const now = Date.parse('2026-11-09T09:00:00.000Z')

  test('goes from the first line to now, in steps, under a round figure', () => {
    const { steps, levels, marks, left, right } = layOutChart(lines, 700, now)
    expect(levels.map(({ value }) => value)).toEqual([0, 200, 400, 600])
    expect(marks.map(({ x }) => x)).toEqual(marks.map(({ x }) => x).toSorted((a, b) => a - b))
    expect(marks[0]?.x).toBe(left)
    expect(steps.startsWith(`M${left} `)).toBe(true)
    expect(steps.endsWith(`H${right}`)).toBe(true)
  })

  test('is drawn of nothing spent and nothing left as well', () => {
    const nothing = dated({ rows: [line(2, -100, 'captured'), line(1, 100, 'granted')], balanceThen: 0 }).toReversed()
    expect(layOutChart(nothing, 700, now).steps).not.toMatch(/NaN|Infinity/)
  })
})
