import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../postgres.ts'
import { serveProgram } from '../serve-program.ts'
import { sdk } from './emulator.ts'

/** `npm run stripe`: the emulator alone. */
const program = fileURLToPath(new URL('../../backend/cli/serve-stripe.ts', import.meta.url))
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const serve = (...args: string[]) => serveProgram(program, database.options, args)

const started = async (): Promise<{
  child: ChildProcess
  ended: Promise<number | null>
  stripe: Stripe
  address: string
}> => {
  const { child, output, ended } = serve('--port', '0')
  await expect.poll(output, { timeout: 60_000 }).toContain('STRIPE_WEBHOOK_SECRET=whsec_')
  const [, address = ''] = /at (\S+)/.exec(output()) ?? []
  const [, key = ''] = /STRIPE_SECRET_KEY=(\S+)/.exec(output()) ?? []
  return { child, ended, address, stripe: sdk(address, key) }
}

test('a kill at any moment costs nothing: what is sent again with its key was done once, with its events, or not at all', {
  tags: 'long',
}, async () => {
  const first = await started()
  const requests = Array.from({ length: 40 }, (_, at) => `pay-${at}`)
  const pay = (stripe: Stripe, idempotencyKey: string) =>
    stripe.paymentIntents.create(
      { amount: 1_000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      { idempotencyKey },
    )
  let answered = 0
  const before = requests.map((key) =>
    pay(first.stripe, key).then(
      () => {
        answered += 1
        if (answered === 10) first.child.kill('SIGKILL')
      },
      () => undefined,
    ),
  )
  await Promise.all(before)
  expect(answered).toBeLessThan(requests.length)
  await first.ended

  const second = await started()
  for (const key of requests) expect((await pay(second.stripe, key)).status).toBe('succeeded')
  const counted = async (list: Stripe.ApiListPromise<{ id: string }>) =>
    (await list.autoPagingToArray({ limit: 1_000 })).length
  expect(await counted(second.stripe.paymentIntents.list({ limit: 100 }))).toBe(requests.length)
  expect(await counted(second.stripe.charges.list({ limit: 100 }))).toBe(requests.length)
  expect(await counted(second.stripe.events.list({ limit: 100, type: 'payment_intent.succeeded' }))).toBe(
    requests.length,
  )
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(0)
})

test('two over one database are one Stripe', { tags: 'long' }, async () => {
  const [one, other] = await Promise.all([started(), started()])
  const { id } = await one.stripe.customers.create({ name: 'Ada' })
  expect(await other.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' })
  const create = ({ stripe }: { stripe: Stripe }) =>
    stripe.customers.create({ name: 'Twins' }, { idempotencyKey: 'twins', maxNetworkRetries: 5 })
  const [a, b] = await Promise.all([create(one), create(other)])
  expect(a.id).toBe(b.id)
  for (const { child, ended } of [one, other]) {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})

test.each([
  [['--port', 'x'], 1, '--port takes a number from 0 to 65535'],
  [['--webhook', 'x'], 1, '--webhook takes an http or https address'],
  [['--prot', '1'], 1, 'usage: npm run stripe'],
  [['--help'], 0, '--webhook   sends every event there'],
])('%j is answered with what it takes', async (args, code, text) => {
  const { ended, output } = serve(...args)
  expect(await ended).toBe(code)
  expect(output()).toContain(text)
})
