import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import type { ConversationMessage, ConversationWithMessages } from '#projections/conversation-messages.ts'
import { hosted } from '../../backend/providers/text-model/hosted.ts'
import { forgetUser } from '../../backend/sealing/forget.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { personalData } from '../../backend/things.ts'
import { continueAnswer, joinPieces, type Piece } from '../../frontend/src/features/conversations/pieces.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { startTextModels, type TextModelEmulator, type TextOutcome } from '../vendors/text-models.ts'
import { campaignOf, join, onBasic } from './campaign.ts'
import { tabs } from './socket.ts'

/** Answers of a language model, which runs on this machine and does what each test asks of it. */

let stack: Stack
let model: TextModelEmulator
let c: Awaited<ReturnType<typeof campaignOf>>
let bells: string
const opened = tabs()

beforeAll(async () => {
  model = await startTextModels('openai')
  const settings = { model: 'weaver', apiKey: 'sk-test', baseUrl: model.url, timeoutMs: 20_000 }
  stack = await startStack({ textModel: hosted({ provider: 'openai-compatible', ...settings }) })
  c = await campaignOf(stack)
  for (const each of [c.owner, c.player]) await onBasic(c.admin, each)
  const over = { campaignId: c.campaignId, visibility: 'CAMPAIGN' }
  const description = 'Contrition fell silent forty-one years ago. See https://bells.test/contrition for a drawing.'
  bells = (await c.owner.post('/api/conjurations', { ...over, name: 'Contrition', description })).body.id
  const pell = { ...over, name: 'Pell', description: 'Pell rings Little Mercy and sleeps in the loft.' }
  await c.owner.post('/api/conjurations', pell)
})
beforeEach(() => model.says(['It fell silent ', 'forty-one years ago [1], ', 'they say [9].']))
afterAll(async () => {
  opened.close()
  await stack?.stop()
  await model?.close()
})

const now = async () => ({ 'min-position': String(await stack.store.head()) })
const begin = async (by: Person): Promise<string> =>
  (await by.post('/api/conversations', { campaignId: c.campaignId }, await now())).body.id
const open = async (by: Person, id: string): Promise<ConversationWithMessages> =>
  (await by.get(`/api/conversations/${id}`, await now())).body
const send = async (by: Person, id: string, message = 'When did Contrition fall silent?'): Promise<string> => {
  const { status, body } = await by.post(`/api/conversations/${id}/messages`, { message }, await now())
  expect([status, body]).toEqual([202, body])
  return body.answerId
}
const messageOf = async (by: Person, id: string, answerId: string) =>
  (await open(by, id)).messages.find((each) => each.id === answerId)
const ended = async (by: Person, id: string, answerId: string): Promise<ConversationMessage> =>
  eventually(async () => {
    const { isAnswering, messages } = await open(by, id)
    return isAnswering ? undefined : messages.find((each) => each.id === answerId)
  })
const ask = async (by: Person, id: string, message?: string) => ended(by, id, await send(by, id, message))
const eventsOf = async (answerId: string) => (await stack.store.read(`writings-${answerId}`)).events
const partialRows = async () => (await stack.pool.query('select * from partial_answers')).rows
const lastInput = () => JSON.stringify(model.calls.at(-1)?.body)

describe('an answer', () => {
  test('is the model’s text with the sources that it cites, and has a receipt', { tags: 'long' }, async () => {
    const { body } = await c.player.get(`/api/conversations?campaignId=${c.campaignId}`)
    expect(body.provider).toEqual({ label: 'a model of this installation', isLocal: false })
    const id = await begin(c.player)
    const answer = await ask(c.player, id)
    expect(answer).toMatchObject({
      status: 'FINISHED',
      parts: [{ kind: 'text', text: 'It fell silent forty-one years ago[1], they say.', sources: [0], links: [] }],
      content: 'It fell silent forty-one years ago (Contrition), they say.',
    })
    expect(answer.sources.map(({ id: sourceId, name }) => [sourceId, name])).toEqual([[bells, 'Contrition']])
    const finished = (await eventsOf(answer.id)).find(({ type }) => type === 'WritingFinished')?.data
    const receipt = { provider: 'a model of this installation', model: 'weaver', inputTokens: 11, outputTokens: 5 }
    expect(finished).toMatchObject({
      ...receipt,
      used: expect.arrayContaining([expect.objectContaining({ id: bells })]),
    })
    expect(await partialRows()).toEqual([])
  })

  test('leads to an address only where its source has it', async () => {
    model.says(['See https://bells.test/contrition and https://evil.test/ [1].'])
    const { parts } = await ask(c.player, await begin(c.player))
    expect(parts).toMatchObject([{ kind: 'text', links: ['https://bells.test/contrition'] }])
  })

  test('may come after searches of the model', async () => {
    model.next('search', 'search')
    model.says(['Nothing rings but [1].'])
    expect(await ask(c.player, await begin(c.player), 'Tell me of Pell.')).toMatchObject({ status: 'FINISHED' })
    expect(lastInput()).toContain('"role":"tool"')
  })

  test('takes earlier turns along, without those whose source is hidden since, and hides their text', {
    tags: 'long',
  }, async () => {
    const over = { campaignId: c.campaignId, visibility: 'CAMPAIGN' }
    const secret = { ...over, name: 'Quillon Marsh', description: 'Quillon Marsh owns the fustian mill.' }
    const hidden = (await c.owner.post('/api/conjurations', secret)).body.id
    const id = await begin(c.player)
    await ask(c.player, id)
    model.says(['It is the fustian mill [1].'])
    expect((await ask(c.player, id, 'What does Quillon Marsh own?')).content).toContain('fustian')
    await c.owner.patch(`/api/conjurations/${hidden}`, { visibility: 'DM' })
    model.says(['I find none.'])
    const last = await ask(c.player, id, 'And what else?')
    expect(lastInput()).toContain('forty-one years ago')
    expect(lastInput()).not.toMatch(/fustian|Quillon/)
    expect(last.content).toBe('I find none.')
    const { messages } = await open(c.player, id)
    expect(messages.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual([
      [],
      ['text'],
      [],
      ['hidden'],
      [],
      ['text'],
    ])
    expect(JSON.stringify(messages.filter(({ type }) => type === 'ASSISTANT'))).not.toContain('fustian')
  })

  test.each<[TextOutcome, string, RegExp]>([
    ['broken', 'cut_off', /before it was whole/],
    ['garbage', 'cut_off', /before it was whole/],
    ['huge', 'cut_off', /too long/],
    ['flood', 'unusable', /kept searching/],
  ])('that ends %s has failed as %s once, and keeps what there was', async (outcome, failure, message) => {
    model.next(outcome)
    const answer = await ask(c.player, await begin(c.player))
    expect(answer).toMatchObject({ status: 'FAILED', content: expect.stringMatching(message) })
    expect(answer.parts.map(({ kind }) => kind)).toEqual(outcome === 'flood' ? [] : ['text'])
    const events = await eventsOf(answer.id)
    expect(events.map(({ type }) => type)).toEqual(['WritingRequested', 'WritingFailed'])
    expect(events.at(-1)?.data).toMatchObject({ failure })
  })

  test('is tried again where the model was busy, and is one answer', { tags: 'long' }, async () => {
    model.next('rate-limited', 'failing')
    const answer = await ask(c.player, await begin(c.player))
    expect(answer).toMatchObject({ status: 'FINISHED', parts: [{ kind: 'text' }] })
    expect((await eventsOf(answer.id)).map(({ type }) => type)).toEqual(['WritingRequested', 'WritingFinished'])
  })
})

describe('an answer that is coming', () => {
  /** Sends a message to a model that never comes to an end, and waits until its text is stored so far. */
  const sendEndless = async (by: Person) => {
    model.says(Array.from({ length: 2 }, () => 'It fell silent forty-one years ago [1]. '))
    model.next('endless')
    const id = await begin(by)
    const answerId = await send(by, id)
    const coming = await eventually(async () => {
      const found = await messageOf(by, id, answerId)
      return found?.parts[0]?.kind === 'text' ? found : undefined
    })
    return { id, answerId, coming }
  }

  test('is shown as far as it is to a reader who comes in the middle, and can be stopped', async () => {
    const { id, answerId, coming } = await sendEndless(c.player)
    expect(coming).toMatchObject({
      isStreaming: true,
      written: expect.any(Number),
      sources: expect.arrayContaining([]),
    })
    expect(coming.sources[0]).toMatchObject({ id: bells })
    await eventually(async () => JSON.stringify((await messageOf(c.player, id, answerId))?.parts).includes('silent'))
    const stop = await c.player.post(`/api/conversations/${id}/answers/${answerId}/stop`, {}, await now())
    expect(stop.status).toBe(200)
    const stopped = await ended(c.player, id, answerId)
    expect(stopped).toMatchObject({
      status: 'STOPPED',
      parts: [{ kind: 'text', text: expect.stringMatching(/silent/) }],
    })
    // The model is no longer listened to.
    await eventually(async () => (await partialRows()).length === 0)
    expect((await eventsOf(answerId)).map(({ type }) => type)).toEqual(['WritingRequested', 'WritingStopped'])
  })

  test('continues by pieces where the stored text ends', async () => {
    model.says(
      Array.from({ length: 30 }, (_, n) => `${n} It fell silent forty-one years ago[1]. `),
      20,
    )
    const id = await begin(c.player)
    const answerId = await send(c.player, id)
    const tab = await opened.listen(stack, c.player)
    tab.say({ type: 'Subscribe', topic: topicOf('writing', answerId), present: false })
    const pieces = () =>
      tab.said.flatMap((each) => ('kind' in each && each.kind === 'piece' ? [each.data as unknown as Piece] : []))
    const coming = await eventually(async () => {
      const found = await messageOf(c.player, id, answerId)
      const first = pieces()[0]
      return found?.isStreaming && first && (found.written ?? 0) >= first.at ? found : undefined
    })
    const whole = await ended(c.player, id, answerId)
    const { text, isComplete } = joinPieces(pieces(), coming.written ?? 0)
    expect(isComplete).toBe(true)
    const [part] = continueAnswer(coming, text).parts
    expect(part?.kind === 'text' && part.text.trim()).toBe(whole.parts[0]?.kind === 'text' && whole.parts[0].text)
  })

  test('of a member who is removed meanwhile is theirs no more, and ends once', { timeout: 120_000 }, async () => {
    const someone = await stack.member('Removed')
    await join(c.owner, someone, c.campaignId)
    await onBasic(c.admin, someone)
    const { id, answerId } = await sendEndless(someone)
    const tab = await opened.listen(stack, someone)
    const topic = topicOf('writing', answerId)
    tab.say({ type: 'Subscribe', topic, present: false })
    await eventually(() => tab.said.some(({ type }) => type === 'Subscribed'))
    await c.owner.delete(`/api/campaigns/${c.campaignId}/members/${someone.id}`)
    expect((await someone.get(`/api/conversations/${id}`, await now())).status).toBe(404)
    expect((await someone.post(`/api/conversations/${id}/answers/${answerId}/stop`, {})).status).toBe(404)
    // The open tab hears no more of it, and a new one nothing.
    await eventually(() => tab.said.some(({ type }) => type === 'Unsubscribed'))
    const later = await opened.listen(stack, someone)
    later.say({ type: 'Subscribe', topic, present: false })
    await eventually(() => later.said.some(({ type }) => type === 'Unsubscribed'))
    expect(later.said.filter(({ type }) => type === 'Subscribed')).toEqual([])
    // The model is no longer listened to, though the user returns.
    const types = async () => (await eventsOf(answerId)).map(({ type }) => type)
    await eventually(async () => (await types()).length > 1)
    expect(await types()).toEqual(['WritingRequested', 'WritingFailed'])
    await join(c.owner, someone, c.campaignId)
    expect(await ended(someone, id, answerId)).toMatchObject({
      status: 'FAILED',
      content: expect.stringMatching(/no longer belong/),
      parts: [{ kind: 'text', text: expect.stringMatching(/silent/) }],
    })
  })

  test('is cleared when anyone is forgotten, and is nobody else’s', async () => {
    const someone = await stack.member('Someone')
    await join(c.owner, someone, c.campaignId)
    await onBasic(c.admin, someone)
    const { id, answerId } = await sendEndless(someone)
    expect((await c.owner.get(`/api/conversations/${id}`)).status).toBe(404)
    const keys = await sealingKeys(stack.pool)
    await forgetUser(
      { ...personalData, pool: stack.pool, keys, files: { remove: async () => undefined } },
      c.stranger.id,
    )
    expect(await partialRows()).toEqual([])
    await someone.post(`/api/conversations/${id}/answers/${answerId}/stop`, {}, await now())
  })
})
