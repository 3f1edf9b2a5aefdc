import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { type Presence, topicOf } from '#domain/topics.ts'
import type { PictureRequest } from '../../backend/providers/images.ts'
import { quickPictures } from '../quick-pictures.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf, join } from './campaign.ts'
import { type Tab, tabs, types } from './socket.ts'

let stack: Stack
let there: Pick<Stack, 'app'>
let people: Awaited<ReturnType<typeof campaignOf>>
/** Pictures are drawn when this lets them. */
let drawn: PromiseWithResolvers<void>
const draw = async ({ progress }: PictureRequest) => {
  await drawn.promise
  progress?.(0.4)
}
const opened = tabs()
beforeAll(async () => {
  drawn = Promise.withResolvers()
  drawn.resolve()
  stack = await startStack({ roles: ['api'], images: quickPictures(draw) })
  await stack.beside(['projector'])
  await stack.beside(['worker'])
  await stack.beside(['worker'])
  const { app } = await stack.beside(['api'])
  if (!app) throw new Error('There is no second api')
  there = { app }
  people = await campaignOf(stack)
})
afterEach(opened.close)
afterAll(() => stack?.stop())

const loreOf = async (owner: Person, visibility = 'CAMPAIGN') => {
  const { campaignId } = people
  const made = await owner.post('/api/conjurations', { campaignId, collectionId: null, name: 'The plan', visibility })
  // As whoever opens it has fetched it.
  await owner.get(`/api/conjurations/${made.body.id}`, { 'min-position': made.body.position })
  return { id: made.body.id as string, topic: topicOf('conjuration', made.body.id) }
}
const about = (tab: Tab, topic: string) => tab.said.filter((each) => 'topic' in each && each.topic === topic)
const passing = (tab: Tab, kind: string) => tab.said.filter((each) => 'kind' in each && each.kind === kind)
const present = (tab: Tab) => ((passing(tab, 'presence').at(-1)?.data ?? { here: [] }) as Presence).here
const here = (tab: Tab) => present(tab).map(({ userId }) => userId)
/** A tab that subscribed, and was answered. */
const reading = async (at: Pick<Stack, 'app'>, someone: Person, topic: string, after?: string) => {
  const tab = await opened.listen(at, someone)
  tab.say({ type: 'Subscribe', topic, present: true, after })
  await eventually(() => about(tab, topic).length > 0)
  return tab
}
const caret = (topic: string, more = {}) => ({
  type: 'Publish',
  topic,
  kind: 'caret',
  data: { field: 'name', index: 3, length: 0 },
  ...more,
})

describe('with two processes for people and two that work', () => {
  test('people at both see each other, and where the other writes', { tags: 'long' }, async () => {
    const { owner, dm, player } = people
    const { topic } = await loreOf(owner)
    const [first, second, third] = [
      await reading(stack, owner, topic),
      await reading(there, dm, topic),
      await reading(there, player, topic),
    ]
    for (const tab of [first, second, third])
      await eventually(() => [owner, dm, player].every(({ id }) => here(tab).includes(id)))
    const forged = { connectionId: 'x', userId: player.id, impersonatorId: null }
    second.say(caret(topic, { from: forged, userId: player.id }))
    for (const tab of [first, third]) await eventually(() => passing(tab, 'caret').length === 1)
    expect(passing(first, 'caret')).toMatchObject([{ from: { userId: dm.id, impersonatorId: null } }])
    expect(passing(first, 'caret')[0]).not.toHaveProperty('position')
    // Who may only read is here, and writes nowhere.
    third.say(caret(topic))
    second.say({ type: 'Unsubscribe', topic })
    await eventually(() => !here(first).includes(dm.id))
    expect(passing(first, 'caret')).toHaveLength(1)
  })

  test('a worker tells how far a picture is, at whichever process its owner looks', { tags: 'long' }, async () => {
    const { owner, campaignId } = people
    drawn = Promise.withResolvers()
    const wanted = { modelId: imageModels[0]?.id, prompt: 'A bell', count: 1, width: 1024, height: 1024, campaignId }
    const asked = await owner.post('/api/images', wanted)
    expect(asked.status).toBe(202)
    const { images, position } = asked.body
    const topic = topicOf('image', images[0].id)
    // At once: the views may not know of it yet.
    const looking = [await reading(stack, owner, topic, position), await reading(there, owner, topic, position)]
    await eventually(() => looking.every((tab) => here(tab).length === 2))
    drawn.resolve()
    for (const tab of looking) {
      await eventually(() => passing(tab, 'progress').some(({ data }) => data.stage === 'storing'))
      expect(passing(tab, 'progress').map(({ data }) => data)).toContainEqual({
        stage: 'drawing',
        done: 40,
        total: 100,
      })
    }
  })
})

describe('who may not', () => {
  test('subscribe: they hear nothing, whichever name they try, and are named to nobody', async () => {
    const { owner, player, stranger, campaignId } = people
    const { id, topic } = await loreOf(owner, 'DM')
    const seen = await reading(stack, owner, topic)
    for (const someone of [player, stranger]) {
      const tab = await reading(there, someone, topic)
      expect(about(tab, topic)).toEqual([{ type: 'Unsubscribed', topic, reason: 'not_visible' }])
      for (const kind of ['image', 'collection', 'operation', 'campaign'] as const)
        tab.say({ type: 'Subscribe', topic: topicOf(kind, id), present: true })
      if (someone === stranger) tab.say({ type: 'Subscribe', topic: topicOf('campaign', campaignId) })
      tab.say({ type: 'Subscribe', topic: topicOf('conjuration', randomUUID()) })
      const tries = someone === stranger ? 7 : 6
      await eventually(() => types(tab).filter((type) => type === 'Unsubscribed').length === tries)
      expect(types(tab)).not.toContain('Subscribed')
      tab.say(caret(topic))
    }
    await eventually(() => here(seen).length > 0)
    expect(here(seen)).toEqual([owner.id])
    expect(passing(seen, 'caret')).toEqual([])
  })

  test('see it any more, hears nothing more: what was hidden, and who was removed', async () => {
    const { owner, campaignId } = people
    const mara = await stack.member('Mara')
    await join(owner, mara, campaignId)
    const [hidden, kept] = [await loreOf(owner), await loreOf(owner)]
    const tab = await reading(there, mara, hidden.topic)
    tab.say({ type: 'Subscribe', topic: kept.topic, present: true })
    const seen = await reading(stack, owner, kept.topic)
    await eventually(() => here(seen).includes(mara.id))
    const ended = (topic: string) => about(tab, topic).some(({ type }) => type === 'Unsubscribed')

    await owner.patch(`/api/conjurations/${hidden.id}`, { visibility: 'DM' })
    await eventually(() => ended(hidden.topic))
    expect(ended(kept.topic)).toBe(false)

    const removed = await owner.delete(`/api/campaigns/${campaignId}/members/${mara.id}`)
    expect(removed.status).toBe(200)
    await eventually(() => ended(kept.topic))
    await eventually(() => !here(seen).includes(mara.id))
    tab.say(caret(kept.topic))
    tab.say({ type: 'Subscribe', topic: kept.topic })
    await eventually(() => about(tab, kept.topic).at(-1)?.type === 'Unsubscribed')
    expect(passing(seen, 'caret')).toEqual([])
  })

  test('speak so much, or so long: the socket ends, and those of others do not', { tags: 'long' }, async () => {
    const { owner, dm } = people
    const { topic } = await loreOf(owner)
    const seen = await reading(stack, owner, topic)
    const flooding = await reading(stack, dm, topic)
    for (let n = 0; n < 10_000; n++) flooding.say(caret(topic))
    await eventually(() => flooding.closed === 1008)
    const giant = await reading(there, dm, topic)
    giant.say(caret(topic, { data: { field: 'x'.repeat(1_000_000), index: 0, length: 0 } }))
    await eventually(() => giant.closed === 1009)
    const many = await opened.listen(there, dm)
    for (let n = 0; n < 10_000; n++) many.say({ type: 'Subscribe', topic: topicOf('image', randomUUID()) })
    await eventually(() => many.closed === 1008)
    expect(seen.closed).toBeUndefined()
    expect((await owner.get('/api/users/me')).status).toBe(200)
  })

  test('hide behind somebody: an admin who acts as them is named', async () => {
    const { admin, owner, player } = people
    const { topic } = await loreOf(owner)
    const seen = await reading(stack, owner, topic)
    const acting = stack.anyone()
    await acting.post('/api/auth/sign-in/email', { email: admin.email, password: 'correct horse' })
    await acting.post('/api/auth/admin/impersonate-user', { userId: player.id, reason: 'Test' })
    await reading(there, acting, topic)
    await eventually(() => here(seen).includes(player.id))
    expect(present(seen).find(({ userId }) => userId === player.id)?.impersonatorId).toBe(admin.id)
  })
})
