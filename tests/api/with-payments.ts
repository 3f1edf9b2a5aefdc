import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { PaymentsUnavailable } from '../../backend/providers/payments.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { type SimulatedPayments, simulatedPayments } from '../simulated-payments.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

type Call = keyof SimulatedPayments['payments']

/** What the payment provider does otherwise for the duration of `during`. */
interface Fault {
  /** No call is answered. */
  isAway?: true
  /** This call alone is not answered. */
  failing?: Call
  /** This call is carried out, and its answer is lost. */
  unanswered?: Call
  /** Runs before the call reaches the provider. */
  before?: Partial<Record<Call, () => Promise<unknown>>>
  /** The provider's test clock of whom becomes a customer. */
  clock?: string
}

export const billingAddress = { line1: '1 Quay', city: 'Tidewater', state: 'ME', postalCode: '04101', country: 'US' }
export const key = (id: string = randomUUID()) => ({ 'idempotency-key': id })

/** Starts an installation with the simulated payment provider for the tests of a file, and stops it after them. */
export const withPayments = () => {
  let at: SimulatedPayments
  let stack: Stack
  let admin: Person
  let fault: Fault = {}
  const telemetry = quietTelemetry()
  const logged: string[] = []

  /** The provider's calls, with the fault that is under way. A webhook is no call. */
  const faulty = (payments: SimulatedPayments['payments']) =>
    new Proxy(payments, {
      get(target, name) {
        const value = Reflect.get(target, name)
        const { isAway, failing, unanswered, before, clock } = fault
        if (name === 'createCustomer' && clock !== undefined)
          return async (userId: string, email?: string) =>
            (await at.stripe.customers.create({ ...(email && { email }), metadata: { userId }, test_clock: clock })).id
        if (typeof value !== 'function' || name === 'webhook') return value
        const first = before?.[name as Call]
        if (first) return (...of: unknown[]) => first().then(() => value(...of))
        if (name === unanswered)
          return async (...of: unknown[]) => {
            await value(...of)
            throw new PaymentsUnavailable('cut off')
          }
        return isAway || name === failing ? () => Promise.reject(new PaymentsUnavailable('away')) : value
      },
    })

  beforeAll(async () => {
    at = await simulatedPayments()
    const sink = new Writable({
      write(line, _encoding, done) {
        logged.push(String(line))
        done()
      },
    })
    const issuer = { name: 'Quay Ltd', address: ['1 Quay', 'Tidewater'], taxId: 'DE1' }
    stack = await startStack({
      payments: faulty(at.payments),
      receipts: { issuer, series: 'Q' },
      telemetry,
      log: pino({ level: 'debug' }, sink),
    })
    await stack.app.listen({ host: '127.0.0.1', port: at.port })
    admin = await stack.member('Ada Admin')
  })
  afterAll(async () => {
    await stack?.stop()
    await at?.end()
  })

  const me = async (someone: Person) => (await someone.get('/api/users/me')).body
  const subscription = async (someone: Person) => (await someone.get('/api/users/me/subscription')).body
  const eventsOf = async (someone: Person) => (await stack.store.read(`billing-${someone.id}`)).events
  const hasPlan = (someone: Person, plan: string) => eventually(async () => (await me(someone)).plan === plan)

  return {
    get at() {
      return at
    },
    get stack() {
      return stack
    },
    get admin() {
      return admin
    },
    telemetry,
    /** All lines that the installation logged. */
    logged,
    /** Does something while the provider has a fault. */
    async during<T>(given: Fault, work: () => Promise<T>): Promise<T> {
      fault = given
      try {
        return await work()
      } finally {
        fault = {}
      }
    },
    me,
    subscription,
    eventsOf,
    hasPlan,
    /** The data of the first billing event of a type. */
    async dataOf(someone: Person, type: string): Promise<Record<string, string>> {
      const event = (await eventsOf(someone)).find((each) => each.type === type)
      return (event?.data ?? {}) as Record<string, string>
    },
    typesOf: async (someone: Person, ...types: string[]) =>
      (await eventsOf(someone)).map(({ type }) => type).filter((type) => types.includes(type)),
    available: (someone: Person, expected: number) =>
      eventually(async () => (await someone.get('/api/users/credits')).body.available === expected),
    /** Somebody who pays for a plan, by the way that a browser goes. */
    async subscriber(plan = 'BASIC', interval = 'MONTHLY', number?: string) {
      const someone = await stack.member()
      const paymentMethodId = await at.card(number)
      const made = await someone.post(
        '/api/billing/subscription/create',
        { plan, interval, paymentMethodId, billingAddress },
        key(),
      )
      expect(made.body).toMatchObject({ status: 'incomplete', clientSecret: expect.any(String) })
      expect((await me(someone)).plan).toBe('FREE')
      const confirmed = await at.confirm(made.body.clientSecret, paymentMethodId)
      expect(confirmed.body.status).toBe('succeeded')
      await hasPlan(someone, plan)
      return { someone, paymentMethodId }
    },
    change: (someone: Person, body: object) => someone.post('/api/billing/subscription/change', body, key()),
    buy: (someone: Person, paymentMethodId: string, headers = key()) =>
      someone.post('/api/billing/credits/purchase', { pack: 'PACK_250', paymentMethodId, billingAddress }, headers),
  }
}
