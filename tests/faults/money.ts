import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Pack, packs } from '#domain/billing-answers.ts'
import { seeded } from '../../demo/grammar.ts'
import { withClient } from './lib/database.ts'
import type { Fault } from './lib/fault.ts'
import { median, seconds, worst } from './lib/figures.ts'
import { startWhole } from './lib/installation.ts'
import { until } from './lib/until.ts'

const patience = 60_000
const welcome = 100
const [pack] = Pack.options as [Pack]
const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }

const Credits = z.object({ balance: z.int(), available: z.int(), owed: z.int() })
const Rounds = z.object({
  data: z.array(
    z.object({ id: z.string(), endedAt: z.string().nullable(), status: z.string(), found: z.int(), mended: z.int() }),
  ),
})

/** Somebody who buys, and asks again with the same key until they are answered. The first account is its admin. */
const buyer = async (url: string) => {
  const headers = { origin: url, 'content-type': 'application/json' }
  const account = { name: 'Wren', email: 'wren@example.org', password: 'correct horse battery' }
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')

  /** Undefined where there is no answer, or none that is final. */
  const tried = async (method: string, path: string, body?: object, key: string = randomUUID()) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...headers, cookie, 'idempotency-key': key },
      signal: AbortSignal.timeout(patience),
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (!response || response.status >= 500) return undefined
    const answer = await response.json().catch(() => undefined)
    if (answer !== undefined && response.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const asked = (method: string, path: string, body?: object, key: string = randomUUID()) =>
    until(`${path} is answered`, patience, () => tried(method, path, body, key))

  const { publishableKey } = (await asked('GET', 'billing/config')) as { publishableKey: string }
  const card = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2040',
    'card[cvc]': '123',
  }
  const made = await fetch(`${url}/simulated-stripe/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(card).toString(),
  })
  const { id: paymentMethodId } = z.object({ id: z.string() }).parse(await made.json())
  return {
    buy: () => asked('POST', 'billing/credits/purchase', { pack, paymentMethodId, billingAddress }, randomUUID()),
    credits: async () => Credits.parse(await asked('GET', 'users/credits')),
    /** What a round of reconciliation found, and how much of it was mended. */
    async reconcile() {
      const { roundId } = z.object({ roundId: z.string() }).parse(await asked('POST', 'admin/reconciliations', {}))
      return until('the round has ended', patience, async () => {
        const { data } = Rounds.parse(await asked('GET', 'admin/reconciliations'))
        return data.find(({ id, endedAt }) => id === roundId && endedAt !== null)
      })
    },
  }
}

const charged = `select count(*)::int as count from simulated_stripe.objects
  where data ->> 'object' = 'payment_intent' and data ->> 'status' = 'succeeded'`

export default {
  about:
    'SIGKILL of the server at random moments between our call and the payment provider’s answer: nothing is charged or granted twice.',
  smallest: { rounds: 2 },
  async run({ rounds = 50, seed, dir, tell }) {
    const random = seeded(seed)
    const installation = await startWhole(dir, { PAYMENTS: 'simulated' })
    try {
      const [url = ''] = installation.urls
      const { server } = installation.parts
      if (!server) throw new TypeError('There is no server')
      const { buy, credits, reconcile } = await buyer(url)
      const times: number[] = []
      for (let round = 1; round <= rounds; round++) {
        const begun = performance.now()
        const bought = buy()
        await pause(random() * 250)
        await server.kill()
        await server.revive()
        await bought
        times.push(performance.now() - begun)
        if (round % 10 === 0) tell(`${round} of ${rounds}`)
      }
      const first = await reconcile()
      const second = await reconcile()
      const { balance, available, owed } = await credits()
      const there = await withClient(
        installation.postgres,
        async (client) => (await client.query(charged)).rows[0].count,
      )
      const expected = welcome + rounds * packs[pack].credits
      const problems = [
        ...(there === rounds ? [] : [`${rounds} packs were bought and ${there} payments made`]),
        ...(balance === expected && available === expected && owed === 0
          ? []
          : [`${expected} credits were to be had, and ${balance} are, ${available} of them to spend, ${owed} owed`]),
        ...(first.found === first.mended ? [] : [`${first.found - first.mended} differences were not mended`]),
        ...(second.status === 'finished' && second.found === 0
          ? []
          : [`afterwards ${second.found} differences are left`]),
      ]
      return {
        columns: [
          'rounds',
          'payments made',
          'credits',
          'mended by reconciliation',
          'differences left',
          'bought after (median)',
          'at worst',
        ],
        rows: [[rounds, there, balance, first.mended, second.found, seconds(median(times)), seconds(worst(times))]],
        notes: [
          'Bought: from the first try of a purchase, through the kill and the start, to its answer by the same key.',
        ],
        problems,
      }
    } finally {
      await installation.stop()
    }
  },
} satisfies Fault
