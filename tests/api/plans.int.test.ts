import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { monthsLater } from '#domain/plan-credits.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

let stack: Stack
let admin: Person
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Ada Admin')
})
afterAll(() => stack?.stop())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const inMonths = (months: number) => new Date(monthsLater(new Date().toISOString(), months)).toISOString()
const dateIn = (days: number) => inDays(days).slice(0, 10)
const me = async (someone: Person, position?: string) =>
  (await someone.get('/api/users/me', position ? { 'min-position': position } : {})).body
const typesOf = async (someone: Person) =>
  (await stack.store.read(`users-${someone.id}`)).events.map(({ type }) => type)
const give = (someone: Person, plan: string, through: string | null) =>
  admin.post('/api/admin/subscription/change', {
    userId: someone.id,
    plan,
    reason: 'Gift',
    subscriptionPaidThrough: through,
  })
const credits = (someone: Person, expected: number) =>
  eventually(async () => (await someone.get('/api/users/credits')).body.available === expected)

describe('a plan that an admin gives', () => {
  test('grants its credits for its period, once, and the difference to a dearer one', async () => {
    const someone = await stack.member()
    expect((await give(someone, 'BASIC', inMonths(1))).status).toBe(200)
    await credits(someone, 600)
    await give(someone, 'PRO', inMonths(1))
    await credits(someone, 2100)
    await give(someone, 'BASIC', inMonths(1))
    await give(someone, 'PRO', inMonths(12))
    await credits(someone, 24_100)
    const { data } = (await someone.get('/api/users/credits')).body
    expect(data.map(({ quantity, comment }: { quantity: number; comment: string }) => [quantity, comment])).toEqual([
      [22_000, 'Pro plan'],
      [1500, 'Pro plan'],
      [500, 'Basic plan'],
      [100, 'Welcome to Loreloom'],
    ])
  })

  test('for a day grants the credits of a day', async () => {
    const someone = await stack.member()
    const days = (Date.parse(inMonths(1)) - Date.now()) / dayMs
    await give(someone, 'PRO', inDays(1))
    await credits(someone, 100 + Math.floor(2000 / Math.round(days)))
  })

  test('that is over counts for nothing, before anybody has written it down, and grants nothing', async () => {
    const someone = await stack.member()
    const { body } = await give(someone, 'PRO', inDays(-2))
    expect(await me(someone, body.position)).toMatchObject({ plan: 'FREE', paidPlan: 'FREE', imageCredits: 100 })
    const map = imageModels.find(({ plan }) => plan === 'PRO')
    const campaignId = (await someone.post('/api/campaigns', { name: 'Tidewater' })).body.id
    const wanted = { modelId: map?.id, prompt: 'A crypt', count: 1, width: 1024, height: 1024, campaignId }
    expect((await someone.post('/api/images', wanted)).body.code).toBe('plan_required')
  })

  test.each([2, -2])('is judged by the database’s clock, with this machine’s set off by %d days', async (days) => {
    const [now, past] = [await stack.member(), await stack.member()]
    await give(past, 'PRO', inDays(-1))
    const { body } = await give(now, 'PRO', inDays(1))
    const allow = async (someone: Person) => (await someone.patch('/api/users/me', { allowNSFW: true })).status
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * dayMs })
    try {
      expect([(await me(now, body.position)).plan, (await me(past)).plan]).toEqual(['PRO', 'FREE'])
      expect([await allow(now), await allow(past)]).toEqual([200, 403])
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends by itself: it is written down, told, and lore that was made private under it stays so', {
    tags: 'long',
  }, async () => {
    const someone = await stack.member()
    const campaignId = (await someone.post('/api/campaigns', { name: 'Tidewater' })).body.id
    const { body } = await give(someone, 'BASIC', new Date(Date.now() + 3000).toISOString())
    await me(someone, body.position)
    const made = await someone.post('/api/conjurations', {
      campaignId,
      name: 'The drowned bell',
      visibility: 'PRIVATE',
    })
    expect(made.status).toBe(201)
    await eventually(async () => (await typesOf(someone)).includes('PlanEnded'))
    expect(await eventually(async () => (await me(someone)).plans.length === 0)).toBe(true)
    expect(await me(someone)).toMatchObject({ plan: 'FREE', subscriptionPaidThrough: null })
    expect((await someone.get(`/api/conjurations/${made.body.id}`)).body.visibility).toBe('PRIVATE')
  })

  test('that was made longer does not end at its first end', { tags: 'long' }, async () => {
    const someone = await stack.member()
    await give(someone, 'BASIC', new Date(Date.now() + 1000).toISOString())
    await give(someone, 'BASIC', new Date(Date.now() + 2500).toISOString())
    await eventually(async () => (await typesOf(someone)).includes('PlanEnded'))
    expect(await typesOf(someone)).toEqual(['UserRegistered', 'PlanChanged', 'PlanChanged', 'PlanEnded'])
  })
})

describe('tiers and complimentary access', () => {
  test('are given with a reason, told once, and taken back', async () => {
    const someone = await stack.member()
    const tier = { userId: someone.id, tierType: 'minis', tier: 'MINI_MASTER', reason: 'Backer 12' }
    await admin.post('/api/admin/kickstarter-tier/update', tier)
    const { body } = await admin.post('/api/admin/kickstarter-tier/update', tier)
    expect(await me(someone, body.position)).toMatchObject({
      minisKickstarterTier: 'MINI_MASTER',
      loreloomKickstarterTier: null,
      kickstarterBacker: true,
    })
    const back = await admin.post('/api/admin/kickstarter-tier/update', { ...tier, tier: null })
    expect((await me(someone, back.body.position)).kickstarterBacker).toBe(false)
    const told = (await typesOf(someone)).filter((type) => type === 'MinisTierChanged')
    expect(told).toHaveLength(2)
  })

  test.each([
    ['/api/admin/kickstarter-tier/update', { tierType: 'minis', tier: 'LEGEND', reason: 'x' }, 400],
    ['/api/admin/kickstarter-tier/update', { tierType: 'loreloom', tier: 'LEGEND', reason: ' ' }, 400],
    [
      '/api/admin/kickstarter-tier/update',
      { tierType: 'loreloom', tier: 'LEGEND', reason: 'x', userId: randomUUID() },
      404,
    ],
    ['/api/admin/complimentary-access/update', { through: '2026-02-30', reason: 'x' }, 400],
    ['/api/admin/complimentary-access/update', { through: dateIn(3) }, 400],
  ])('%s with %o is refused', async (address, over, status) =>
    expect((await admin.post(address, { userId: admin.id, ...over })).status).toBe(status),
  )

  test('complimentary access is Pro to the end of its day, grants nothing and opens no battle maps', async () => {
    const someone = await stack.member()
    const access = (through: string | null) =>
      admin.post('/api/admin/complimentary-access/update', { userId: someone.id, through, reason: 'Sorry' })
    const first = await access(dateIn(0))
    expect(await me(someone, first.body.position)).toMatchObject({ plan: 'PRO', paidPlan: 'FREE', imageCredits: 100 })
    const yesterday = await access(dateIn(-1))
    expect((await me(someone, yesterday.body.position)).plan).toBe('FREE')
    const none = await access(null)
    expect((await me(someone, none.body.position)).complimentaryAccessThrough).toBeNull()
  })
})

describe('another e-mail address', () => {
  const update = (userId: string, email: string, reason = 'Asked for it') =>
    admin.post('/api/admin/user/update-email', { userId, email, reason })

  test('waits until the user confirms it: until then the old one signs in, and nothing says the new one', async () => {
    const someone = await stack.member()
    const email = `${randomUUID()}@Example.org`
    const { status, body } = await update(someone.id, email)
    expect(status).toBe(200)
    expect((await me(someone, body.position)).email).toBe(someone.email)
    const password = 'correct horse'
    expect((await stack.anyone().post('/api/auth/sign-in/email', { email, password })).status).toBe(401)
    expect((await stack.anyone().post('/api/auth/sign-in/email', { email: someone.email, password })).status).toBe(200)
    const { events } = await stack.store.read(`users-${someone.id}`)
    expect(events.at(-1)).toMatchObject({ type: 'EmailChangeRequested', data: { reason: 'Asked for it' } })
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/example\.org/i)
  })

  test('is nobody else’s, another one, and one', async () => {
    const someone = await stack.member()
    const unsaid = 'Please provide a new email address and reason for the change'
    expect((await update(someone.id, admin.email)).body.code).toBe('email_taken')
    expect((await update(someone.id, someone.email)).body).toMatchObject({ status: 422, detail: unsaid })
    expect((await update(someone.id, 'nobody')).body).toMatchObject({ status: 400, detail: unsaid })
    expect((await update(someone.id, 'a@example.org', ' ')).body).toMatchObject({ status: 400, detail: unsaid })
    expect(await typesOf(someone)).not.toContain('EmailChangeRequested')
  })
})

describe('what somebody says of themselves', () => {
  test('new accounts are asked how they came, once', async () => {
    const someone = await stack.member()
    expect(await me(someone)).toMatchObject({ onboarded: false, marketingOptIn: null, initialTrackingData: null })
    const source = { source: 'influencer', influencer: 'other' }
    expect((await someone.post('/api/users/me/signup-source', source)).status).toBe(200)
    const tracking = { referrer: 'https://example.org/', utm_source: 'podcast' }
    const answer = await someone.patch('/api/users/me', {
      onboarded: true,
      marketingOptIn: true,
      initialTrackingData: tracking,
    })
    const known = { onboarded: true, marketingOptIn: true, initialTrackingData: tracking }
    expect(await me(someone, answer.body.position)).toMatchObject(known)
    await someone.patch('/api/users/me', { onboarded: true, initialTrackingData: { utm_source: 'later' } })
    expect(await me(someone)).toMatchObject(known)
  })

  test.each([
    ['/api/users/me/signup-source', {}, 'Please select a signup source and submit again!'],
    ['/api/users/me/signup-source', { source: 'moon' }, 'Please select a signup source and submit again!'],
    ['/api/users/me/signup-source', { source: 'influencer' }, 'Please select an influencer and submit again!'],
  ])('%s with %o is refused', async (address, body, detail) =>
    expect((await admin.post(address, body)).body).toMatchObject({ status: 400, detail }),
  )
})

describe('what somebody changes about themselves', () => {
  test('is their name, by the rules of names', async () => {
    const someone = await stack.member()
    expect((await someone.patch('/api/users/me', { username: ' Wren Ashdown ' })).status).toBe(200)
    expect((await me(someone)).username).toBe('Wren Ashdown')
    expect((await someone.patch('/api/users/me', { username: ' ' })).body).toMatchObject({
      status: 400,
      errors: [{ field: 'username', message: 'Name is required' }],
    })
  })

  test('is whether they see NSFW content, which takes the plan; to stop takes none', async () => {
    const someone = await stack.member()
    expect((await someone.patch('/api/users/me', { allowNSFW: true })).body.code).toBe('plan_required')
    await me(someone, (await give(someone, 'PRO', inDays(30))).body.position)
    const { body } = await someone.patch('/api/users/me', { allowNSFW: true })
    expect(await me(someone, body.position)).toMatchObject({ allowNSFW: true })
    await me(someone, (await give(someone, 'BASIC', inDays(30))).body.position)
    const stopped = await someone.patch('/api/users/me', { allowNSFW: false })
    expect(await me(someone, stopped.body.position)).toMatchObject({ allowNSFW: false })
  })

  test('is nothing else', async () =>
    expect((await admin.patch('/api/users/me', { role: 'auditor' })).status).toBe(400))
})

describe('a pre-order', () => {
  const issue = (email: string, through: string | null = null) =>
    admin.post('/api/admin/coupons', { email, plan: 'BASIC', through, reason: 'Pre-order 17' })
  const redeem = (someone: Person, coupon: string) => someone.post('/api/billing/preorder/redeem', { coupon })

  test('stands in the list of admins, and says who redeemed it', async () => {
    const someone = await stack.verify(await stack.member('Wren'))
    const { couponId, position } = (await issue(someone.email)).body
    const address = `/api/admin/coupons?search=${someone.email.slice(0, 20)}`
    const listed = async (at: string) => (await admin.get(address, { 'min-position': at })).body
    const waiting = { id: couponId, email: someone.email, plan: 'BASIC', redeemedBy: null, redeemedByName: null }
    expect(await listed(position)).toMatchObject({ data: [waiting], total: 1 })
    const { body } = await redeem(someone, couponId)
    expect((await listed(body.position)).data).toMatchObject([{ redeemedBy: someone.id, redeemedByName: 'Wren' }])
  })

  test('waits for whoever has the address, and gives its plan and credits once', async () => {
    const someone = await stack.verify(await stack.member())
    const issued = await issue(someone.email.toUpperCase())
    const { couponId } = issued.body
    expect(await me(someone, issued.body.position)).toMatchObject({ preorderRedemptionCoupon: couponId, plan: 'FREE' })

    const [first, second] = await Promise.all([redeem(someone, couponId), redeem(someone, couponId)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await me(someone, first.body.position)).toMatchObject({ preorderRedemptionCoupon: null, plan: 'BASIC' })
    await credits(someone, 600)
    expect((await someone.get('/api/users/me/subscription')).body).toEqual({
      plan: 'BASIC',
      source: 'preorder',
      periodEnd: null,
      cancelAtPeriodEnd: false,
      isSuspended: false,
      isPreOrder: true,
      isLifetimePreOrder: true,
      preOrderValidUntil: null,
      interval: null,
      status: null,
      nextCharge: null,
      pending: null,
      graceUntil: null,
      needsConfirmation: false,
    })
  })

  test('keeps its address where it can be forgotten', async () => {
    const email = `${randomUUID()}@example.org`
    const { couponId } = (await issue(email)).body
    const [opened, stored] = await Promise.all(
      [stack.store, stack.sealedStore].map(async (store) => (await store.read(`coupons-${couponId}`)).events),
    )
    expect(JSON.stringify(opened?.[0]?.data)).toContain(email)
    expect(JSON.stringify(stored?.[0]?.data)).not.toMatch(/example\.org|Pre-order 17/)
  })

  test('is nobody else’s, and one for each', async () => {
    const [someone, other] = [await stack.verify(await stack.member()), await stack.verify(await stack.member())]
    const [{ body: one }, { body: two }] = [await issue(someone.email), await issue(someone.email, inDays(90))]
    await me(someone, two.position)
    expect((await redeem(other, one.couponId)).body.code).toBe('coupon_not_found')
    expect((await redeem(someone, randomUUID())).body.code).toBe('coupon_not_found')
    expect((await redeem(someone, one.couponId)).status).toBe(200)
    expect((await redeem(someone, two.couponId)).body.code).toBe('preorder_redeemed')
  })

  test('gives nothing once what it was good for is over', async () => {
    const someone = await stack.verify(await stack.member())
    const { body } = await issue(someone.email, inDays(-1))
    await me(someone, body.position)
    expect((await redeem(someone, body.couponId)).body.code).toBe('coupon_over')
  })
})

test('an account is answered by a table of the previous version, which lacks a column', async () => {
  const someone = await stack.signUp('Upgraded')
  const calls = () => Promise.all(['', '/subscription'].map((path) => someone.get(`/api/users/me${path}`)))
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200])
  await stack.pool.query('alter table accounts rename column "discordHandle" to "aNewName"')
  try {
    const [me, subscription] = await calls()
    expect([me?.status, me?.body.discordHandle, subscription?.status]).toEqual([200, null, 200])
  } finally {
    await stack.pool.query('alter table accounts rename column "aNewName" to "discordHandle"')
  }
})
