/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationWithMessages } from '#projections/conversation-messages.ts'
import { forgetCampaign } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join, onBasic } from './campaign.ts'

/** Answers while no worker runs: what is decided until then, and what the worker does when it starts. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>

beforeAll(async () => {
  stack = await startStack({ roles: ['api', 'projector'], welcomeCredits: 0 })
  c = await campaignOf(stack)
})
afterAll(() => stack?.stop())

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const begin = async (by: Person, campaignId = c.campaignId): Promise<string> =>
  (await by.post('/api/conversations', { campaignId }, await now())).body.id
const open = async (by: Person, id: string): Promise<ConversationWithMessages> =>
  (await by.get(`/api/conversations/${id}`, await now())).body
const send = async (by: Person, id: string, message = 'Who rang the bell?') =>
  by.post(`/api/conversations/${id}/messages`, { message }, await now())
const outcomesOf = async (answerId: string) =>
  (await stack.store.read(`writings-${answerId}`)).events.map(({ type }) => type)
const dataOf = ({ events }: { events: readonly { data: unknown }[] }) => JSON.stringify(events.map(({ data }) => data))
const newcomer = async () => {
  const someone = await stack.member('Newcomer')
  await join(c.owner, someone, c.campaignId)
  await onBasic(c.admin, someone)
  return someone
}
const jobs = async () =>
  (
    await stack.pool.query<{ payload: object }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'answer-messages'`,
    )
  ).rows

test('messages without a worker end once, whatever happens until it starts and when it repeats a job', async () => {
  const [busy, stopping, removed, quick] = await Promise.all([newcomer(), newcomer(), newcomer(), newcomer()])

  // 50 at once in as many conversations: two answers run at a time.
  const many = await Promise.all(Array.from({ length: 50 }, () => begin(busy)))
  const sent = await Promise.all(many.map((id) => send(busy, id)))
  const refused = sent.filter(({ status }) => status !== 202)
  expect([sent.length - refused.length, refused.length]).toEqual([2, 48])
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['409 answers_running']))

  // 50 at once in one conversation: it has one answer at a time.
  const one = await begin(quick)
  const sentInOne = await Promise.all(Array.from({ length: 50 }, () => send(quick, one)))
  expect(sentInOne.filter(({ status }) => status === 202)).toHaveLength(1)
  expect((await open(quick, one)).messages).toHaveLength(2)

  const stopped = await begin(stopping)
  const { answerId: stoppedId } = (await send(stopping, stopped)).body
  const stop = () => stopping.post(`/api/conversations/${stopped}/answers/${stoppedId}/stop`, {})
  expect([(await stop()).status, (await stop()).status]).toEqual([200, 200])
  const { messages, isAnswering } = await open(stopping, stopped)
  expect([messages[1]?.status, messages[1]?.isStreaming, isAnswering]).toEqual(['STOPPED', false, false])

  const left = await begin(removed)
  const { answerId: leftId } = (await send(removed, left)).body
  await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${removed.id}`)
  expect((await removed.get(`/api/conversations?campaignId=${c.campaignId}`, await now())).status).toBe(404)
  expect((await removed.get(`/api/conversations/${left}`)).status).toBe(404)

  const payloads = await jobs()
  expect(payloads).toHaveLength(5)
  await stack.beside(['worker'])
  await eventually(async () => (await jobs()).length === 0)
  const answered = sent.flatMap(({ body }) => body.answerId ?? [])
  const outcomes = async () => Promise.all([...answered, stoppedId, leftId].map(outcomesOf))
  const once = [
    ['WritingRequested', 'WritingFinished'],
    ['WritingRequested', 'WritingFinished'],
    ['WritingRequested', 'WritingStopped'],
    ['WritingRequested', 'WritingFailed'],
  ]
  expect(await outcomes()).toEqual(once)

  // A worker that died after its command and before the queue learned of it: the job runs again.
  for (const { payload } of payloads)
    await stack.pool.query(`select graphile_worker.add_job('answer-messages', $1::json)`, [JSON.stringify(payload)])
  await eventually(async () => (await jobs()).length === 0)
  expect(await outcomes()).toEqual(once)
  expect((await open(quick, one)).messages[1]).toMatchObject({ status: 'FINISHED', isStreaming: false })

  await join(c.owner, removed, c.campaignId)
  const list = await removed.get(`/api/conversations?campaignId=${c.campaignId}`, await now())
  expect(list.body.data).toMatchObject([{ id: left, isAnswering: false }])
  expect((await open(removed, left)).messages[1]).toMatchObject({
    status: 'FAILED',
    content: expect.stringMatching(/no longer belong/),
  })
})

test('a copy of the campaign as it was has no conversations, and starts none', async () => {
  const position = String(await stack.store.head())
  const { body } = await c.owner.post(`/api/campaigns/${c.campaignId}/past/copy`, { position }, await now())
  const copy: string = body.campaignId ?? body.id
  await onBasic(c.admin, c.owner)
  const listed = await eventually(async () => {
    const { status, body } = await c.owner.get(`/api/conversations?campaignId=${copy}`, await now())
    return status === 200 ? body : undefined
  })
  expect(listed.data).toEqual([])
  await eventually(
    async () => (await c.owner.post('/api/conversations', { campaignId: copy })).body.code === 'campaign_is_copy',
  )
})

test('a forgotten campaign takes the keys of its conversations along', async () => {
  const host = await stack.member('Host')
  await onBasic(c.admin, host)
  const { id: campaignId } = (await host.post('/api/campaigns', { name: 'The Drowned Bells' })).body
  const id = await begin(host, campaignId)
  await send(host, id, 'Who hid the verdigris crown?')
  expect(dataOf(await stack.store.read(`conversations-${id}`))).toContain('verdigris')
  expect(dataOf(await stack.sealedStore.read(`conversations-${id}`))).not.toContain('verdigris')
  await host.delete(`/api/campaigns/${campaignId}`)
  await host.get('/api/users/me', await now())
  const keys = await sealingKeys(stack.pool)
  await forgetCampaign(
    { ...personalData, pool: stack.pool, keys, files: { remove: async () => undefined } },
    campaignId,
  )
  expect(dataOf(await stack.store.read(`conversations-${id}`))).not.toContain('verdigris')
})
