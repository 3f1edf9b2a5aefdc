import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { credits } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { imageModels } from '#domain/image-catalogue.ts'
import { costOf } from '#domain/image-models.ts'
import { ImageRefused } from '../../backend/providers/images.ts'
import { painted, uploadedBy } from '../api/edited.ts'
import { multipart } from '../api/multipart.ts'
import { quickEdits } from '../quick-edits.ts'
import { quickPictures } from '../quick-pictures.ts'
import { quickTexts } from '../quick-texts.ts'
import { type Answer, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { runsOf } from '../walk.ts'
import { type PaidWorld, paidRoutes } from './paid-table.ts'

/** Work that costs credits: what is rejected holds none, and who acts as somebody else holds none of theirs. */

let stack: Stack
let admin: Person
/** Has credits and a plan. */
let rich: Person
/** Has neither, and the same things. */
let poor: Person
/** An admin who acts as `rich`. */
let impersonator: Person
const [vista] = imageModels
const pictureCost = vista ? costOf(vista) : 0
const worlds = new Map<Person, PaidWorld>()
let mask: Buffer

beforeAll(async () => {
  const dear = quickEdits(undefined, { name: 'Dear', source: 'vendor', premiumPrice: 9 })
  const refuseOne = ({ prompt }: { prompt: string }) => {
    if (prompt === 'fail') throw new ImageRefused('filtered', 'No')
  }
  stack = await startStack({
    welcomeCredits: 0,
    imageEdits: [dear],
    images: quickPictures(refuseOne),
    textModel: quickTexts(),
  })
  admin = await stack.member('Admin')
  ;[rich, poor] = (await Promise.all(['Rich', 'Poor'].map((name) => stack.member(name)))) as [Person, Person]
  mask = await painted()
  const pro = { userId: rich.id, plan: 'PRO', reason: 'Test', subscriptionPaidThrough: null }
  const { body } = await admin.post('/api/admin/subscription/change', pro)
  await rich.get('/api/users/me', { 'min-position': body.position })
  const attribute = { id: randomUUID(), name: 'Place', prompt: `${'x'.repeat(1_980)} [place]`, format: 'SINGLE_LINE' }
  const template = await rich.post('/api/templates', { name: 'Long', attributes: [attribute], visibility: 'PUBLIC' })
  for (const one of [rich, poor]) worlds.set(one, await worldOf(one, template.body.id))
  await give(rich, 10_000)
  impersonator = stack.anyone()
  await impersonator.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
  await impersonator.post('/api/auth/admin/impersonate-user', { userId: rich.id, reason: 'Test' })
  worlds.set(impersonator, worlds.get(rich) as PaidWorld)
})
afterAll(() => stack?.stop())

const give = async (someone: Person, amount: number) => {
  const { body } = await admin.post('/api/admin/credits/add', { userId: someone.id, credits: amount, reason: 'Test' })
  await someone.get('/api/users/me', { 'min-position': body.position })
}

/** A campaign with pictures, for all the credits that somebody has been given for it. */
const worldOf = async (someone: Person, templateId: string): Promise<PaidWorld> => {
  await give(someone, pictureCost)
  const campaignId = (await someone.post('/api/campaigns', { name: 'Tidewater' })).body.id
  const imageId = await uploadedBy(someone, campaignId)
  const draw = async (prompt: string) => {
    const wanted = { campaignId, modelId: vista?.id, prompt, count: 1, width: 1024, height: 1024 }
    const { id } = (await someone.post('/api/images', wanted)).body.images[0]
    await eventually(async () => Object.keys((await walletOf(someone)).open).length === 0)
    return id
  }
  const failedImageId = await draw('fail')
  await draw('A lighthouse')
  return { campaignId, imageId, failedImageId, templateId }
}

const Spending = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ 'x-spends': z.string().optional() }))),
})
const routesThatSpend = (what: 'credits' | 'money') =>
  Object.entries(Spending.parse(stack.app.swagger()).paths).flatMap(([url, operations]) =>
    Object.entries(operations).flatMap(([method, { 'x-spends': spends }]) =>
      spends === what ? [`${method.toUpperCase()} ${url}`] : [],
    ),
  )

const walletOf = async ({ id }: Person) => stateOf(credits, (await stack.store.read(`credits-${id}`)).events)

interface Change {
  body?: Record<string, unknown>
  id?: string
  headers?: Record<string, string>
}

/** Sends a row of the table as somebody, with a change to it. */
const request = (as: Person, name: string, { body: changed = {}, id, headers = {} }: Change = {}): Promise<Answer> => {
  const route = paidRoutes[name]
  const world = worlds.get(as)
  if (!route || !world) throw new Error(`There is no ${name}`)
  const url = name.slice('POST '.length).replace('{id}', encodeURIComponent(id ?? route.id?.(world) ?? ''))
  const body = route.body && { ...route.body(world), ...changed }
  if (!route.masked) return as.post(url, body, headers)
  const fields = Object.entries(body ?? {}).filter(([, value]) => value !== undefined)
  const parts = Object.fromEntries(fields.map(([field, value]) => [field, String(value)]))
  const form = multipart({ ...parts, mask: { bytes: mask, type: 'image/png' } })
  return as.send('POST', url, form.payload, { ...form.headers, ...headers })
}

/** Sends it, and answers which holds there are afterwards that were not there before. */
const heldBy = async (owner: Person, send: () => Promise<Answer>) => {
  const before = new Set(Object.keys((await walletOf(owner)).open))
  const answer = await send()
  const after = Object.keys((await walletOf(owner)).open)
  return { answer, held: after.filter((hold) => !before.has(hold)) }
}

describe('the table of paid work', () => {
  test('has every route whose policy says that it spends credits, and no other', () => {
    expect(routesThatSpend('credits').toSorted()).toEqual(Object.keys(paidRoutes).toSorted())
  })

  test('is complete, because only holdFor holds credits, and it refuses a route whose policy does not say so', () => {
    const backend = path.join(import.meta.dirname, '../../backend')
    const files = fs.readdirSync(backend, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const holding = files.filter((file) => fs.readFileSync(path.join(backend, file), 'utf8').includes("'HoldCredits'"))
    expect(holding).toEqual(['commands/credits/hold-for.ts'])
  })
})

describe('paid work', () => {
  test.each(Object.keys(paidRoutes))('%s: an impersonator holds nothing and is told why', async (name) => {
    const { answer, held } = await heldBy(rich, () => request(impersonator, name))
    expect([answer.status, answer.body.code]).toEqual([403, 'impersonator_spends_nothing'])
    expect(held).toEqual([])
  })

  test.each(Object.keys(paidRoutes))('%s: too few credits hold nothing', async (name) => {
    const { answer, held } = await heldBy(poor, () => request(poor, name))
    expect([402, 403]).toContain(answer.status)
    expect(held).toEqual([])
  })

  test('with values that make a prompt too long is refused by the name of the field, and holds nothing', async () => {
    for (const name of ['POST /api/templates/generate', 'POST /api/collections/{id}/lore-from-template']) {
      const { answer, held } = await heldBy(rich, () =>
        request(rich, name, { body: { values: { place: 'y'.repeat(400) } } }),
      )
      expect([answer.status, answer.body.errors?.[0]?.field, held]).toEqual([400, 'values', []])
    }
  })

  test('that is answered with 400 or more leaves no hold, whatever is wrong with it', { tags: 'long' }, async () => {
    const wrong = fc.oneof(
      fc.constantFrom<unknown>(undefined, null, '', ' ', -1, 0, 1e9, true, 'y'.repeat(2_001), [], {}, 'nonsense'),
      fc.constantFrom<unknown>({ place: 'y'.repeat(400) }, { place: 'y'.repeat(99) }, { place: 7 }, [randomUUID()]),
      fc.uuid(),
    )
    const others = ['imageIds', 'imageId', 'linking', 'seed', 'guidance', 'guidanceContext', 'imageModelId', 'provider']
    const changeTo = (name: string) => {
      const own = Object.keys(paidRoutes[name]?.body?.(worlds.get(rich) as PaidWorld) ?? {})
      const body = fc.dictionary(fc.constantFrom(...own, ...own, ...others), wrong, { minKeys: 1, maxKeys: 2 })
      const headers = fc.constantFrom({ 'idempotency-key': 'nonsense' }, { 'content-type': 'text/plain' })
      const id = fc.oneof(fc.uuid(), fc.constantFrom('nonsense', 'root'))
      const change: fc.Arbitrary<Change> = fc.oneof(
        { arbitrary: fc.record({ body }), weight: 6 },
        { arbitrary: fc.record({ id }), weight: 1 },
        { arbitrary: fc.record({ headers }), weight: 1 },
      )
      return fc.record({ name: fc.constant(name), as: fc.constantFrom(rich, poor), change })
    }
    let refused = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(paidRoutes)).chain(changeTo), async ({ name, as, change }) => {
        const { answer, held } = await heldBy(as, () => request(as, name, change))
        expect(answer.status).toBeLessThan(500)
        if (answer.status < 400) return
        refused++
        expect([answer.status, answer.body.detail, held]).toEqual([answer.status, answer.body.detail, []])
      }),
      { numRuns: runsOf(100, 2000) },
    )
    expect(refused).toBeGreaterThan(20)
  })

  test('that is accepted holds what it costs, and a repeat of it holds nothing more', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const balance = async () => (await walletOf(rich)).available
    const before = await balance()
    for (const _ of [1, 2]) {
      const { status } = await request(rich, 'POST /api/images', { headers })
      expect([status, before - (await balance())]).toEqual([202, 2 * pictureCost])
    }
  })
})

describe('money', () => {
  test('is spent by its owner alone, coupons included', async () => {
    const routes = routesThatSpend('money')
    expect(routes.length).toBeGreaterThan(7)
    for (const name of [...routes, 'POST /api/billing/preorder/redeem']) {
      const [method = '', url = ''] = name.split(' ')
      const body = {
        coupon: randomUUID(),
        plan: 'PRO',
        interval: 'YEARLY',
        pack: 'PACK_250',
        paymentMethodId: 'pm_card',
      }
      const { status } = await impersonator.send(method as 'POST', url.replace('{id}', 'pm_card'), {
        ...body,
        cancelAtPeriodEnd: true,
        immediateCharge: 0,
        billingAddress: { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' },
      })
      expect([name, status]).toEqual([name, 403])
    }
  })
})
