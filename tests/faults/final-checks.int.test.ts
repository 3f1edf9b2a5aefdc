/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { checkCredits, readBooks } from './lib/checks/credits.ts'
import { checkFeed, readFeed } from './lib/checks/feed.ts'
import { checkReplay } from './lib/checks/replay.ts'
import { withClient } from './lib/database.ts'
import { readLog } from './lib/log.ts'
import { settled } from './lib/settled.ts'

/** The final checks on a whole installation: they hold, and each finds what is broken on purpose. */
let stack: Stack
let owner: Person
let installation: Parameters<typeof checkReplay>[0]

beforeAll(async () => {
  stack = await startStack()
  installation = { store: stack.store, postgres: stack.pool.options }
  owner = await stack.member()
  const campaignId = (await owner.post('/api/campaigns', { name: 'The Drowned Bells' })).body.id
  await owner.post('/api/collections', { campaignId, name: 'Places' })
  const { body: lore } = await owner.post('/api/conjurations', { campaignId, name: 'The mill', visibility: 'CAMPAIGN' })
  await owner.patch(`/api/conjurations/${lore.id}`, { visibility: 'DM' })
  const wanted = { modelId: imageModels[0]?.id, prompt: 'A mill', width: 1024, height: 1024, campaignId }
  await owner.post('/api/images', wanted)
  await eventually(async () => (await owner.get('/api/users/credits')).body.data[0].status === 'captured')
  await settled(installation)
})
afterAll(() => stack.stop())

const findings = async () => {
  const events = await readLog(stack.store)
  return withClient(installation.postgres, async (client) => ({
    replay: await checkReplay(installation, events),
    credits: checkCredits(await readBooks(client), events),
    feed: checkFeed(await readFeed(client), events),
  }))
}
const nothing = { replay: [], credits: [], feed: [] }

/** Breaks something, looks, and mends it again. */
const broken = async (breaking: string, mending: string) => {
  await stack.pool.query(breaking)
  try {
    return await findings()
  } finally {
    await stack.pool.query(mending)
  }
}

test('an installation that is right is said to be', async () => expect(await findings()).toEqual(nothing))

test('a row that is another than a replay makes it is named, with its column', async () => {
  const { replay } = await broken(`update collections set name = 'Elsewhere'`, `update collections set name = 'Places'`)
  // The form of the name that searches compare is generated from it.
  const differences = /^collections \S+: name is "Elsewhere", not "Places"; typed is "elsewhere", not "places"$/
  expect(replay).toEqual([expect.stringMatching(differences)])
})

test('a row too few and a row too many are named', async () => {
  const { replay } = await broken(
    `create table kept as select * from access; update access set id = gen_random_uuid() where visibility = 'DM'`,
    'delete from access; insert into access select * from kept; drop table kept',
  )
  expect(replay.filter((problem) => /^access lacks|^access has/.test(problem)).length).toBeGreaterThanOrEqual(2)
})

test('a line of the feed that is shown to others than it should be, or missing, is named', async () => {
  const { replay } = await broken(
    `create table kept as select * from feed; update feed set channels = channels || '{user:x}' where type = 'CollectionCreated'`,
    'delete from feed; insert into feed select * from kept; drop table kept',
  )
  expect(replay).toEqual([expect.stringMatching(/^feed \S+: channels is \[.*user:x/)])
  const { feed } = await broken(
    `create table kept as select * from feed; delete from feed where type = 'CollectionCreated'`,
    'delete from feed; insert into feed select * from kept; drop table kept',
  )
  expect(feed).toEqual([expect.stringMatching(/^CollectionCreated at \d+ is not in the feed$/)])
})

test('a wallet and a ledger that do not agree with their stream are named', async () => {
  const { credits } = await broken(
    'update wallets set available = available + 1',
    'update wallets set available = available - 1',
  )
  expect(credits).toEqual([expect.stringMatching(/ has 98 by their stream, 99 in the wallet and 98 by the ledger$/)])
  const { credits: again } = await broken(
    `update credit_transactions set status = 'released' where status = 'captured'`,
    `update credit_transactions set status = 'captured' where status = 'released'`,
  )
  expect(again).toEqual([expect.stringMatching(/ has 98 by their stream, 98 in the wallet and 100 by the ledger$/)])
})

test('a hold that stays open is named, unless it may and a timer looks after it', async () => {
  const events = await readLog(stack.store)
  const open = events.filter(({ type }) => type !== 'CreditsCaptured')
  const books = await withClient(installation.postgres, readBooks)
  const [holdId = ''] = events.flatMap(({ type, data }) =>
    type === 'CreditsHeld' ? [(data as { holdId: string }).holdId] : [],
  )
  const unsettled = { ...books, held: [{ id: holdId, userId: owner.id }] }
  expect(checkCredits(unsettled, open)).toEqual([`${owner.id} has a hold left open: ${holdId}`])
  expect(checkCredits(unsettled, open, () => true)).toEqual([])
  expect(checkCredits({ ...unsettled, looked: [] }, open, () => true)).toEqual([
    `nobody looks after ${owner.id}'s hold ${holdId}`,
  ])
})

test('a hold that ends twice is named', async () => {
  const events = await readLog(stack.store)
  const twice = events.flatMap((event) => (event.type === 'CreditsCaptured' ? [event, event] : [event]))
  const problems = checkCredits(await withClient(installation.postgres, readBooks), twice)
  expect(problems).toEqual([expect.stringMatching(/ was ended 2 times$/)])
})
