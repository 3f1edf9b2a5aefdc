import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { receiptStream, receipts } from '#domain/receipts.ts'
import { timerContext } from '../../backend/commands/context.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { derivedId } from '../../backend/commands/ids.ts'
import { receiptExpiryRound } from '../../backend/reactors/expire-receipts.ts'
import { eventually, type Person } from '../stack.ts'
import { billingAddress, key, withPayments } from './with-payments.ts'

const paying = withPayments()
const { hasPlan, subscription, eventsOf, dataOf, typesOf, available, subscriber, change, buy } = paying

describe('the list of payments', () => {
  const payments = async (someone: Person) => (await someone.get('/api/billing/payments')).body
  const listed = (someone: Person, total: number) =>
    eventually(async () => {
      const body = await payments(someone)
      return body.total === total && body
    })

  test('has date, purchase, amount, tax, card and status of each, for nobody else', { tags: 'long' }, async () => {
    const { someone, paymentMethodId } = await subscriber()
    expect((await buy(someone, paymentMethodId)).body.success).toBe(true)
    const { data } = await listed(someone, 2)
    const card = { brand: 'visa', last4: '4242' }
    const common = { currency: 'usd', tax: 0, card, status: 'paid', returned: 0, returns: [] }
    // Payments of one second are in no order.
    const byKind = data.toSorted((one: { kind: string }, other: { kind: string }) => (one.kind < other.kind ? -1 : 1))
    expect(byKind).toMatchObject([
      { ...common, kind: 'pack', credits: 250, plan: null, amount: 500 },
      { ...common, kind: 'plan', credits: null, plan: 'BASIC', interval: 'MONTHLY', amount: 500 },
    ])
    expect((await (await paying.stack.member()).get('/api/billing/payments')).body).toEqual({ data: [], total: 0 })
  })

  test('is also where the history of credits has price and card of a purchase', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card())
    await available(someone, 350)
    const { data } = (await someone.get('/api/users/credits')).body
    const payment = { amount: 500, card: { brand: 'visa', last4: '4242' } }
    expect(data.map((line: { payment: unknown }) => line.payment)).toEqual([payment, null])
  })

  test('says what went back of one, and when', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card())
    const [{ id: paymentId }] = (await listed(someone, 1)).data
    const refund = { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' }
    await paying.admin.post('/api/admin/billing/refund', refund, key())
    await eventually(async () => (await payments(someone)).data[0].status === 'partly_refunded')
    const [payment] = (await payments(someone)).data
    expect(payment).toMatchObject({ returned: 200, returns: [{ kind: 'refund', amount: 200, status: 'done' }] })
    expect(Math.abs(Date.parse(payment.returns[0].at) - Date.now())).toBeLessThan(600_000)
  })

  test('is for admins that of every user, with what a refund would give back', { tags: 'long' }, async () => {
    const someone = await paying.stack.member('Vale Payer')
    await buy(someone, await paying.at.card())
    const [{ id: paymentId }] = (await listed(someone, 1)).data
    await available(someone, 350)
    const of = async (query: string) => (await paying.admin.get(`/api/admin/payments?${query}`)).body
    expect((await of(`search=${paymentId}`)).data).toMatchObject([
      { id: paymentId, userId: someone.id, userName: 'Vale Payer', amount: 500, status: 'paid' },
    ])
    expect((await of('search=vale+payer&filter=refunded')).total).toBe(0)
    const proposal = async () => (await paying.admin.get(`/api/admin/payments/${paymentId}/refund`)).body
    expect(await proposal()).toEqual({ left: 500, proposed: 500, granted: 250, unspent: 250 })
    await paying.admin.post(
      '/api/admin/billing/refund',
      { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' },
      key(),
    )
    await available(someone, 250)
    expect(await proposal()).toEqual({ left: 300, proposed: 300, granted: 250, unspent: 150 })
    expect((await of('search=vale+payer&filter=refunded')).total).toBe(1)
    expect((await of('search=vale+payer&filter=disputed')).total).toBe(0)
    const month = new Date().toISOString().slice(0, 7)
    expect((await of(`search=vale+payer&month=${month}`)).total).toBe(1)
    expect((await of('search=vale+payer&month=2020-01')).total).toBe(0)
    expect((await paying.admin.get('/api/admin/payments?month=2020-13')).status).toBe(400)
    await paying.admin.post('/api/audit/looks', { userId: someone.id, reason: 'Month end' })
    const sums = (await paying.admin.get(`/api/audit/accounts/${someone.id}/sums`)).body
    expect(sums.money).toEqual([{ month, currency: 'USD', paid: 500, returned: 200, net: 300, tax: 0 }])
  })

  test('shows a dispute with its reason and the day until which it can be answered', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card('4000000000000259'))
    await eventually(async () => (await payments(someone)).data[0]?.status === 'disputed')
    const [{ returns }] = (await payments(someone)).data
    expect(returns).toMatchObject([{ kind: 'dispute', status: 'open', reason: 'fraudulent', closedAt: null }])
    expect(Date.parse(returns[0].respondBy)).toBeGreaterThan(Date.now())
  })
})

describe('receipts', () => {
  const receiptOf = (someone: Person) =>
    eventually(async () => {
      const { data } = (await someone.get('/api/billing/payments')).body
      return data[0]?.receipt && data[0]
    })
  const mails = async (someone: Person) => {
    const { rows } = await paying.stack.pool.query<{ subject: string; text: string; attachments: string[] }>(
      `select subject, text, attachments from outbox_mails
        where "userId" = $1 and subject ~ '(receipt|invoice|credit note)' order by "createdAt"`,
      [someone.id],
    )
    return rows
  }

  test('have gapless numbers, are PDFs for their user alone, and are mailed once', { tags: 'long' }, async () => {
    const people = [await paying.stack.member('Ines'), await paying.stack.member('Wren')]
    for (const someone of people) expect((await buy(someone, await paying.at.card())).body.success).toBe(true)
    const paid = [await receiptOf(people[0] as Person), await receiptOf(people[1] as Person)]
    const numbers = paid.map(({ receipt }) => receipt.number).toSorted()
    const year = new Date().getUTCFullYear()
    expect(numbers[0]).toMatch(new RegExp(`^Q-${year}-\\d{6}$`))
    const all = await paying.stack.pool.query<{ number: string }>(`select number from receipts order by number`)
    expect(all.rows.map(({ number }) => Number(number.slice(-6)))).toEqual(all.rows.map((_, index) => index + 1))

    const [someone, other] = people as [Person, Person]
    const { id, number } = paid[0].receipt
    const file = await someone.get(`/api/billing/receipts/${id}`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toContain(`"receipt-${number}.pdf"`)
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await someone.get(`/api/billing/receipts/${id}`)).bytes).toEqual(file.bytes)
    expect((await other.get(`/api/billing/receipts/${id}`)).body.code).toBe('receipt_not_found')
    await eventually(async () => (await mails(someone)).length === 1)
    expect((await mails(someone))[0]?.text).toContain(`$5.00 for 250 credits`)
    expect((await mails(someone))[0]?.attachments).toEqual([`receipt-${number}.pdf`])
  })

  test('are invoices with company and tax id where the buyer gave them', async () => {
    const someone = await paying.stack.member()
    const paymentMethodId = await paying.at.card()
    const company = { ...billingAddress, company: 'Tidewater Books', taxId: 'DE123456789' }
    expect(
      await someone.post('/api/billing/address', { billingAddress: { ...company, taxId: '???' } }, key()),
    ).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('tax id') },
    })
    expect((await someone.post('/api/billing/address', { billingAddress: company }, key())).status).toBe(200)
    expect((await someone.get('/api/billing/address')).body.billingAddress).toMatchObject(company)
    const body = { pack: 'PACK_250', paymentMethodId, billingAddress: company }
    expect((await someone.post('/api/billing/credits/purchase', body, key())).body.success).toBe(true)
    const { receipt } = await receiptOf(someone)
    const { rows } = await paying.stack.pool.query('select buyer, taxes from receipts where id = $1', [receipt.id])
    expect(rows).toMatchObject([{ buyer: { company: 'Tidewater Books', taxId: 'DE123456789' }, taxes: [] }])
    const file = await someone.get(`/api/billing/receipts/${receipt.id}`)
    expect(file.headers['content-disposition']).toContain(`"invoice-${receipt.number}.pdf"`)
    await eventually(async () => (await mails(someone))[0]?.subject === `Your invoice ${receipt.number} from Loreloom`)
  })

  test('are deleted with their key after the years for which they are kept', async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card())
    const { receipt } = await receiptOf(someone)
    const year = new Date().getUTCFullYear()
    const { rows } = await paying.stack.pool.query('select * from receipts where id = $1', [receipt.id])
    const handler = dispatcher(commandHandler(paying.stack.store))
    const old = { series: 'OLD', year: year - 11 }
    const receiptId = randomUUID()
    const { id: _id, number: _number, card: _card, ...facts } = rows[0]
    const data = {
      ...facts,
      ...old,
      receiptId,
      card: null,
      paymentId: 'pi_old',
      issuedOn: `${year - 11}-03-01T00:00:00.000Z`,
    }
    const context = timerContext('old receipt', receiptId)
    await handler.dispatch(context, receipts, derivedId(...receiptStream(old)), { type: 'IssueReceipt', data })
    const count = async () =>
      (await paying.stack.pool.query('select from receipts where id = $1', [receiptId])).rowCount
    await eventually(async () => (await count()) === 1)

    const round = receiptExpiryRound({ pool: paying.stack.pool, handler, years: 10 })
    await round(`${year - 1}-12-31`)
    await round(`${year}-01-01`)
    await eventually(async () => (await count()) === 0)
    const keyOf = async (owner: string) =>
      (await paying.stack.pool.query('select key from sealing_keys where owner = $1', [owner])).rows[0]
    await eventually(async () => (await keyOf(`accounting:${year - 11}`))?.key === null)
    expect((await keyOf(`accounting:${year}`))?.key).not.toBeNull()
    expect((await someone.get(`/api/billing/receipts/${receipt.id}`)).status).toBe(200)
  })

  test('are corrected by a credit note for each refund, and are never changed', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card())
    const { id: paymentId, receipt } = await receiptOf(someone)
    const before = (await someone.get(`/api/billing/receipts/${receipt.id}`)).bytes
    const body = { userId: someone.id, paymentId, amount: 200, reason: 'Bought by mistake' }
    await paying.admin.post('/api/admin/billing/refund', body, key())
    const { returns } = await eventually(async () => {
      const [payment] = (await someone.get('/api/billing/payments')).body.data
      return payment.returns[0]?.creditNote && payment
    })
    const { rows } = await paying.stack.pool.query('select * from receipts where id = $1', [returns[0].creditNote.id])
    expect(rows).toMatchObject([{ kind: 'credit_note', corrects: receipt.number, amount: 200, tax: 0 }])
    expect((await someone.get(`/api/billing/receipts/${receipt.id}`)).bytes).toEqual(before)
    await eventually(async () => (await mails(someone)).length === 2)
  })
})

describe('a requested refund', () => {
  const paid = async (someone: Person) => {
    await buy(someone, await paying.at.card())
    return eventually(async () => (await someone.get('/api/billing/payments')).body.data[0])
  }
  const requested = (someone: Person, id: string, reason = '') =>
    someone.post(`/api/billing/payments/${id}/refund-request`, { reason }, key())
  const requestOf = async (someone: Person) => (await someone.get('/api/billing/payments')).body.data[0].request
  const mailed = async (someone: Person) =>
    (
      await paying.stack.pool.query<{ text: string }>(
        `select text from outbox_mails where "userId" = $1 and subject ~ 'refund'`,
        [someone.id],
      )
    ).rows

  test('is granted by an admin with the refund, and mailed', async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    const { status, body } = await requested(someone, id, 'Bought twice')
    expect(status).toBe(200)
    await eventually(async () => (await requestOf(someone))?.status === 'open')
    expect(await requestOf(someone)).toMatchObject({ id: body.requestId, reason: 'Bought twice' })
    expect((await requested(someone, id)).body.code).toBe('refund_asked_already')
    const open = (await paying.admin.get(`/api/admin/payments?search=${id}&filter=requested`)).body
    expect(open.data).toMatchObject([{ id, request: { reason: 'Bought twice' } }])
    const refund = { userId: someone.id, paymentId: id, reason: 'Within 30 days', requestId: body.requestId }
    expect((await paying.admin.post('/api/admin/billing/refund', refund, key())).status).toBe(200)
    await eventually(async () => (await requestOf(someone)).status === 'granted')
    expect(await requestOf(someone)).toMatchObject({ answer: 'Within 30 days' })
    await eventually(async () => (await mailed(someone)).some(({ text }) => text.includes('$5.00 go back')))
  })

  const grant = (someone: Person, paymentId: string, over: object, headers = key()) => {
    const body = { userId: someone.id, paymentId, reason: 'Within 30 days', ...over }
    return paying.admin.post('/api/admin/billing/refund', body, headers)
  }
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof grant>>) => [status, body.code]
  const refundsOf = async (someone: Person) =>
    (await eventsOf(someone))
      .filter(({ type }) => type === 'PaymentRefunded' || type === 'RefundDecided')
      .map(({ type, data }) => [type, (data as { amount: number | null }).amount])
  const granted = [
    ['PaymentRefunded', 200],
    ['RefundDecided', 200],
  ]

  test('is paid once, whoever grants it and however often', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    const { requestId } = (await requested(someone, id)).body
    const first = key()
    const answers = await Promise.all([first, key()].map((by) => grant(someone, id, { amount: 200, requestId }, by)))
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'refund_decided'],
    ])
    await grant(someone, id, { amount: 200, requestId }, first)
    expect(codeOf(await grant(someone, id, { amount: 100, requestId }))).toEqual([409, 'refund_decided'])
    expect(await refundsOf(someone)).toEqual(granted)
  })

  test('is of one payment: another’s moves no money', async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    const { requestId } = (await requested(someone, id)).body
    await buy(someone, await paying.at.card('5555555555554444'))
    const { data } = await eventually(async () => {
      const { body } = await someone.get('/api/billing/payments')
      return body.total === 2 && body
    })
    const other = data.find((payment: { id: string }) => payment.id !== id).id
    for (const wrong of [
      [other, requestId],
      [id, randomUUID()],
    ])
      expect(codeOf(await grant(someone, wrong[0], { amount: 200, requestId: wrong[1] }))).toEqual([
        ...[404, 'refund_request_not_found'],
      ])
    expect(await refundsOf(someone)).toEqual([])
  })

  test('is granted otherwise once the provider refused, and not while it did not answer', async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    const { requestId } = (await requested(someone, id)).body
    expect((await grant(someone, id, { amount: 501, requestId })).body.code).toBe('refund_too_large')
    const away = await paying.during({ failing: 'refund' }, () => grant(someone, id, { amount: 200, requestId }))
    expect(away.status).toBe(503)
    const other = await grant(someone, id, { amount: 300, requestId })
    expect([...codeOf(other), other.body.detail]).toEqual([409, 'refund_started', expect.stringContaining('$2.00')])
    const decline = { userId: someone.id, reason: 'Used up' }
    const declined = await paying.admin.post(`/api/admin/billing/refund-requests/${requestId}/decline`, decline)
    expect(declined.body.code).toBe('refund_started')
    expect((await grant(someone, id, { amount: 200, requestId })).status).toBe(200)
    expect(await refundsOf(someone)).toEqual(granted)
  })

  test('is decided by the next look where the answer to its refund was lost', { tags: 'long' }, async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    const { requestId } = (await requested(someone, id)).body
    const given = key()
    const lost = await paying.during({ unanswered: 'refund' }, () =>
      grant(someone, id, { amount: 200, requestId }, given),
    )
    expect(lost.status).toBe(503)
    expect(codeOf(await grant(someone, id, { amount: 200, requestId }))).toEqual([409, 'refund_decided'])
    expect((await grant(someone, id, { amount: 200, requestId }, given)).status).toBe(200)
    expect(await refundsOf(someone)).toEqual(granted)
  })

  test('is declined by an admin with a reason, and is nobody else’s to decide or request', async () => {
    const someone = await paying.stack.member()
    const { id } = await paid(someone)
    expect((await requested(await paying.stack.member(), id)).body.code).toBe('payment_not_found')
    const { requestId } = (await requested(someone, id)).body
    const decline = (as: Person) =>
      as.post(`/api/admin/billing/refund-requests/${requestId}/decline`, { userId: someone.id, reason: 'Used up' })
    expect((await decline(someone)).status).toBe(403)
    expect((await decline(paying.admin)).status).toBe(200)
    await eventually(async () => (await requestOf(someone))?.status === 'declined')
    expect(await requestOf(someone)).toMatchObject({ status: 'declined', answer: 'Used up' })
    await eventually(async () => (await mailed(someone)).some(({ text }) => text.includes('declined')))
    expect((await requested(someone, id)).body.code).toBe('refund_reason_needed')
  })
})

describe('money that goes back', () => {
  test('takes back what is unspent of the pack, in proportion, and no more than there is', {
    tags: 'long',
  }, async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card())
    await available(someone, 350)
    const { paymentId } = await dataOf(someone, 'PackPaid')
    const refund = (amount?: number, headers = key()) =>
      paying.admin.post(
        '/api/admin/billing/refund',
        { userId: someone.id, paymentId, amount, reason: 'Bought by mistake' },
        headers,
      )
    expect((await refund(501)).body.code).toBe('refund_too_large')
    // The same once more, whose answer was lost: more than is left by now, and no refund of its own.
    const given = key()
    for (let n = 0; n < 2; n++) expect((await refund(300, given)).status).toBe(200)
    await available(someone, 200)
    await refund()
    await available(someone, 100)
    expect([(await refund()).status, (await refund(1)).body.code]).toEqual([200, 'refund_too_large'])
    expect(await typesOf(someone, 'PaymentRefunded')).toEqual(['PaymentRefunded', 'PaymentRefunded'])
  })

  test('ends the plan that it was paid for', { tags: 'long' }, async () => {
    const { someone } = await subscriber()
    await available(someone, 600)
    const { paymentId } = await dataOf(someone, 'PlanPaid')
    await paying.admin.post('/api/admin/billing/refund', { userId: someone.id, paymentId, reason: 'Money back' }, key())
    await hasPlan(someone, 'FREE')
    await available(someone, 100)
    expect(await typesOf(someone, 'SubscriptionEnded', 'PlanLapsed')).toEqual(['PlanLapsed', 'SubscriptionEnded'])
  })

  test.each([
    ['an upgrade', 'PRO', 'MONTHLY', 'PRO'],
    ['a switch to yearly', 'BASIC', 'YEARLY', 'BASIC yearly'],
  ] as const)(
    'ends the subscription where all of %s went back; what was paid before stays',
    { tags: 'long' },
    async (_, ...to) => {
      const [plan, interval, name] = to
      const { someone } = await subscriber()
      await change(someone, { plan, interval })
      await eventually(async () => (await subscription(someone)).plan === name)
      const paid = (await eventsOf(someone)).findLast(({ type }) => type === 'PlanPaid')
      const { paymentId } = (paid?.data ?? {}) as { paymentId?: string }
      const refund = { userId: someone.id, paymentId, reason: 'Money back' }
      expect((await paying.admin.post('/api/admin/billing/refund', refund, key())).status).toBe(200)
      expect(await typesOf(someone, 'SubscriptionEnded', 'PlanLapsed')).toEqual(['SubscriptionEnded'])
      await eventually(async () => (await subscription(someone)).plan === 'BASIC')
      expect(await subscription(someone)).toMatchObject({ nextCharge: null, pending: null })
    },
  )

  test('ends the subscription also where the provider could not end it at first', { tags: 'long' }, async () => {
    const { someone } = await subscriber()
    const { paymentId } = await dataOf(someone, 'PlanPaid')
    const [refund, given] = [{ userId: someone.id, paymentId, reason: 'Money back' }, key()]
    const send = () => paying.admin.post('/api/admin/billing/refund', refund, given)
    await paying.during({ failing: 'cancelNow' }, async () => {
      expect((await send()).status).toBe(503)
      const refused = await change(someone, { plan: 'PRO', interval: 'MONTHLY' })
      expect([refused.status, refused.body.code]).toEqual([409, 'payment_disputed'])
      expect(refused.body.detail).toContain('went back to you')
    })
    await eventually(async () => (await typesOf(someone, 'SubscriptionEnded')).length > 0)
    expect((await send()).status).toBe(200)
    expect(await typesOf(someone, 'PaymentRefunded', 'SubscriptionEnded')).toEqual([
      'PaymentRefunded',
      'SubscriptionEnded',
    ])
  })

  test('comes again where its bank refuses it later: plan, credits and sums are as they were', {
    tags: 'long',
  }, async () => {
    const { testClocks } = paying.at.stripe.testHelpers
    const now = Math.floor(Date.now() / 1000)
    const { id: clock } = await testClocks.create({ frozen_time: now })
    const subscribe = () => subscriber('BASIC', 'MONTHLY', '4000000000005126')
    const { someone } = await paying.during({ clock }, subscribe)
    await available(someone, 600)
    const { paymentId } = await dataOf(someone, 'PlanPaid')
    await paying.admin.post('/api/admin/billing/refund', { userId: someone.id, paymentId, reason: 'Money back' }, key())
    await hasPlan(someone, 'FREE')
    await available(someone, 100)
    await testClocks.advance(clock, { frozen_time: now + 120 })
    await eventually(async () => {
      await paying.at.settle()
      return (await typesOf(someone, 'PaymentRefundFailed')).length > 0
    })
    await hasPlan(someone, 'BASIC')
    await available(someone, 600)
    expect(await subscription(someone)).toMatchObject({ plan: 'BASIC', nextCharge: null })
    expect((await someone.get('/api/billing/payments')).body.data).toMatchObject([
      { status: 'paid', returned: 0, returns: [{ kind: 'refund', amount: 500, status: 'failed' }] },
    ])
    const [mail] = await eventually(async () => {
      const { data } = (await paying.admin.get('/api/admin/outbox')).body
      const found = data.filter((each: { subject: string }) => each.subject === 'A refund did not reach your card')
      return found.length > 0 && found
    })
    expect(mail).toMatchObject({ to: someone.email, text: expect.stringContaining('$5.00') })
    expect((await paying.admin.get(`/api/admin/payments/${paymentId}/refund`)).body.left).toBe(500)
    expect((await paying.admin.get(`/api/admin/payments?search=${paymentId}&filter=refunded`)).body.total).toBe(0)
    await paying.admin.post('/api/audit/looks', { userId: someone.id, reason: 'Month end' })
    const sums = (await paying.admin.get(`/api/audit/accounts/${someone.id}/sums`)).body
    expect(sums.money).toMatchObject([{ paid: 500, returned: 0, net: 500 }])
  })

  test('by a dispute takes the credits back', async () => {
    const someone = await paying.stack.member()
    await buy(someone, await paying.at.card('4000000000000259'))
    await eventually(async () => (await typesOf(someone, 'PaymentDisputed')).length === 1)
    await available(someone, 100)
  })
})

test('secrets of the bank and the browser are in no log', () =>
  expect(paying.logged.join('\n')).not.toMatch(/_secret_|sk_test|whsec_/))
