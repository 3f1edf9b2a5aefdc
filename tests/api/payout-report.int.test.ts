import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#domain/billing.ts'
import type { AccountSeen } from '#domain/billing-account.ts'
import { timerContext } from '../../backend/commands/context.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** Three months of one customer in the provider's payout report, itemised: the columns that an accountant reconciles by. */
interface Reported {
  at: string
  currency: string
  gross: number
  category: 'charge' | 'refund' | 'dispute' | 'dispute_reversal'
  source: string
  payment: string
}

const centsOf = (units: string) => Math.round(Number(units) * 100)

const readReport = async (): Promise<Reported[]> => {
  const text = await readFile(join(import.meta.dirname, '../audit/payout-report.csv'), 'utf8')
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.split(',')
  return lines.map((line) => {
    const cells = new Map(line.split(',').map((cell, index) => [names[index], cell]))
    const of = (name: string) => cells.get(name) ?? ''
    return {
      at: `${of('created_utc').replace(' ', 'T')}.000Z`,
      currency: of('currency').toUpperCase(),
      gross: centsOf(of('gross')),
      category: of('reporting_category') as Reported['category'],
      source: of('source_id'),
      payment: of('payment_intent_id'),
    }
  })
}

/** The provider's objects for the payments of the report. Plans include 19 % of tax, packs none. */
const plans = {
  pi_01: { plan: 'BASIC', from: '2026-01-04T09:15:22.000Z', through: '2026-02-04T09:15:22.000Z', tax: 95 },
  pi_03: { plan: 'BASIC', from: '2026-02-04T09:15:22.000Z', through: '2026-03-04T09:15:22.000Z', tax: 95 },
  pi_06: { plan: 'PRO', from: '2026-03-04T09:15:22.000Z', through: '2026-04-04T09:15:22.000Z', tax: 380 },
} as const
type PlanPayment = keyof typeof plans
const isPlan = (payment: string): payment is PlanPayment => payment in plans

const accountOf = (report: readonly Reported[]): AccountSeen => {
  const of = (category: Reported['category']) => report.filter((row) => row.category === category)
  const charges = of('charge')
  const paidFor = (payment: string) => charges.find((row) => row.payment === payment)?.gross ?? 0
  const reversals = new Map(of('dispute_reversal').map(({ source, at }) => [source, at]))
  return {
    customerId: 'cus_1',
    subscriptions: [],
    invoices: charges.flatMap(({ payment, gross }) => {
      if (!isPlan(payment)) return []
      const { plan, from, through } = plans[payment]
      return {
        invoiceId: `in_${payment}`,
        subscriptionId: 'sub_1',
        status: 'paid' as const,
        plan,
        interval: 'MONTHLY' as const,
        from,
        through,
        amount: gross,
        paymentId: payment,
        attempts: 1,
        nextAttemptAt: null,
      }
    }),
    purchases: charges
      .filter(({ payment }) => !isPlan(payment))
      .map(({ payment, gross }) => ({ paymentId: payment, pack: 'PACK_250', amount: gross })),
    payments: charges.map(({ payment, at }) => ({
      paymentId: payment,
      paidAt: at,
      currency: 'usd',
      tax: isPlan(payment) ? plans[payment].tax : 0,
      card: { brand: 'visa', last4: '4242' },
    })),
    refunds: of('refund').map(({ source, payment, gross, at }) => ({
      refundId: source,
      paymentId: payment,
      amount: -gross,
      of: paidFor(payment),
      at,
    })),
    disputes: of('dispute').map(({ source, payment, gross, at }) => {
      const closedAt = reversals.get(source)
      const dispute = { disputeId: source, paymentId: payment, amount: -gross, of: paidFor(payment), at }
      return closedAt ? { ...dispute, status: 'won' as const, closedAt } : { ...dispute, status: 'lost' as const }
    }),
  }
}

let stack: Stack
let admin: Person
let someone: Person
let report: Reported[]
beforeAll(async () => {
  stack = await startStack({ receipts: { issuer: { name: 'Quay Ltd', address: [], taxId: null }, series: 'P' } })
  admin = await stack.member('Ada Admin')
  someone = await stack.member('Ines')
  report = await readReport()
  const data = { userId: someone.id, askedAt: '2026-04-01T00:00:00.000Z', account: accountOf(report) }
  await dispatcher(commandHandler(stack.store)).dispatch(timerContext('report', someone.id), billing, someone.id, {
    type: 'RecordAccount',
    data,
  })
  await eventually(async () => {
    const { rows } = await stack.pool.query<{ count: number }>('select count(*)::int as count from receipts')
    return rows[0]?.count === report.filter(({ category }) => category === 'charge' || category === 'refund').length
  })
  await admin.post('/api/audit/looks', { userId: someone.id, reason: 'Closing the months' })
})
afterAll(() => stack?.stop())

const exported = async (body: { format: string; from: string; through: string }) => {
  const url = `/api/audit/accounts/${someone.id}/exports`
  const { body: asked } = await admin.post(url, body, { 'idempotency-key': randomUUID() })
  await eventually(async () => (await admin.get(`/api/audit/exports/${asked.exportId}`)).body.status === 'ready')
  return admin.get(`/api/audit/exports/${asked.exportId}/file`)
}

const kinds: Record<Reported['category'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
}
/** The cells by which a line of the report and one of the statement are the same movement of money. */
const expectedOf = ({ at, category, gross, currency, payment, source }: Reported) =>
  [at, kinds[category], gross, currency, payment, category === 'charge' ? '' : source].join(' ')

test.each([
  ['2026-01', '2026-02'],
  ['2026-02', '2026-03'],
  ['2026-03', '2026-04'],
])('the statement of %s has the lines of the payout report, to the cent and the second', async (month, next) => {
  const period = { from: `${month}-01T00:00:00.000Z`, through: `${next}-01T00:00:00.000Z` }
  const { text } = await exported({ format: 'money', ...period })
  const [, ...rows] = text.trimEnd().split('\r\n')
  const lines = rows.map((row) => {
    const [at, kind, , amount = '', , currency, payment, source] = row.replace(/"[^"]*"/g, 'text').split(',')
    return [at, kind, centsOf(amount), currency, payment, source].join(' ')
  })
  expect(lines).toEqual(report.filter(({ at }) => at.startsWith(month)).map(expectedOf))
})

test('the totals of all months are those of the report, with the tax that remains', async () => {
  const { text } = await exported({
    format: 'jsonl',
    from: '2026-01-01T00:00:00.000Z',
    through: '2026-04-01T00:00:00.000Z',
  })
  const [{ totals }] = text.split('\n', 1).map((line) => JSON.parse(line))
  const sum = (rows: readonly Reported[]) => rows.reduce((cents, { gross }) => cents + gross, 0)
  const paid = sum(report.filter(({ category }) => category === 'charge'))
  expect(totals).toEqual([{ currency: 'USD', paid, returned: paid - sum(report), net: sum(report), tax: 95 + 380 }])
})

test('documents sum up to what was charged and refunded', async () => {
  const { rows } = await stack.pool.query<{ kind: string; sum: number }>(
    'select kind, sum(amount)::int as sum from receipts where "userId" = $1 group by kind order by kind',
    [someone.id],
  )
  const sum = (category: Reported['category']) =>
    report.filter((row) => row.category === category).reduce((cents, { gross }) => cents + Math.abs(gross), 0)
  expect(rows).toEqual([
    { kind: 'credit_note', sum: sum('refund') },
    { kind: 'receipt', sum: sum('charge') },
  ])
})
