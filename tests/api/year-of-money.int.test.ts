/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unitsOf } from '../../backend/audit/statements/money.ts'
import { pdfTexts } from '../pdf-text.ts'
import { type SimulatedPayments, simulatedPayments } from '../simulated-payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { isWalk } from '../walk.ts'

/** A year of billing in walks, its first two months otherwise. */
const months = isWalk ? 12 : 2
const hour = 3_600_000
const issuer = { name: 'Quay Ltd', address: ['1 Quay', 'Tidewater'], taxId: 'DE1' }
const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }

let at: SimulatedPayments
let stack: Stack
let admin: Person
let someone: Person
let clock: string

beforeAll(async () => {
  at = await simulatedPayments()
  clock = (await at.stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) })).id
  stack = await startStack({
    receipts: { issuer, series: 'Y' },
    payments: {
      ...at.payments,
      createCustomer: async (userId, email) =>
        (await at.stripe.customers.create({ ...(email && { email }), metadata: { userId }, test_clock: clock })).id,
    },
  })
  await stack.app.listen({ host: '127.0.0.1', port: at.port })
  admin = await stack.member('Ada Admin')
  someone = await stack.member('Wren')
})
afterAll(async () => {
  await stack?.stop()
  await at?.end()
})

const call = async (path: string, body: object) => {
  const answer = await someone.post(`/api/billing/${path}`, body, { 'idempotency-key': randomUUID() })
  expect([path, answer.status, answer.body.detail]).toEqual([path, 200, undefined])
  return answer.body
}

interface Listed {
  id: string
  paidAt: string
  amount: number
  status: string
  receipt: { id: string } | null
  returns: { creditNote: { id: string } | null }[]
}
const payments = async (): Promise<Listed[]> => (await someone.get('/api/billing/payments?limit=100')).body.data

/** Beyond the end of what was paid, and the hour for which a renewal is a draft. */
const renew = async () => {
  const before = (await payments()).length
  const { periodEnd } = (await someone.get('/api/users/me/subscription')).body
  const until = Math.floor((Date.parse(periodEnd) + 2 * hour) / 1000)
  await at.stripe.testHelpers.testClocks.advance(clock, { frozen_time: until })
  await eventually(async () => {
    await at.settle()
    return (await at.stripe.testHelpers.testClocks.retrieve(clock)).status === 'ready'
  })
  await eventually(async () => (await payments()).length > before)
}

/** A pack, and the id of its payment. */
const buyPack = async (number?: string): Promise<string> => {
  const known = new Set((await payments()).map(({ id }) => id))
  await call('credits/purchase', { pack: 'PACK_250', paymentMethodId: await at.card(number), billingAddress })
  await at.settle()
  return eventually(async () => (await payments()).find(({ id }) => !known.has(id))?.id)
}
const refund = async (paymentId: string, amount?: number) => {
  const body = { userId: someone.id, paymentId, reason: 'Sorry', ...(amount && { amount }) }
  expect((await admin.post('/api/admin/billing/refund', body, { 'idempotency-key': randomUUID() })).status).toBe(200)
}
/** A pack whose payment is disputed, decided by the evidence. */
const dispute = async (verdict: 'winning_evidence' | 'losing_evidence', status: string) => {
  const paymentId = await buyPack('4000000000000259')
  const [opened] = (await at.stripe.disputes.list({ payment_intent: paymentId })).data
  await at.stripe.disputes.update(String(opened?.id), { evidence: { uncategorized_text: verdict }, submit: true })
  await at.settle()
  await eventually(async () => (await payments()).find(({ id }) => id === paymentId)?.status === status)
}

const exported = async (format: 'money' | 'pdf', through: string) => {
  const url = `/api/audit/accounts/${someone.id}/exports`
  const asked = await admin.post(url, { format, through }, { 'idempotency-key': randomUUID() })
  const one = `/api/audit/exports/${asked.body.exportId}`
  await eventually(async () => (await admin.get(one)).body.status === 'ready')
  return admin.get(`${one}/file`)
}

/** Every movement of money as the provider lists it. */
const providerLines = async () => {
  const intents = new Map<string, string>()
  for await (const { id, payment_intent } of at.stripe.charges.list({ limit: 100 }))
    intents.set(id, String(payment_intent))
  for await (const { id, payment_intent } of at.stripe.refunds.list({ limit: 100 }))
    intents.set(id, String(payment_intent))
  const lines: { at: string; kind: string; amount: number; payment: string }[] = []
  for await (const { created, type, amount, source } of at.stripe.balanceTransactions.list({ limit: 100 })) {
    const kind = { charge: 'Payment', refund: 'Refund' }[type as string] ?? (amount < 0 ? 'Dispute' : 'Dispute won')
    lines.push({ at: new Date(created * 1000).toISOString(), kind, amount, payment: intents.get(String(source)) ?? '' })
  }
  return lines
}
const textOf = ({ at: time, kind, amount, payment }: Awaited<ReturnType<typeof providerLines>>[number]) =>
  `${time} ${kind} ${unitsOf(amount)} ${payment}`

/** The amount of a receipt or a credit note as its PDF prints it. */
const printedTotal = async (id: string) => {
  const texts = pdfTexts((await someone.get(`/api/billing/receipts/${id}`)).bytes)
  const total = texts[texts.findLastIndex((text) => text === 'Paid' || text === 'Refunded') + 1] ?? ''
  return Math.round(Number(total.replace(/[$,]/g, '').replace('−', '-')) * 100)
}

test('a year of payments, refunds and disputes is that of the provider, to the cent, and so are the documents', {
  timeout: 300_000,
}, async () => {
  const card = await at.card()
  const choice = { plan: 'BASIC', interval: 'MONTHLY' }
  const { clientSecret } = await call('subscription/create', { ...choice, paymentMethodId: card, billingAddress })
  await at.confirm(clientSecret, card)
  await at.settle()
  await eventually(async () => (await payments()).length === 1)
  await refund(await buyPack())
  await refund(await buyPack(), 167)
  await dispute('losing_evidence', 'lost')
  await dispute('winning_evidence', 'paid')
  for (let month = 2; month <= months; month++) await renew()
  const [latest] = await payments()
  await refund(String(latest?.id), 123)
  await at.settle()

  const provider = await providerLines()
  const sum = (...kinds: string[]) =>
    provider.filter(({ kind }) => kinds.includes(kind)).reduce((cents, { amount }) => cents + amount, 0)
  expect(provider).toHaveLength(months + 4 + 3 + 3)

  const documents = await eventually(async () => {
    const all = await payments()
    const notes = all.flatMap(({ returns }) => returns.flatMap(({ creditNote }) => creditNote ?? []))
    const receipts = all.flatMap(({ receipt }) => receipt ?? [])
    return receipts.length === months + 4 && notes.length === 3 ? { receipts, notes } : undefined
  })
  const printed = async (those: readonly { id: string }[]) =>
    (await Promise.all(those.map(({ id }) => printedTotal(id)))).reduce((cents, each) => cents + each, 0)
  expect(await printed(documents.receipts)).toBe(sum('Payment'))
  expect(await printed(documents.notes)).toBe(sum('Refund'))

  await admin.post('/api/audit/looks', { userId: someone.id, reason: 'Closing the year' })
  const now = (await at.stripe.testHelpers.testClocks.retrieve(clock)).frozen_time
  const through = new Date(now * 1000 + 24 * hour).toISOString()
  const [, ...rows] = (await exported('money', through)).text.trimEnd().split('\r\n')
  const lines = rows.map((row) => {
    const [time, kind, , amount = '', , , payment] = row.replace(/"[^"]*"/g, 'text').split(',')
    return `${time} ${kind} ${unitsOf(Math.round(Number(amount) * 100))} ${payment}`
  })
  expect(lines.toSorted()).toEqual(provider.map(textOf).toSorted())

  const paid = sum('Payment')
  const net = sum('Payment', 'Refund', 'Dispute', 'Dispute won')
  const statement = pdfTexts((await exported('pdf', through)).bytes).join(' ')
  expect(statement).toContain(`Paid ${unitsOf(paid)}, returned ${unitsOf(paid - net)}, net ${unitsOf(net)}`)
})
