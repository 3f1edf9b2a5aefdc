import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { billing } from '#domain/billing.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { stored } from '../../backend/projections/stored.ts'
import type { Mail } from '../../backend/providers/mail.ts'
import { mailFailedRenewals } from '../../backend/reactors/mail-failed-renewals.ts'
import { reactionTo } from '../../backend/reactors/reaction.ts'
import { memoryStore } from '../memory-store.ts'
import { providerAccount } from '../vendors/payments.ts'

const userId = '0198c0de-0000-7000-8000-000000000001'
const start = '2027-01-31T12:00:00.000Z'
const wren = { name: 'Wren', email: 'wren@example.org' }

/** Somebody whose renewal is not paid, as the provider says it, and the mails that go out. */
const world = async ({ people = [wren] }: { people?: object[] } = {}) => {
  const provider = providerAccount('cus_1', start)
  const store = memoryStore()
  const decided = dispatcher(commandHandler(store))
  let isEnding = false
  const handler: typeof decided = {
    ...decided,
    dispatch: (...given) => (isEnding ? Promise.reject(new Error('The process ended')) : decided.dispatch(...given)),
  }
  const sent: Mail[] = []
  let isDown = false
  const mailer = {
    async send(mail: Mail) {
      if (isDown) throw new Error('The mail server is away')
      sent.push(mail)
    },
  }
  // The lease's connection, and whose address it is.
  const query = async () => ({ rows: people })
  const pool = { query, connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool
  const reactor = mailFailedRenewals(pool, { mailer, baseUrl: 'https://loreloom.test' })
  let looks = 0
  const look = async (account = provider.seen()) => {
    const askedAt = new Date(Date.parse(start) + ++looks * 1000).toISOString()
    const context = { actor: userId, correlationId: askedAt, commandId: () => askedAt }
    await handler.dispatch(context, billing, userId, { type: 'RecordAccount', data: { userId, askedAt, account } })
  }
  provider.subscribe('BASIC', 'MONTHLY')
  await look()
  provider.wait(29, true)
  return {
    provider,
    look,
    sent,
    mailServer: (is: 'up' | 'down') => {
      isDown = is === 'down'
    },
    /** A job in whose midst the process ends, behind the mail. */
    forgetting: async (run?: () => unknown) => {
      isEnding = true
      await Promise.resolve(run?.()).finally(() => {
        isEnding = false
      })
    },
    /** The jobs of all tries that were heard of. */
    jobs: () =>
      store.log
        .filter(({ type }) => type === 'PaymentFailed')
        .map((each) => {
          const { event } = stored(each)
          const job = { attempts: 1, max_attempts: 25 }
          const reaction = reactionTo(event, {
            reactor,
            handler,
            job,
            now: Date.now,
            signal: new AbortController().signal,
          })
          return () => reactor.on.PaymentFailed?.(event.data as never, reaction)
        }),
    told: () => store.log.filter(({ type }) => type === 'RenewalNoticeSent').length,
  }
}
const tried = ({ seen }: ReturnType<typeof providerAccount>, attempts: number, more = {}) => {
  const account = seen()
  const invoices = account.invoices.map((each) => (each.status === 'open' ? { ...each, attempts, ...more } : each))
  return { ...account, invoices }
}

describe('a renewal that is not paid', () => {
  it('is told by mail: what happened, what to do, and by when', async () => {
    const { provider, look, jobs, sent } = await world()
    await look(tried(provider, 1, { nextAttemptAt: '2027-03-03T12:00:00.000Z' }))
    for (const run of jobs()) await run()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: wren.email, subject: 'Your Loreloom plan could not be renewed' })
    for (const said of [
      /^Hello Wren,/,
      /your card was refused/,
      /https:\/\/loreloom\.test\/account-settings\?tab=payment-methods\n/,
      /tried again on 3 March 2027/,
      /Basic stays yours until 7 March 2027/,
    ])
      expect(sent[0]?.text).toMatch(said)
  })

  it('because the bank wants it confirmed is told so', async () => {
    const { provider, look, jobs, sent } = await world()
    await look(tried(provider, 1, { needsConfirmation: true }))
    for (const run of jobs()) await run()
    expect(sent[0]?.subject).toBe('Please confirm the renewal of your Loreloom plan')
    expect(sent[0]?.text).toMatch(/your bank wants you to confirm the payment/)
    expect(sent[0]?.text).not.toMatch(/refused/)
  })

  it('is told once for a bill, however often it is tried and a job runs', async () => {
    const { provider, look, jobs, sent, told } = await world()
    for (const attempts of [1, 2, 3]) await look(tried(provider, attempts))
    expect(jobs()).toHaveLength(3)
    await Promise.all([...jobs(), ...jobs()].map((run) => run()))
    expect([sent.length, told()]).toEqual([1, 1])
  })

  it('is told by the same mail where the process ended before it could note it', async () => {
    const { look, jobs, sent, forgetting } = await world()
    await look()
    await expect(forgetting(jobs()[0])).rejects.toThrow('ended')
    await jobs()[0]?.()
    const [first, again] = sent.map(({ id }) => id)
    expect([sent.length, first]).toEqual([2, again])
    expect(first).toMatch(/^[\da-f-]{36}$/)
  })

  it('is told when the mail server is back', async () => {
    const { look, jobs, sent, told, mailServer } = await world()
    await look()
    mailServer('down')
    await expect(jobs()[0]?.()).rejects.toThrow('away')
    expect(told()).toBe(0)
    mailServer('up')
    await jobs()[0]?.()
    expect([sent.length, told()]).toEqual([1, 1])
  })

  it('is not told any more to who has paid, or cancelled, meanwhile', async () => {
    for (const meanwhile of ['recover', 'cancel'] as const) {
      const { provider, look, jobs, sent } = await world()
      await look()
      provider[meanwhile]()
      await look()
      for (const run of jobs()) await run()
      expect(sent).toEqual([])
    }
  })

  it('of an account that is gone is told to nobody', async () => {
    const { look, jobs, sent } = await world({ people: [] })
    await look()
    for (const run of jobs()) await run()
    expect(sent).toEqual([])
  })

  it('says nothing in our name that a name was made for', async () => {
    const { look, jobs, sent } = await world({ people: [{ ...wren, name: 'you won: evil.example' }] })
    await look()
    for (const run of jobs()) await run()
    expect(sent[0]?.text).toMatch(/^Hello,\n/)
  })
})
