/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildEverything } from '../../backend/projections/rebuild.ts'
import { forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { decryptingStore } from '../../backend/sealing/sealed-store.ts'
import { personalData, views } from '../../backend/things.ts'
import { type Database, migratedDatabase } from '../postgres.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'

/** What an auditor sees of somebody who was forgotten: how much and when, and that nothing was altered; not who, and no words. */

let database: Database
let stack: Stack
beforeAll(async () => {
  database = await migratedDatabase()
  stack = await startStack({ database: { ...database, drop: async () => undefined } })
})
afterAll(async () => {
  await stack?.stop()
  await database?.drop()
})

/** As `npm run forget` does, with no server beside it. */
const forgetAlone = async (id: string) => {
  const keys = await sealingKeys(stack.pool)
  await forgetUser({ ...personalData, pool: stack.pool, keys, files: { remove: async () => undefined } }, id)
  const store = decryptingStore(stack.sealedStore, await sealingKeys(stack.pool))
  await rebuildEverything({ store, postgres: stack.postgres, tables: views, signal: new AbortController().signal })
}

test('the chain still verifies, the figures stay, the address and the words are gone', async () => {
  const admin = await stack.member('Ada Admin')
  const gone = await stack.member('Gwen Gone')
  await admin.post('/api/admin/credits/add', { userId: gone.id, credits: 250, reason: 'The drowned lantern' })
  await eventually(async () => (await gone.get('/api/users/me')).body.imageCredits === 350)
  const seenBy = async (auditor: Person) => {
    const min = { 'min-position': String(await stack.store.head()) }
    await auditor.post('/api/audit/looks', { userId: gone.id, reason: 'Ticket 7' })
    const [account, ledger, sums, chain, list] = await Promise.all(
      ['', '/ledger', '/sums', '/chain', `?search=${gone.id}`].map((path) =>
        auditor.get(`/api/audit/accounts${path.startsWith('?') ? path : `/${gone.id}${path}`}`, min),
      ),
    )
    const { entries } = ledger?.body ?? {}
    return {
      text: [account, ledger, sums, list].map((answer) => answer?.text).join(),
      emailMasked: list?.body.data[0].emailMasked,
      figures: entries.map(({ kind, credits, balance, at }: Record<string, unknown>) => ({
        kind,
        credits,
        balance,
        at,
      })),
      sums: sums?.body,
      chain: chain?.body,
    }
  }
  const before = await seenBy(admin)
  expect(before.text).toContain('Gwen Gone')
  expect(before.text).toContain('The drowned lantern')
  expect(before.emailMasked).toContain('•••')

  await forgetAlone(gone.id)
  await stack.stop()
  stack = await startStack({ database: { ...database, drop: async () => undefined } })
  const again = stack.anyone()
  await again.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
  const after = await seenBy(again)
  expect(after.text).not.toContain('Gwen')
  expect(after.text).not.toContain('The drowned lantern')
  expect(after.text).not.toContain(gone.email)
  expect(after.emailMasked).toBe('')
  expect(after.figures.length).toBeGreaterThanOrEqual(2)
  expect(after.figures).toEqual(before.figures)
  expect(after.sums).toEqual(before.sums)
  expect(after.chain).toMatchObject({ firstBad: null, verified: after.chain.of })
  expect(after.chain.of).toBeGreaterThanOrEqual(before.chain.of)
})

test('texts of others are found again, in an index that was made anew', async () => {
  const [owner, gone] = [await stack.member('Olga Owner'), await stack.member('Gil Gone')]
  const { body: campaign } = await owner.post('/api/campaigns', { name: 'Salt' })
  await owner.get('/api/campaigns', { 'min-position': campaign.position })
  const { body: lore } = await owner.post('/api/conjurations', { campaignId: campaign.id, name: 'Ferry' })
  await owner.get(`/api/conjurations/${lore.id}`, { 'min-position': lore.position })
  const change = { id: randomUUID(), base: 0, ops: [{ insert: 'Nobody crosses without a candlestick.' }] }
  const changed = await owner.post(`/api/texts/${lore.id}/changes`, change)
  expect(changed.status).toBe(200)
  const search = (as: Person) => as.get(`/api/conjurations/search?campaignId=${campaign.id}&term=candlestick`)
  await eventually(async () => (await search(owner)).body.total === 1)

  await forgetAlone(gone.id)
  await stack.stop()
  stack = await startStack({ database: { ...database, drop: async () => undefined } })
  const again = stack.anyone()
  await again.post('/api/auth/sign-in/email', { email: owner.email, password: 'correct horse' })
  expect((await search(again)).body).toMatchObject({
    total: 1,
    data: [{ id: lore.id, passage: expect.stringContaining('candlestick') }],
  })
})
