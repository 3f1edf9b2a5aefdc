import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { stripe } from '../../backend/providers/payments/stripe.ts'
import { PaymentDeclined, PaymentsUnavailable, WebhookRefused } from '../../backend/providers/payments.ts'
import { serve } from '../vendors/serve.ts'

const keys = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' }

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** The adapter against a server that answers so, and what it was asked. */
const against = async (answer: (request: Request) => Response | Promise<Response>) => {
  const asked: Request[] = []
  const served = await serve((request) => {
    asked.push(request)
    return answer(request)
  })
  close = served.close
  return { payments: stripe({ ...keys, address: served.url, timeoutMs: 300 }), asked }
}
const error = (status: number, error: object) => Response.json({ error }, { status })

describe('a renewal that is tried again', () => {
  const tried = (status: string, refusal: object) =>
    against(({ method, url }) => {
      if (method === 'POST') return error(402, refusal)
      const invoice = {
        id: 'in_1',
        object: 'invoice',
        status,
        billing_reason: 'subscription_cycle',
        confirmation_secret: { client_secret: 'pi_1_secret_1', type: 'payment_intent' },
      }
      return Response.json(url.includes('/in_1') ? invoice : { object: 'list', data: [invoice], has_more: false })
    })

  test.each(['paid', 'void'])('and is %s by then needs nothing', async (status) => {
    const { payments } = await tried(status, { type: 'invalid_request_error', message: 'Invoice is already paid' })
    expect(await payments.retryRenewal('sub_1', 'pm_1', 'key')).toEqual({ isPaid: true, clientSecret: null })
  })

  const bankAsks = { type: 'card_error', code: 'invoice_payment_intent_requires_action', message: 'Oh no' }

  test('and that the bank asks about comes with the secret that the person confirms it by', async () => {
    const { payments, asked } = await tried('open', bankAsks)
    expect(await payments.retryRenewal('sub_1', 'pm_1', 'key')).toEqual({
      isPaid: false,
      clientSecret: 'pi_1_secret_1',
    })
    const pay = asked.find(({ method }) => method === 'POST')
    // They are there to confirm: Stripe declines what the bank asks of whoever is away.
    expect(await pay?.text()).toContain('off_session=false')
  })

  test('and is declined once more says what the bank said', async () => {
    const { payments } = await tried('open', { ...bankAsks, code: 'card_declined', message: 'Your card was declined.' })
    await expect(payments.retryRenewal('sub_1', 'pm_1', 'key')).rejects.toMatchObject({
      code: 'card_declined',
      message: 'Your card was declined.',
    })
  })
})

describe('a suspension of a renewal', () => {
  /** A subscription that a suspension or its end was interrupted at, and what is sent to it. */
  const interrupted = (change: string) =>
    against(({ method, url }) => {
      const subscription = {
        id: 'sub_1',
        object: 'subscription',
        cancel_at_period_end: false,
        schedule: null,
        items: { data: [] },
        metadata: { suspended_for: 'dispute', ...(change && { suspended_change: change }) },
      }
      return method === 'GET' || url.endsWith('/sub_1')
        ? Response.json(subscription)
        : error(500, { message: 'Nothing else is asked' })
    })
  const sent = async (asked: Request[]) =>
    Promise.all(asked.filter(({ method }) => method === 'POST').map((each) => each.text()))

  test('that was interrupted keeps the change that was scheduled at first', async () => {
    const { payments, asked } = await interrupted('BASIC MONTHLY')
    await payments.suspendRenewal('sub_1', 'key')
    expect(await sent(asked)).toEqual(['cancel_at_period_end=true'])
  })

  test('whose end was interrupted is marked no more', async () => {
    const { payments, asked } = await interrupted('')
    await payments.resumeRenewal('sub_1', 'key')
    expect(await sent(asked)).toEqual(['metadata[suspended_for]=&metadata[suspended_change]='])
  })
})

describe('the taxes of a payment', () => {
  const list = (data: object[]) => Response.json({ object: 'list', data, has_more: false })
  const tax = (amount: number, taxability_reason: string, tax_rate: string) => ({
    amount,
    taxability_reason,
    tax_behavior: 'inclusive',
    taxable_amount: 840,
    tax_rate_details: { tax_rate },
    type: 'tax_rate_details',
  })
  const line = {
    amount: 1000,
    period: { start: 1_800_000_000, end: 1_802_592_000 },
    pricing: { price_details: { price: 'price_1' }, unit_amount_decimal: '1000' },
    parent: null,
  }
  const invoice = {
    id: 'in_1',
    status: 'paid',
    amount_paid: 1000,
    attempt_count: 1,
    next_payment_attempt: null,
    parent: { subscription_details: { subscription: 'sub_1' } },
    lines: { data: [line], has_more: false },
    payments: { data: [{ status: 'paid', payment: { payment_intent: 'pi_1' } }] },
    total_taxes: [tax(160, 'standard_rated', 'txr_1'), tax(0, 'reverse_charge', 'txr_2')],
  }
  const intent = {
    id: 'pi_1',
    status: 'succeeded',
    currency: 'eur',
    amount_received: 1000,
    metadata: {},
    latest_charge: { created: 1_800_000_000, amount_refunded: 0, disputed: false, payment_method_details: null },
  }
  const rate = { display_name: 'VAT', country: 'DE', percentage: 19 }
  const answers: [string, () => Response][] = [
    ['/v1/customers/', () => Response.json({ id: 'cus_1', object: 'customer' })],
    ['/v1/subscriptions', () => list([])],
    ['/v1/invoices', () => list([invoice])],
    ['/v1/payment_intents', () => list([intent])],
    ['/v1/prices', () => list([{ id: 'price_1', lookup_key: 'pro_monthly', metadata: {} }])],
    ['/v1/products', () => Response.json({ id: 'prod_1' })],
    ['/v1/tax_rates/', () => Response.json(rate)],
  ]

  test('are lines with their name, rate and amount, whose rates are fetched once', async () => {
    const { payments, asked } = await against(({ method, url }) => {
      if (method === 'POST' && url.includes('/v1/prices')) return Response.json({ id: 'price_2' })
      const found = answers.find(([path]) => new URL(url).pathname.startsWith(path))
      return found ? found[1]() : error(404, { message: url })
    })
    const expected = [
      {
        tax: 160,
        taxes: [
          { name: 'VAT DE', percent: 19, taxable: 840, amount: 160 },
          { name: 'VAT DE', percent: 19, taxable: 840, amount: 0, isReverseCharge: true },
        ],
      },
    ]
    expect((await payments.account('cus_1'))?.payments).toMatchObject(expected)
    expect((await payments.account('cus_1'))?.payments).toMatchObject(expected)
    expect(asked.filter(({ url }) => url.includes('/v1/tax_rates/'))).toHaveLength(2)
  })
})

describe('the refunds of a payment', () => {
  const refunds = ['succeeded', 'pending', 'failed', 'canceled'].map((status) => ({
    ...{ id: `re_${status}`, object: 'refund', status },
    ...{ amount: 100, created: 1_800_000_000 },
  }))
  const listOf = (data: object[], has_more = false) => ({ object: 'list', data, has_more })

  test.each([false, true])(
    'are listed with those that failed, also where the charge has only some: %s',
    async (isCut) => {
      const charge = {
        created: 1_800_000_000,
        disputed: false,
        refunds: listOf(isCut ? refunds.slice(0, 1) : refunds, isCut),
      }
      const intent = { id: 'pi_1', status: 'succeeded', amount_received: 1000, metadata: {}, latest_charge: charge }
      const { payments } = await against(({ url }) => {
        const { pathname } = new URL(url)
        if (pathname === '/v1/customers/cus_1') return Response.json({ id: 'cus_1', object: 'customer' })
        return Response.json(
          listOf(pathname === '/v1/payment_intents' ? [intent] : pathname === '/v1/refunds' ? refunds : []),
        )
      })
      const account = await payments.account('cus_1')
      expect(account?.refunds.map(({ refundId, hasFailed = false }) => [refundId, hasFailed])).toEqual([
        ['re_succeeded', false],
        ['re_pending', false],
        ['re_failed', true],
        ['re_canceled', true],
      ])
    },
  )
})

describe('a provider that is not itself', () => {
  const ways: [string, () => Response | Promise<Response>][] = [
    ['does not answer', () => new Promise(() => undefined)],
    ['fails', () => error(500, { type: 'api_error', message: 'Oh no' })],
    [
      'is asked too much',
      () => error(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down' }),
    ],
    [
      'is at work on the same request still',
      () => error(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In progress' }),
    ],
    ['answers rubbish', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['answers half of it', () => new Response('{"id": "cus_')],
    ['does not take the key', () => error(401, { type: 'invalid_request_error', message: 'Invalid API Key' })],
    ['breaks off', () => new Response(new ReadableStream({ start: (it) => it.error(new Error('cut off')) }))],
  ]
  test.each(ways)('that %s is said to be away', async (_how, answer) => {
    const { payments } = await against(answer)
    await expect(payments.setupIntent('cus_1', 'key')).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  test('that nobody listens for is said to be away', async () => {
    const payments = stripe({ ...keys, address: 'http://127.0.0.1:9', timeoutMs: 300 })
    await expect(payments.cards('cus_1')).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  test('is asked again with the same key, so that nothing is charged twice', async () => {
    let tries = 0
    const { payments, asked } = await against(({ method, url }) => {
      if (method === 'GET')
        return Response.json(
          url.includes('/pi_1')
            ? { id: 'pi_1', object: 'payment_intent', status: 'succeeded' }
            : { object: 'list', data: [], has_more: false },
        )
      tries++
      return tries === 1
        ? error(500, { type: 'api_error', message: 'Oh no' })
        : Response.json({ id: 'pi_1', object: 'payment_intent', status: 'succeeded' })
    })
    expect(await payments.purchase('cus_1', 'PACK_250', 'pm_1', 'the key')).toEqual({
      isPaid: true,
      clientSecret: null,
    })
    const posts = asked.filter(({ method }) => method === 'POST')
    expect(posts.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['the key', 'the key'])
    expect(asked.every(({ headers }) => headers.get('stripe-version') === '2026-10-28.endive')).toBe(true)
  })
})

describe('a first payment that was not made', () => {
  const abandoned = (status: string) =>
    against(({ method, url }) => {
      const subscription = {
        id: 'sub_1',
        object: 'subscription',
        status: 'incomplete',
        metadata: {},
        latest_invoice: 'in_1',
      }
      if (url.includes('/void')) return error(400, { type: 'invalid_request_error', message: 'Not open' })
      if (url.includes('/invoices/')) return Response.json({ id: 'in_1', object: 'invoice', status })
      if (method === 'DELETE' || url.includes('/sub_1')) return Response.json(subscription)
      return Response.json({ object: 'list', data: [subscription], has_more: false })
    })

  test('and is neither void nor paid keeps a second subscription from beginning', async () => {
    for (const status of ['open', 'uncollectible', 'draft']) {
      const { payments } = await abandoned(status)
      await expect(payments.abandonUnpaid('cus_1', 'key')).rejects.toMatchObject({ code: 'payment_refused' })
      await close?.()
    }
  })

  test.each(['void', 'paid'])('and is %s by then keeps nobody from anything', async (status) => {
    const { payments } = await abandoned(status)
    await expect(payments.abandonUnpaid('cus_1', 'key')).resolves.toBeUndefined()
  })
})

describe('a payment that is given up', () => {
  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    customer: 'cus_1',
    status: 'requires_action',
    metadata: { pack: 'PACK_250' },
  }
  const unexpected = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'Oh no' }

  test('as the bank confirms it is reported as paid', async () => {
    let isPaid = false
    const { payments } = await against(({ method, url }) => {
      if (url.includes('/invoices')) return Response.json({ object: 'list', data: [], has_more: false })
      if (method === 'GET') return Response.json({ ...intent, ...(isPaid && { status: 'succeeded' }) })
      isPaid = true
      return error(400, unexpected)
    })
    expect(await payments.cancelUnfinished('cus_1', 'pi_1', 'key')).toBe('paid')
  })

  test('and that the bank processes is undecided, and its subscription stays', async () => {
    const invoice = {
      id: 'in_1',
      object: 'invoice',
      status: 'open',
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: 'sub_1' } },
      payments: { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_1' } }] },
    }
    const { payments, asked } = await against(({ url }) => {
      if (url.includes('/void')) return error(400, unexpected)
      if (url.includes('/invoices/in_1')) return Response.json(invoice)
      if (url.includes('/invoices')) return Response.json({ object: 'list', data: [invoice], has_more: false })
      return Response.json({ ...intent, status: 'processing', metadata: {} })
    })
    expect(await payments.cancelUnfinished('cus_1', 'pi_1', 'key')).toBe('undecided')
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('keeps another purchase from beginning while it may still be charged', async () => {
    const { payments, asked } = await against(({ method, url }) => {
      if (url.includes('/payment_intents?')) return Response.json({ object: 'list', data: [intent], has_more: false })
      if (method === 'POST') return error(400, unexpected)
      return Response.json({ ...intent, status: 'processing' })
    })
    await expect(payments.purchase('cus_1', 'PACK_250', 'pm_1', 'another')).rejects.toMatchObject({
      code: 'payment_refused',
    })
    expect(asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/payment_intents'))).toEqual([])
  })

  test('is not given up for another customer', async () => {
    const { payments, asked } = await against(() => Response.json(intent))
    await expect(payments.cancelUnfinished('cus_2', 'pi_1', 'key')).rejects.toMatchObject({ code: 'payment_not_found' })
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('a no of the bank', () => {
  test('comes with its sentence, and without what only the bank may know', async () => {
    const payment_intent = { id: 'pi_1', client_secret: 'pi_1_secret_2' }
    const { payments } = await against(() =>
      error(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        payment_intent,
        message: 'Your card has insufficient funds.',
      }),
    )
    const no = await payments.purchase('cus_1', 'PACK_250', 'pm_1', 'key').catch((error: unknown) => error)
    expect(no).toBeInstanceOf(PaymentDeclined)
    expect(no).toMatchObject({ code: 'card_declined', message: 'Your card has insufficient funds.' })
    expect(JSON.stringify(Object.getOwnPropertyNames(no).map((name) => (no as never)[name]))).not.toContain('secret')
  })

  test("names the card that is not there or another's", async () => {
    const { payments } = await against(({ url }) =>
      url.includes('payment_methods')
        ? Response.json({ id: 'pm_1', object: 'payment_method', customer: 'cus_2' })
        : Response.json({ id: 'cus_1', object: 'customer', invoice_settings: {} }),
    )
    await expect(payments.addCard('cus_1', 'pm_1', 'key')).rejects.toMatchObject({ code: 'payment_method_not_found' })
  })
})

describe('a webhook', () => {
  const payments = stripe(keys)
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
  })
  const signed = (secret: string, at = Date.now()) => {
    const t = Math.floor(at / 1000)
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
  }
  test('is read where its signature is right', () =>
    expect(payments.webhook(Buffer.from(body), signed('whsec_x'))).toEqual({
      eventId: 'evt_1',
      type: 'invoice.paid',
      objectId: 'in_1',
      customerId: 'cus_1',
      paymentId: null,
    }))
  test.each([
    ['with another secret', body, signed('whsec_y')],
    ['of an hour ago', body, signed('whsec_x', Date.now() - 3_600_000)],
    ['with another body', body.replace('cus_1', 'cus_2'), signed('whsec_x')],
    ['without a signature', body, ''],
    ['with rubbish for one', body, 't=,v1='],
  ])('%s is refused', (_how, given, signature) =>
    expect(() => payments.webhook(Buffer.from(given), signature)).toThrow(WebhookRefused),
  )
})
