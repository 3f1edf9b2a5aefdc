import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaigns } from '#domain/campaigns.ts'
import { credits } from '#domain/credits.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { eventOf } from './appended.ts'
import { tabs } from './socket.ts'

/** What an older version wrote is read in today's words by whoever reads it; what only a newer one knows is decided by that. */

let stack: Stack
let admin: Person
let someone: Person
const sockets = tabs()
beforeAll(async () => {
  stack = await startStack()
  admin = await stack.member('Admin')
  someone = await stack.member('Somebody')
})
afterAll(async () => {
  sockets.close()
  await stack?.stop()
})

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const [holdId, imageId] = [randomUUID(), randomUUID()]
/** As version 2.17 wrote it. */
const purpose = { kind: 'images', id: imageId, label: 'Image: Longlight Vista' }
const lifted = { ...purpose, stream: `images-${imageId}` }
const balanceOf = async (person: Person) =>
  (await dispatcher(commandHandler(stack.store)).stateOf(credits, person.id)).available

test('a hold of an older version is read in today’s words by everybody who reads events', async () => {
  const stream = `credits-${someone.id}`
  await eventually(async () => (await balanceOf(someone)) > 0)
  const before = await balanceOf(someone)
  const data = { userId: someone.id, holdId, amount: 2, purpose, balance: before - 2 }
  const held = eventOf('CreditsHeld', data, someone.id)
  const tab = await sockets.listen(stack, someone)
  const watching = await sockets.listen(stack, admin, `?watch=${someone.id}`)
  await stack.store.append(stream, [held], 'any')

  // The handler.
  const { open } = await dispatcher(commandHandler(stack.store)).stateOf(credits, someone.id)
  expect(open[holdId]?.purpose).toEqual(lifted)
  // The projector, and who listens.
  const told = { type: 'CreditsHeld', data: { holdId, purpose: lifted } }
  await eventually(() => tab.said.find(({ type }) => type === 'CreditsHeld'))
  expect(tab.said.find(({ type }) => type === 'CreditsHeld')).toMatchObject(told)
  await eventually(() => watching.said.find(({ type }) => type === 'WatchedEvent'))
  expect(watching.said.find(({ type }) => type === 'WatchedEvent')?.data).toMatchObject(told)
  const line = 'select data from feed where id = $1 and seq = 0'
  expect((await stack.pool.query(line, [held.id])).rows).toMatchObject([{ data: { purpose: lifted } }])

  // A line of the feed that was stored as it was then.
  await stack.pool.query('update feed set data = $2 where id = $1 and seq = 0', [held.id, JSON.stringify(data)])
  const back = await sockets.listen(stack, someone, '?after=0')
  await eventually(() => back.said.find(({ type }) => type === 'CreditsHeld'))
  expect(back.said.find(({ type }) => type === 'CreditsHeld')).toMatchObject(told)
  const list = await admin.get(`/api/admin/users/${someone.id}/events?type=CreditsHeld`, await now())
  expect(list.body.events).toMatchObject([told])
  expect((await admin.get(`/api/admin/events/${held.id}`)).body.event).toMatchObject(told)

  // A job that has been waiting since then.
  const queued = 'select payload from graphile_worker._private_jobs where key = $1'
  const key = `release-abandoned-holds:${held.id}`
  const [job] = (await stack.pool.query(queued, [key])).rows
  expect(job.payload.data.purpose).toEqual(lifted)
  await stack.pool.query(
    `select graphile_worker.add_job('release-abandoned-holds', $1::json, job_key => $2, run_at => now())`,
    [JSON.stringify({ ...job.payload, data }), key],
  )
  await eventually(async () => (await balanceOf(someone)) === before)
})

test('a server that is older than what it reads decides nothing, and says that it is', async () => {
  const { body } = await admin.post('/api/campaigns', { name: 'Ahead of us' })
  const stream = `${campaigns.category}-${body.id}`
  await stack.store.append(stream, [eventOf('CampaignSealed', { campaignId: body.id }, admin.id)], 'any')
  const { length } = (await stack.store.read(stream)).events
  const answer = await admin.patch(`/api/campaigns/${body.id}`, { name: 'Renamed' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'older_server' }, headers: { 'retry-after': '1' } })
  expect((await stack.store.read(stream)).events).toHaveLength(length)
  expect((await admin.get(`/api/campaigns/${body.id}`, await now())).body.name).toBe('Ahead of us')
})
