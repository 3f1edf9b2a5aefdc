import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ComparedView, differs } from '#domain/audit-replay-answers.ts'
import type { EventStore } from '#eventstore'
import { compare } from '../../backend/projections/compare.ts'
import { compareAccount } from '../../backend/projections/compare-account.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, eventually, fact, kernel } from './kernel.ts'

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store)
})
afterEach(() => k.close())

const userId = randomUUID()
const campaignId = randomUUID()
const signal = new AbortController().signal
const some = (...names: string[]) => views.filter(({ view }) => names.includes(view.table))
const compared = (tables = views) => compare({ store, postgres: k.postgres, tables, signal })
const differing = (results: readonly ComparedView[]) => results.filter(differs).map(({ view }) => view)

const register = () =>
  append(store, `users-${userId}`, fact('UserRegistered', { userId, method: 'email', role: 'user' }))
const grant = (amount: number, balance: number, whose = userId) =>
  append(
    store,
    `credits-${whose}`,
    fact('CreditsGranted', {
      userId: whose,
      grantId: randomUUID(),
      amount,
      source: 'welcome',
      comment: 'Welcome',
      balance,
    }),
  )
const lore = (conjurationId: string, tags: string[]) =>
  append(
    store,
    `conjurations-${conjurationId}`,
    fact('ConjurationCreated', {
      conjurationId,
      userId,
      campaignId,
      collectionId: null,
      visibility: 'CAMPAIGN',
      name: 'Bell',
      description: '',
      tags,
    }),
  )

it('finds nothing where the rows are what the log makes of them, counts by triggers included, and leaves nothing behind', {
  tags: 'long',
}, async () => {
  k.project()
  await register()
  await grant(50, 50)
  for (const tags of [['inn'], ['inn', 'sea'], []]) await lore(randomUUID(), tags)
  const conjurationId = randomUUID()
  await lore(conjurationId, ['bell'])
  await k.caughtUp()
  // The last with its tag.
  await append(store, `conjurations-${conjurationId}`, fact('ConjurationDeleted', { conjurationId }))
  await k.caughtUp()
  const results = await compared()
  expect(results).toHaveLength(views.length)
  expect(differing(results)).toEqual([])
  expect(results).toContainEqual({ view: 'wallets', rows: 1, differing: 0, examples: [] })
  expect(await k.query(`select 1 from pg_namespace where nspname like 'compare%'`)).toEqual([])
})

it('names a row that was changed, one that was taken and one that was added, as it is and as it should be', async () => {
  const [changed, taken, added] = [randomUUID(), randomUUID(), randomUUID()]
  k.project()
  await grant(50, 50, changed)
  await grant(70, 70, taken)
  await k.caughtUp()
  await k.query('update wallets set available = 5000 where id = $1', [changed])
  await k.query('delete from wallets where id = $1', [taken])
  await k.query('insert into wallets values ($1, 9)', [added])
  const [wallets, lines] = await compared(some('wallets', 'credit_transactions'))
  expect(lines).toMatchObject({ differing: 0 })
  expect(wallets).toMatchObject({ view: 'wallets', rows: 2, differing: 3 })
  const row = (id: string, available: number) => ({ id, available })
  expect(wallets && 'examples' in wallets ? wallets.examples : []).toEqual(
    expect.arrayContaining([
      { table: 'wallets', key: { id: changed }, is: row(changed, 5000), should: row(changed, 50) },
      { table: 'wallets', key: { id: taken }, is: null, should: row(taken, 70) },
      { table: 'wallets', key: { id: added }, is: row(added, 9), should: null },
    ]),
  )
  expect(await k.query('select available from wallets where id = $1', [changed])).toEqual([{ available: '5000' }])
})

it('compares as of one moment while events keep coming', { tags: 'long' }, async () => {
  k.project({ batch: 5 })
  let balance = 0
  let writing = true
  const done = (async () => {
    for (; writing; balance++) {
      await grant(1, balance + 1)
      // No further ahead than a log really is.
      await eventually(async () => (await store.head()) - (await k.checkpoint()) < 100n)
    }
  })()
  k.closing.push(async () => {
    writing = false
    await done
  })
  await eventually(() => balance > 50)
  const results = [await compared(some('wallets')), await compared(some('wallets'))].flat()
  writing = false
  await done
  expect(differing(results)).toEqual([])
})

it('says of a view that stands still that it does, and compares the others', async () => {
  k.project()
  await grant(50, 50)
  await k.caughtUp()
  await k.query(`update projections set "stoppedAt" = 0, error = 'E' where name = 'images'`)
  const results = await compared(some('wallets', 'images'))
  expect(results).toContainEqual({ view: 'images', error: 'It stands still: rebuild it.' })
  expect(results).toContainEqual({ view: 'wallets', rows: 1, differing: 0, examples: [] })
})

it('compares one account from its own streams', async () => {
  k.project()
  await register()
  await grant(50, 50)
  await grant(70, 70, randomUUID())
  await k.caughtUp()
  const before = await compareAccount({ store, pool: k.pool }, userId)
  expect(differing(before.views)).toEqual([])
  expect(BigInt(before.position)).toBe(await store.head())
  await k.query('update wallets set available = available + 1')
  await k.query(`update credit_transactions set quantity = 51 where "userId" = $1`, [userId])
  const { views: results } = await compareAccount({ store, pool: k.pool }, userId)
  expect(differing(results)).toEqual(['wallets', 'credit_transactions'])
  expect(results[1]).toMatchObject({
    rows: 1,
    differing: 1,
    examples: [{ is: { available: 51 }, should: { available: 50 } }],
  })
})
