import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { StepKind } from '#domain/audit-accounts.ts'
import { firstFall } from '../../backend/queries/audit/first-fall.ts'
import { pastStreams } from '../../backend/queries/audit/past-streams.ts'
import { endsOf, type Filter, nearest, stepsAfter, stepsBefore } from '../../backend/queries/audit/steps.ts'
import { eventOf } from '../api/appended.ts'
import { memoryStore } from '../memory-store.ts'

/** An account with nothing but the streams that are named after it: so many holds, each captured, and another plan now and then. */
const accountWith = async (holds: number) => {
  const [store, userId, grantId] = [memoryStore(), randomUUID(), randomUUID()]
  const tell = (kind: string, type: string, data: object) =>
    store.append(`${kind}-${userId}`, [eventOf(type, { userId, ...data }, userId)], 'any')
  await tell('users', 'UserRegistered', { method: 'email', role: 'user' })
  const granted = { grantId, amount: holds, source: 'admin', comment: '', balance: holds }
  await tell('credits', 'CreditsGranted', granted)
  for (let n = 1; n <= holds; n++) {
    const [holdId, id] = [randomUUID(), randomUUID()]
    const purpose = { kind: 'images', id, stream: `images-${id}`, label: 'Bell' }
    const data = { holdId, amount: 1, purpose, from: [{ grantId, amount: 1 }], balance: holds - n }
    await tell('credits', 'CreditsHeld', data)
    await tell('credits', 'CreditsCaptured', data)
    const plan = { plan: n % 800 === 0 ? 'FREE' : 'PRO', paidThrough: null, reason: '' }
    if (n % 400 === 0) await tell('users', 'PlanChanged', plan)
  }
  return { read: async () => [], streams: pastStreams(store), userId, head: await store.head() }
}
const everything: Filter = { kinds: StepKind.options }

describe('steps of an account', () => {
  it('are the same by pages of any size, in either direction', async () => {
    const account = await accountWith(40)
    const { steps: all, next } = await stepsAfter(account, everything, -1n, 1_000)
    expect([all.length, next]).toEqual([82, null])
    for (const limit of [1, 7, 50]) {
      const [forward, back] = [all.slice(0, 0), all.slice(0, 0)]
      for (let from: bigint | null = -1n; from !== null; ) {
        const page = await stepsAfter(account, everything, from, limit)
        forward.push(...page.steps)
        from = page.next
      }
      for (let until: bigint | null = account.head; until !== null; ) {
        const page = await stepsBefore(account, everything, until, limit)
        back.unshift(...page.steps)
        until = page.next
      }
      expect(forward).toEqual(all)
      expect(back).toEqual(all)
    }
  })

  it('that are rare are found across pages that find none', async () => {
    const account = await accountWith(1_600)
    const filter = { ...everything, path: 'plan.paid' }
    const [forward, back] = [[] as string[], [] as string[]]
    let pages = 0
    for (let from: bigint | null = -1n; from !== null; pages++) {
      const page = await stepsAfter(account, filter, from, 10)
      forward.push(...page.steps.map(({ event }) => event.eventId))
      from = page.next
    }
    for (let until: bigint | null = account.head; until !== null; ) {
      const page = await stepsBefore(account, filter, until, 10)
      back.unshift(...page.steps.map(({ event }) => event.eventId))
      until = page.next
    }
    expect(forward).toHaveLength(4)
    expect(pages).toBeGreaterThan(1)
    expect(back).toEqual(forward)
  })

  it('begin and end where the account does', async () => {
    const account = await accountWith(3)
    expect(await endsOf(account)).toMatchObject({
      first: { type: 'UserRegistered', position: '1' },
      newest: { position: '8' },
    })
    expect(await nearest(account, 3n, 'before')).toMatchObject({ type: 'CreditsHeld', position: '3' })
    expect(await nearest(account, 0n, 'before')).toBeNull()
  })

  it('stop at the first at which the balance fell below an amount', async () => {
    const account = await accountWith(10)
    expect((await firstFall(account, 8, -1n)).found).toMatchObject({ type: 'CreditsCaptured', before: 8, balance: 7 })
    expect((await firstFall(account, 8, account.head)).found).toBeNull()
    expect((await firstFall(account, 1, -1n)).found).toMatchObject({ type: 'CreditsCaptured', before: 1, balance: 0 })
  })

  it('stop at the first entry, where the balance began below an amount, and not again behind it', async () => {
    const account = await accountWith(10)
    const { found } = await firstFall(account, 11, -1n)
    expect(found).toMatchObject({ type: 'CreditsGranted', position: '2', before: 0, balance: 10 })
    expect((await firstFall(account, 11, BigInt(found?.position ?? 0))).found).toBeNull()
  })
})
