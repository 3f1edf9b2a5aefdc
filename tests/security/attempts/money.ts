import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually, type Person } from '../../stack.ts'
import { type Attempt, harmless, refused } from './attempt.ts'
import { billingAddress, changeAddress, done, key, modelId, productTemplate, together, type World } from './world.ts'

const purchase = (someone: Person, paymentMethodId: string, over: object = {}, headers = key()) =>
  someone.post('/api/billing/credits/purchase', { pack: 'PACK_250', paymentMethodId, billingAddress, ...over }, headers)
const begin = (someone: Person, paymentMethodId: string, over: object = {}, headers = key()) =>
  someone.post(
    '/api/billing/subscription/create',
    { plan: 'BASIC', interval: 'MONTHLY', paymentMethodId, billingAddress, ...over },
    headers,
  )
/** With the payment confirmed, as the browser does it. */
const subscribe = async (w: World, someone: Person, card: string) => {
  const { body } = await done(begin(someone, card))
  if (body.clientSecret) await w.payments.confirm(body.clientSecret, card)
  await balanceIs(w, someone, 600)
}
const balanceIs = (w: World, someone: Person, expected: number) =>
  eventually(async () => (await w.get(someone, '/api/users/credits')).body.available === expected)
const charges = async (w: World, someone: Person): Promise<number> => {
  const { events } = await w.stack.store.read(`billing-${someone.id}`)
  return events.filter(({ type }) => type === 'PackPaid' || type === 'PlanPaid').length
}
/** The provider's name of the payment for a pack. */
const packPayment = async (w: World, someone: Person): Promise<string> => {
  const { events } = await w.stack.store.read(`billing-${someone.id}`)
  const paid = events.find(({ type }) => type === 'PackPaid')
  return (Object(paid?.data) as { paymentId: string }).paymentId
}
/** A user with a campaign of their own and this many credits. */
const spender = async (w: World, credits: number) => {
  const someone = await w.stack.member('Sparrow Spender')
  const campaignId = await w.make(someone, 'campaigns', { name: 'Purse' })
  if (credits > 100)
    await done(w.admin.post('/api/admin/credits/add', { userId: someone.id, credits: credits - 100, reason: 'Test' }))
  await balanceIs(w, someone, Math.max(100, credits))
  const draw = (over: object = {}, headers = key()) =>
    someone.post('/api/images', w.picture({ campaignId, ...over }), headers)
  return { someone, campaignId, draw }
}
const coupon = async (w: World, email: string, over: object = {}): Promise<string> => {
  const { body } = await done(w.admin.post('/api/admin/coupons', { email, plan: 'PRO', reason: 'Pre-order', ...over }))
  // So that it is found from now on.
  await w.get(w.admin, '/api/users/me')
  return body.couponId
}
const redeem = (someone: Person, id: string, headers = key()) =>
  someone.post('/api/billing/preorder/redeem', { coupon: id }, headers)

const webhook = (w: World, body: string, signature?: string) =>
  w.anonymous.send('POST', '/api/billing/webhook', Buffer.from(body), {
    'content-type': 'application/json',
    ...(signature === undefined ? {} : { 'stripe-signature': signature }),
  })
const signature = (secret: string, body: string, at: number) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
const seconds = () => Math.floor(Date.now() / 1000)

/** Every call that spends money or credits, for who acts as the user. */
const spending: [string, (w: World, as: Person) => ReturnType<Person['post']>][] = [
  [
    'buy credits',
    (_w, as) => as.post('/api/billing/credits/purchase', { pack: 'PACK_250', paymentMethodId: 'pm_card' }),
  ],
  ['begin a subscription', (_w, as) => begin(as, 'pm_card')],
  [
    'preview a change of plan',
    (_w, as) => as.post('/api/billing/subscription/preview', { plan: 'PRO', interval: 'YEARLY' }),
  ],
  ['change the plan', (_w, as) => as.post('/api/billing/subscription/change', { plan: 'PRO', interval: 'YEARLY' })],
  ['cancel the subscription', (_w, as) => as.post('/api/billing/subscription/cancel', { cancelAtPeriodEnd: true })],
  [
    'store a card',
    (_w, as) => as.post('/api/billing/setup-payment-method', { paymentMethodId: 'pm_card', billingAddress }),
  ],
  ['choose a card', (_w, as) => as.post('/api/billing/payment-methods/default', { paymentMethodId: 'pm_card' })],
  ['remove a card', (_w, as) => as.delete('/api/billing/payment-methods/pm_card')],
  ['begin to store a card', (_w, as) => as.post('/api/billing/setup-intent')],
  ['change the billing address', (_w, as) => as.post('/api/billing/address', { billingAddress })],
  ['redeem a coupon', (_w, as) => redeem(as, randomUUID())],
]

export const money: readonly Attempt[] = [
  harmless('Copies of a purchase at the same moment, with one key', 'charged once', async (w) => {
    const { someone, card } = await w.payer()
    const once = key()
    const answers = await together(4, () => purchase(someone, card, {}, once))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await balanceIs(w, someone, 350)
    expect(await charges(w, someone)).toBe(1)
  }),
  harmless('The key of a purchase with another card', 'charged once, no more credits', async (w) => {
    const { someone, card } = await w.payer()
    const once = key()
    await done(purchase(someone, card, {}, once))
    const { status } = await purchase(someone, await w.payments.card('5555555555554444'), {}, once)
    expect(status).toBeLessThan(500)
    await balanceIs(w, someone, 350)
    expect(await charges(w, someone)).toBe(1)
  }),
  harmless('The key of another user’s purchase', 'a purchase of one’s own, at one’s own cost', async (w) => {
    const [one, other] = [await w.payer(), await w.payer()]
    const once = key()
    await done(purchase(one.someone, one.card, {}, once))
    await done(purchase(other.someone, other.card, {}, once))
    expect([await charges(w, one.someone), await charges(w, other.someone)]).toEqual([1, 1])
  }),
  ...(['purchase', 'subscription', 'default', 'remove', 'store'] as const).map((what) =>
    harmless(
      `A card of another user, to ${what === 'default' ? 'make it one’s default' : what}`,
      'refused, nothing is charged',
      async (w) => {
        const [one, other] = [await w.payer(), await w.payer()]
        await done(purchase(one.someone, one.card))
        await done(other.someone.post('/api/billing/setup-intent'))
        const ways = {
          purchase: () => purchase(other.someone, one.card),
          subscription: () => begin(other.someone, one.card),
          default: () => other.someone.post('/api/billing/payment-methods/default', { paymentMethodId: one.card }),
          remove: () => other.someone.delete(`/api/billing/payment-methods/${one.card}`),
          store: () =>
            other.someone.post('/api/billing/setup-payment-method', { paymentMethodId: one.card, billingAddress }),
        }
        const { status } = await ways[what]()
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect([await charges(w, other.someone), await charges(w, one.someone)]).toEqual([0, 1])
        expect((await one.someone.get('/api/billing/payment-methods')).body.data).toHaveLength(1)
      },
    ),
  ),
  ...['PACK_0', 'PACK_-250', 'PACK_1000000', 'pack_250', '__proto__', 'constructor', 'toString', 250, null].map(
    (pack) =>
      refused(`A pack that is not sold: ${pack}`, 400, async (w) => {
        const { someone, card } = await w.payer()
        return purchase(someone, card, { pack })
      }),
  ),
  ...['pm_x/../../customers', 'pm_x?expand[]=customer', '../v1/refunds', 'pm_x\r\nX: y'].map((id) =>
    refused(`A name of a card that leads elsewhere at the provider: ${JSON.stringify(id)}`, 400, async (w) =>
      purchase(w.player, id),
    ),
  ),
  ...spending.map(([what, send]) => refused(`As an impersonator: ${what}`, 403, (w) => send(w, w.impersonated))),
  refused('As an impersonator: have a picture drawn', 403, async (w) => {
    const campaignId = await w.make(w.target, 'campaigns', { name: 'Of the target' })
    return w.impersonated.post('/api/images', w.picture({ campaignId }))
  }),
  refused('As an impersonator: write from a template', 403, async (w) => {
    return w.impersonated.post('/api/templates/generate', { templateId: productTemplate })
  }),
  ...['owner', 'player', 'auditor', 'outsider'].map((who) =>
    refused(`Credits for oneself by the administrators’ call, as ${who}`, 403, async (w) => {
      const someone = w[who as 'owner']
      return someone.post('/api/admin/credits/add', { userId: someone.id, credits: 100, reason: 'Mine' })
    }),
  ),
  ...[-100, 10_001, 0.5, '100', 1e308, null].map((credits) =>
    refused(`An administrator’s grant of ${JSON.stringify(credits)} credits`, 400, (w) =>
      w.admin.post('/api/admin/credits/add', { userId: w.player.id, credits, reason: 'Test' }),
    ),
  ),
  ...(
    [
      ['/api/admin/subscription/change', { plan: 'PRO' }],
      ['/api/admin/complimentary-access/update', { through: '2099-01-01' }],
      ['/api/admin/kickstarter-tier/update', { tierType: 'minis', tier: 'MINI' }],
      ['/api/admin/coupons', { email: 'me@example.org', plan: 'PRO' }],
      ['/api/admin/billing/refund', { paymentId: 'pi_one' }],
    ] as const
  ).map(([url, body]) =>
    refused(`What administrators give, for oneself: ${url}`, 403, (w) =>
      w.player.post(url, { userId: w.player.id, reason: 'Mine', ...body }),
    ),
  ),
  harmless('Credits, a plan and an office among the fields of a sign-up', 'dropped', async (w) => {
    const someone = w.stack.anyone()
    const fields = { imageCredits: 1e6, credits: 1e6, plan: 'PRO', role: 'admin', emailVerified: true }
    const email = `${randomUUID()}@example.org`
    await done(someone.post('/api/auth/sign-up/email', { name: 'Greedy', email, password: 'correct horse', ...fields }))
    const me = await eventually(async () => {
      const { body } = await w.get(someone, '/api/users/me')
      return body.imageCredits > 0 && body
    })
    expect([me.plan, me.role, me.imageCredits, me.emailVerified]).toEqual(['FREE', 'user', 100, false])
  }),
  ...[
    { imageCredits: 1e6 },
    { plan: 'PRO' },
    { role: 'admin' },
    { isAdmin: true },
    { complimentaryThrough: '2099-01-01' },
  ].map((fields) =>
    refused(`A field of the own account that is not one’s to change: ${Object.keys(fields)[0]}`, 400, (w) =>
      w.player.patch('/api/users/me', fields),
    ),
  ),
  harmless('Thirty pictures at once with credits for five', 'the balance never falls below zero', async (w) => {
    const { someone, draw } = await spender(w, 100)
    const answers = await together(30, () => draw({ count: 4 }))
    const accepted = answers.filter(({ status }) => status === 202).length
    expect(accepted).toBeLessThan(30)
    expect(await w.credits(someone)).toBeGreaterThanOrEqual(0)
    const { events } = await w.stack.store.read(`credits-${someone.id}`)
    expect(events.filter(({ type }) => type === 'CreditsHeld').length).toBe(4 * accepted)
  }),
  harmless('One picture ten times at once, with one key', 'held once', async (w) => {
    const { someone, draw } = await spender(w, 100)
    const once = key()
    await together(10, () => draw({}, once))
    await w.credits(someone)
    const { events } = await w.stack.store.read(`credits-${someone.id}`)
    expect(events.filter(({ type }) => type === 'CreditsHeld')).toHaveLength(1)
  }),
  ...[0, -1, 99_999, 1.5, '2', null].map((count) =>
    refused(`As many pictures as ${JSON.stringify(count)}`, 400, (w) =>
      w.player.post('/api/images', w.picture({ count })),
    ),
  ),
  harmless('A price of one’s own for a picture', 'the model’s price is held', async (w) => {
    const { someone, draw } = await spender(w, 100)
    await done(draw({ cost: 0, price: 0, holdId: randomUUID(), charged: false }))
    expect(await w.credits(someone)).toBeLessThan(100)
  }),
  harmless('A picture under the id of another user’s picture', 'refused, nothing is held', async (w) => {
    const { someone, draw } = await spender(w, 100)
    const { status } = await draw({ imageIds: [w.things.image] })
    expect([status, await w.credits(someone)]).toEqual([409, 100])
  }),
  refused('Two pictures under one id', 400, async (w) => {
    const id = randomUUID()
    return w.player.post('/api/images', w.picture({ count: 2, imageIds: [id, id] }))
  }),
  refused('A picture in a campaign of others', 404, (w) =>
    w.player.post('/api/images', w.picture({ campaignId: w.things.foreign })),
  ),
  harmless('A picture that leans on one that is hidden', 'refused, nothing is held', async (w) => {
    const before = await w.credits(w.player)
    const { status } = await w.player.post('/api/images', w.picture({ imageId: w.things.secretImage, modelId }))
    expect([400, 404, 409, 422]).toContain(status)
    expect(await w.credits(w.player)).toBe(before)
  }),
  refused('NSFW content without its plan', [403, 422], (w) => w.player.post('/api/images', w.picture({ nsfw: true }))),
  refused('Another user’s picture again, at their cost', [403, 404], async (w) => [
    await w.player.post(`/api/images/${w.things.image}/retry`),
    await w.dm.post(`/api/images/${w.things.image}/retry`),
    await w.outsider.post(`/api/images/${w.things.image}/retry`),
  ]),
  harmless('The credits of a picture that is drawn already, by cancelling it', 'stay spent', async (w) => {
    const { someone, draw } = await spender(w, 100)
    const { body } = await done(draw())
    const before = await w.credits(someone)
    await together(5, () => someone.post(`/api/images/${body.images[0].id}/cancel`))
    await someone.delete(`/api/images/${body.images[0].id}`)
    expect(await w.credits(someone)).toBe(before)
  }),
  harmless('Cancelling a picture five times while it is drawn', 'released once or captured once', async (w) => {
    const { someone, draw } = await spender(w, 100)
    const { body } = await done(draw())
    await together(5, () => someone.post(`/api/images/${body.images[0].id}/cancel`))
    expect(await w.credits(someone)).toBeLessThanOrEqual(100)
    const { events } = await w.stack.store.read(`credits-${someone.id}`)
    expect(events.filter(({ type }) => /CreditsReleased|CreditsCaptured/.test(type))).toHaveLength(1)
  }),
  harmless('Values that are too many or too long for a template', 'refused, nothing is held', async (w) => {
    const { someone } = await spender(w, 100)
    const many = Object.fromEntries(Array.from({ length: 121 }, (_, n) => [`place${n}`, 'x']))
    for (const values of [many, { place: 'x'.repeat(501) }, { ['x'.repeat(121)]: 'x' }, { place: 1 }, []])
      expect((await someone.post('/api/templates/generate', { templateId: productTemplate, values })).status).toBe(400)
    expect(await w.credits(someone)).toBe(100)
  }),
  refused('Writing from a private template of another user', 404, (w) =>
    w.player.post('/api/templates/generate', { templateId: w.things.template }),
  ),
  ...['remove-background', 'generate-token'].map((tool) =>
    refused(`What only Pro has, on a picture of one’s own: ${tool}`, 403, async (w) => {
      const { someone, campaignId } = await spender(w, 100)
      return someone.post(`/api/images/${await w.upload(someone, `campaignId=${campaignId}`)}/${tool}`)
    }),
  ),
  refused('A template of one’s own without a plan', 403, (w) =>
    w.outsider.post('/api/templates', { name: 'T', attributes: [{ id: randomUUID(), name: 'A', prompt: 'B' }] }),
  ),
  refused('Lore of one’s own alone without a plan', 403, (w) =>
    w.player.post('/api/conjurations', { campaignId: w.campaignId, visibility: 'PRIVATE' }),
  ),
  refused('Lore outside of all campaigns without a plan', 403, (w) =>
    w.player.post('/api/conjurations', { campaignId: null, visibility: 'PRIVATE' }),
  ),
  refused('A coupon by its id alone', 404, async (w) => redeem(w.player, await coupon(w, 'somebody.else@example.org'))),
  refused('A coupon that does not exist', 404, (w) => redeem(w.player, randomUUID())),
  refused('A coupon of an address that one registered and did not prove', 404, async (w) => {
    const someone = await w.stack.signUp('Squatter')
    return redeem(someone, await coupon(w, someone.email))
  }),
  harmless('A coupon five times at once', 'one plan', async (w) => {
    const someone = await w.stack.verify(await w.stack.signUp('Early Bird'))
    const id = await coupon(w, someone.email)
    await together(5, () => redeem(someone, id))
    const { events } = await w.stack.store.read(`users-${someone.id}`)
    expect(events.filter(({ type }) => type === 'PreorderRedeemed')).toHaveLength(1)
    await balanceIs(w, someone, 2100)
  }),
  harmless('Two coupons of one address at once', 'one plan, its credits once', async (w) => {
    const someone = await w.stack.verify(await w.stack.signUp('Twice Bird'))
    const ids = [await coupon(w, someone.email), await coupon(w, someone.email)]
    await Promise.all(ids.map((id) => redeem(someone, id)))
    await balanceIs(w, someone, 2100)
  }),
  refused('A coupon that is over', [404, 409, 410, 422], async (w) => {
    const someone = await w.stack.verify(await w.stack.signUp('Late Bird'))
    return redeem(someone, await coupon(w, someone.email, { through: '2020-01-01T00:00:00Z' }))
  }),
  refused('A coupon after the address that it was for was given up', 404, async (w) => {
    const someone = await w.stack.verify(await w.stack.signUp('Moved Bird'))
    const id = await coupon(w, someone.email)
    await changeAddress(w, someone)
    return redeem(someone, id)
  }),
  refused('A coupon for a plan that is not sold', 400, (w) =>
    w.admin.post('/api/admin/coupons', { email: 'a@example.org', plan: 'FREE', reason: 'Test' }),
  ),
  ...['preview', 'change', 'cancel'].map((what) =>
    refused(`A subscription that one does not have: ${what}`, [404, 409], async (w) => {
      const { someone } = await w.payer()
      return someone.post(`/api/billing/subscription/${what}`, {
        plan: 'PRO',
        interval: 'YEARLY',
        cancelAtPeriodEnd: true,
      })
    }),
  ),
  ...(
    [
      ['a charge of nothing', { immediateCharge: 0 }, 409],
      ['a negative charge', { immediateCharge: -1 }, 400],
      ['a charge of 1 cent', { immediateCharge: 1 }, 409],
      ['a proration a year ago', { prorationDate: '2020-01-01T00:00:00Z' }, 409],
      ['a proration at the end of the period', { prorationDate: '2099-01-01T00:00:00Z' }, 409],
      ['an interval of a century', { interval: 'CENTURY' }, 400],
      ['a plan named like a method', { plan: 'constructor' }, 400],
    ] as const
  ).map(([what, over, status]) =>
    harmless(`A dearer plan with ${what}`, `refused with ${status}, nothing is charged`, async (w) => {
      const { someone, card } = await w.payer()
      await subscribe(w, someone, card)
      const change = { plan: 'PRO', interval: 'YEARLY', ...over }
      const answer = await someone.post('/api/billing/subscription/change', change, key())
      expect([answer.status, await charges(w, someone)]).toEqual([status, 1])
      await balanceIs(w, someone, 600)
    }),
  ),
  harmless('Five subscriptions at once', 'one is paid', async (w) => {
    const { someone, card } = await w.payer()
    const answers = await together(5, () => begin(someone, card))
    const secrets = new Set(answers.flatMap(({ body }) => body.clientSecret ?? []))
    for (const secret of secrets) await w.payments.confirm(secret, card)
    await balanceIs(w, someone, 600)
    expect(await charges(w, someone)).toBe(1)
  }),
  harmless(
    'Monthly to yearly and back and forth within a day',
    'no more credits than the dearest plan grants',
    async (w) => {
      const { someone, card } = await w.payer()
      await subscribe(w, someone, card)
      for (const [plan, interval] of [
        ['PRO', 'MONTHLY'],
        ['PRO', 'YEARLY'],
        ['BASIC', 'MONTHLY'],
        ['PRO', 'YEARLY'],
      ])
        await someone.post('/api/billing/subscription/change', { plan, interval }, key())
      await eventually(async () => (await charges(w, someone)) === 3)
      await w.stack.reconcile()
      expect((await w.get(someone, '/api/users/credits')).body.available).toBeLessThanOrEqual(100 + 24_000)
    },
  ),
  harmless('A refund twice at once, with two keys', 'given back once', async (w) => {
    const { someone, card } = await w.payer()
    await done(purchase(someone, card))
    await balanceIs(w, someone, 350)
    const paymentId = await packPayment(w, someone)
    const refund = (over: object = {}) =>
      w.admin.post('/api/admin/billing/refund', { userId: someone.id, paymentId, reason: 'Asked', ...over }, key())
    for (const amount of [-1, 0, 0.5, 1e12]) expect((await refund({ amount })).status).toBeGreaterThanOrEqual(400)
    await together(2, () => refund())
    await balanceIs(w, someone, 100)
    const after = (await w.stack.store.read(`billing-${someone.id}`)).events
    expect(after.filter(({ type }) => type === 'PaymentRefunded')).toHaveLength(1)
  }),
  refused('A refund of another user’s payment to oneself', 404, async (w) => {
    const [one, other] = [await w.payer(), await w.payer()]
    await done(purchase(one.someone, one.card))
    await done(other.someone.post('/api/billing/setup-intent'))
    const paymentId = await packPayment(w, one.someone)
    return w.admin.post('/api/admin/billing/refund', { userId: other.someone.id, paymentId, reason: 'Asked' })
  }),
  refused('A webhook without a signature', 400, (w) => webhook(w, '{"type":"invoice.paid"}')),
  refused('A webhook signed with a secret of one’s own', 400, (w) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
    return webhook(w, body, signature('whsec_mine', body, seconds()))
  }),
  refused('A webhook signed an hour ago', 400, (w) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
    return webhook(w, body, signature(w.payments.keys.webhookSecret, body, seconds() - 3_600))
  }),
  refused('A webhook whose bytes were changed after it was signed', 400, (w) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
    return webhook(w, body.replace('in_1', 'in_2'), signature(w.payments.keys.webhookSecret, body, seconds()))
  }),
  harmless('A true webhook about a customer who does not exist, ten times', 'nobody is granted anything', async (w) => {
    const before = await w.stack.store.head()
    const object = { id: 'in_none', object: 'invoice', customer: 'cus_none', amount_paid: 1e9 }
    const body = JSON.stringify({ id: 'evt_x', object: 'event', type: 'invoice.paid', data: { object } })
    await together(10, () => webhook(w, body, signature(w.payments.keys.webhookSecret, body, seconds())))
    const events = []
    for await (const page of w.stack.store.readAll({ after: before, until: await w.stack.store.head() }))
      events.push(...page)
    expect(events.filter(({ type }) => /Granted|Paid/.test(type))).toEqual([])
  }),
  ...(['/v1/customers', '/v1/refunds', '/v1/payment_intents', '/v1/subscriptions'] as const).map((path) =>
    harmless(`The provider’s own calls with the key that browsers have: ${path}`, 'refused', async (w) => {
      expect((await w.payments.browser(path, { amount: '1', currency: 'usd' })).status).toBeGreaterThanOrEqual(400)
    }),
  ),
  harmless('Confirming somebody’s payment without its secret', 'refused', async (w) => {
    const intent = await w.payments.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    for (const client_secret of ['', 'x', `${intent.id}_secret_x`])
      expect(
        (await w.payments.browser(`/v1/payment_intents/${intent.id}/confirm`, { client_secret })).status,
      ).toBeGreaterThanOrEqual(400)
  }),
  ...['x', '1', '00000000-0000-0000-0000-00000000000', '{}', '__proto__'].map((id) =>
    refused(`A key that is no UUID: ${id}`, 400, (w) => w.player.post('/api/images', w.picture(), key(id))),
  ),
]
