/** @module-tag long */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConversationWithMessages } from '#projections/conversation-messages.ts'
import { makeStopping } from '../../backend/platform/stopping.ts'
import { hosted } from '../../backend/providers/text-model/hosted.ts'
import { quietTelemetry } from '../../backend/telemetry/telemetry.ts'
import { eventually, type Stack, startStack } from '../stack.ts'
import { startTextModels, type TextModelEmulator } from '../vendors/text-models.ts'
import { campaignOf, onBasic } from './campaign.ts'

/** A worker ends in the middle of an answer, and another one takes over. */

let stack: Stack
let model: TextModelEmulator
let c: Awaited<ReturnType<typeof campaignOf>>

beforeAll(async () => {
  model = await startTextModels('openai')
  const settings = { model: 'weaver', apiKey: 'sk-test', baseUrl: model.url, timeoutMs: 20_000 }
  const textModel = hosted({ provider: 'openai-compatible', ...settings })
  stack = await startStack({ textModel, roles: ['api', 'projector'], welcomeCredits: 0 })
  c = await campaignOf(stack)
  await onBasic(c.admin, c.player)
  const description = 'Contrition fell silent forty-one years ago.'
  await c.owner.post('/api/conjurations', {
    campaignId: c.campaignId,
    visibility: 'CAMPAIGN',
    name: 'Contrition',
    description,
  })
})
afterAll(async () => {
  await stack?.stop()
  await model?.close()
})

const now = async () => ({ 'min-position': String(await stack.store.head()) })

test('a worker that ends in the middle of an answer leaves it to another, which gives it once and without the text before', {
  timeout: 120_000,
}, async () => {
  const first = makeStopping(pino({ level: 'silent' }))
  await stack.beside(['worker'], quietTelemetry(), first)
  const { id } = (await c.player.post('/api/conversations', { campaignId: c.campaignId }, await now())).body
  const open = async (): Promise<ConversationWithMessages> =>
    (await c.player.get(`/api/conversations/${id}`, await now())).body
  model.says(['The first attempt ', 'says this [1]. '])
  model.next('endless')
  const message = { message: 'When did Contrition fall silent?' }
  const { answerId } = (await c.player.post(`/api/conversations/${id}/messages`, message, await now())).body
  const coming = await eventually(async () => {
    const found = (await open()).messages.find((each) => each.id === answerId)
    return JSON.stringify(found?.parts).includes('first attempt') ? found : undefined
  })
  expect(coming.isStreaming).toBe(true)

  model.says(['The second attempt ', 'says that [1].'])
  await first.stop()
  // Readers still see the text so far, and the answer has no outcome.
  const between = (await open()).messages.find((each) => each.id === answerId)
  expect(between).toMatchObject({ isStreaming: true, status: 'REQUESTED' })
  expect(JSON.stringify(between?.parts)).toContain('first attempt')

  await stack.beside(['worker'])
  const answer = await eventually(async () => {
    const { isAnswering, messages } = await open()
    return isAnswering ? undefined : messages.find((each) => each.id === answerId)
  })
  expect(answer.status).toBe('FINISHED')
  expect(answer.content).toContain('second attempt')
  expect(answer.content).not.toContain('first attempt')
  const { events } = await stack.store.read(`writings-${answerId}`)
  expect(events.map(({ type }) => type)).toEqual(['WritingRequested', 'WritingFinished'])
  expect((await stack.pool.query('select from partial_answers')).rowCount).toBe(0)
})
