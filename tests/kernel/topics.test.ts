import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClientMessage, type Presence, type TopicMessage, topicLimits, topicOf } from '#domain/topics.ts'
import type { Ability } from '../../backend/realtime/topics/ability.ts'
import { createTopics } from '../../backend/realtime/topics/topics.ts'
import { eventually, silent } from './kernel.ts'

const lore = topicOf('conjuration', randomUUID())
const caret = (index = 0) => ({
  type: 'Publish',
  topic: lore,
  kind: 'caret',
  data: { field: 'name', index, length: 0 },
})

/** What is in a frame of ours. */
const textIn = (frame: Buffer) => frame.subarray((frame[1] ?? 0) < 126 ? 2 : 4).toString()

/** A thing that mara does not see. */
const hiddenFromPlayers = randomUUID()

/** Topics of one process with no other beside it. `rights` is who may do what; `answer` holds questions for them back. */
const process = (rights: Record<string, Ability | undefined>, { caretMs = 0 } = {}) => {
  const clock = { now: 0 }
  const views = Promise.withResolvers<void>()
  const dropped: string[] = []
  const warned: string[] = []
  let hold: Promise<void> | undefined
  const topics = createTopics({
    async abilityOn({ userId }, thingId) {
      const ability = thingId === hiddenFromPlayers && userId === 'mara' ? undefined : rights[userId]
      await hold
      return ability
    },
    log: { warn: (_facts, message) => warned.push(message) },
    now: () => clock.now,
    rosterGapMs: 0,
    caretMs,
    observer: { passed: () => undefined, dropped: (why) => dropped.push(why) },
  })
  const open = (userId: string, impersonatorId: string | null = null) => {
    const said: TopicMessage[] = []
    const socket = { said, closed: undefined as number | undefined, isFull: false }
    const take = (text: string) => void said.push(JSON.parse(text))
    const connection = topics.connect({
      userId,
      impersonatorId,
      line: {
        send: take,
        write: (frame) => take(textIn(frame)),
        isFull: () => socket.isFull,
        close(code) {
          socket.closed ??= code
        },
        cork: () => undefined,
        uncork: () => undefined,
        drained: async () => undefined,
        isOpen: () => socket.closed === undefined,
      },
      waitFor: () => views.promise,
      failed(error) {
        throw error
      },
    })
    const of = (kind: string) => said.filter((each) => each.type === 'Passing' && each.kind === kind)
    const types = () => said.filter(({ type }) => type !== 'Passing').map(({ type }) => type)
    const say = (message: ClientMessage | object) => connection.receive(JSON.stringify(message))
    return Object.assign(socket, { ...connection, say, of, types })
  }
  /** Somebody who has subscribed, and knows it. */
  const reader = async (userId: string, present = false, impersonatorId: string | null = null) => {
    const socket = open(userId, impersonatorId)
    socket.say({ type: 'Subscribe', topic: lore, present })
    await eventually(() => socket.types().length > 0)
    return socket
  }
  return {
    topics,
    clock,
    dropped,
    warned,
    catchUp: views.resolve,
    open,
    reader,
    /** Questions are not answered until what this answers is called. */
    holdAnswers() {
      const { promise, resolve } = Promise.withResolvers<void>()
      hold = promise
      return () => {
        hold = undefined
        resolve()
      }
    },
  }
}

const namesIn = (message: TopicMessage | undefined) =>
  message?.type === 'Passing' ? (message.data as Presence).here.map(({ userId }) => userId) : []

describe('a topic', () => {
  it('passes what a server process publishes to who subscribed, at once and to nobody else', async () => {
    const { topics, reader, open } = process({ ines: 'write', mara: 'see' })
    const [ines, mara, idle] = [await reader('ines'), await reader('mara'), open('mara')]
    topics.publish(lore, 'progress', { stage: 'drawing' })
    const message = { type: 'Passing', topic: lore, kind: 'progress', data: { stage: 'drawing' }, from: null }
    for (const { said } of [ines, mara]) expect(said.slice(1)).toEqual([message])
    expect(idle.said).toEqual([])
    expect(message).not.toHaveProperty('position')
  })

  it('passes what is about another thing to those of its subscribers who see that thing', async () => {
    const { topics, reader } = process({ ines: 'write', mara: 'see' })
    const [ines, mara] = [await reader('ines'), await reader('mara')]
    const seenByAll = randomUUID()
    topics.publish(lore, 'searchable', { textId: hiddenFromPlayers }, hiddenFromPlayers)
    topics.publish(lore, 'searchable', { textId: seenByAll }, seenByAll)
    await eventually(() => ines.of('searchable').length === 2 && mara.of('searchable').length === 1)
    expect(mara.of('searchable')).toMatchObject([{ data: { textId: seenByAll } }])
  })

  it('passes nothing any more to who unsubscribed, or is gone', async () => {
    const { topics, reader } = process({ ines: 'write', mara: 'see' })
    const [ines, mara] = [await reader('ines'), await reader('mara')]
    ines.say({ type: 'Unsubscribe', topic: lore })
    mara.close()
    topics.publish(lore, 'progress', { stage: 'drawing' })
    expect([...ines.of('progress'), ...mara.of('progress')]).toEqual([])
  })

  it('passes what somebody says to the others, and says who it was', async () => {
    const { reader } = process({ ines: 'write', mara: 'write' })
    const [ines, mara, admin] = [await reader('ines'), await reader('mara'), await reader('mara', false, 'ada')]
    ines.say({ ...caret(3), from: { connectionId: 'x', userId: 'mara', impersonatorId: null } })
    admin.say({ ...caret(4), data: { field: 'name', index: 4, length: 0, userId: 'ines', impersonatorId: null } })
    expect(ines.of('caret')).toMatchObject([{ data: { index: 4 }, from: { userId: 'mara', impersonatorId: 'ada' } }])
    expect(mara.of('caret')).toMatchObject([
      { data: { index: 3 }, from: { userId: 'ines', impersonatorId: null } },
      { from: { impersonatorId: 'ada' } },
    ])
    const [heard] = admin.of('caret')
    expect(heard).toHaveProperty('from.connectionId', expect.not.stringMatching(/^x$/))
    expect(mara.of('caret')[1]).toHaveProperty('data', { field: 'name', index: 4, length: 0 })
  })

  it('passes the latest caret of each sender, and none of a sender who has left', async () => {
    const { topics, reader } = process({ ines: 'write', mara: 'write', tomasz: 'write' }, { caretMs: 5 })
    const [ines, mara, tomasz] = [await reader('ines'), await reader('mara'), await reader('tomasz')]
    for (let n = 0; n < 5; n++) ines.say(caret(n))
    mara.say(caret(7))
    tomasz.say(caret(9))
    tomasz.close()
    expect(mara.of('caret')).toEqual([])
    await eventually(() => ines.of('caret').length > 0 && mara.of('caret').length > 0)
    expect(mara.of('caret')).toMatchObject([{ data: { index: 4 }, from: { userId: 'ines' } }])
    expect(ines.of('caret')).toMatchObject([{ data: { index: 7 }, from: { userId: 'mara' } }])
    await topics.close()
  })

  it('passes no caret to a reader whose right is in question when it is sent', async () => {
    const { topics, reader, holdAnswers } = process({ ines: 'write', mara: 'write', tomasz: 'write' }, { caretMs: 5 })
    const [ines, mara, tomasz] = [await reader('ines'), await reader('mara'), await reader('tomasz')]
    ines.say(caret(3))
    const release = holdAnswers()
    mara.recheck()
    await eventually(() => tomasz.of('caret').length > 0)
    expect(mara.of('caret')).toEqual([])
    release()
    await topics.close()
  })

  it('tells who is present of each other, and of nobody who only listens', async () => {
    const { reader } = process({ ines: 'write', mara: 'see', tomasz: 'see' })
    const [ines, mara] = [await reader('ines', true), await reader('mara', true)]
    const tomasz = await reader('tomasz')
    await eventually(() => namesIn(ines.of('presence').at(-1)).length === 2)
    expect(namesIn(mara.of('presence').at(-1))).toEqual(['ines', 'mara'])
    expect(tomasz.of('presence')).toEqual([])
    mara.close()
    await eventually(() => namesIn(ines.of('presence').at(-1)).join() === 'ines')
  })

  it('names an admin who acts as somebody, and counts whom it does not name', async () => {
    const { reader } = process({ ines: 'write' })
    const admin = await reader('ines', true, 'ada')
    await eventually(() => admin.of('presence').length > 0)
    expect(admin.of('presence')[0]).toHaveProperty('data.here.0.impersonatorId', 'ada')
    await Promise.all(Array.from({ length: topicLimits.named + 4 }, () => reader('ines', true)))
    await eventually(() => (admin.of('presence').at(-1) as { data?: Presence }).data?.more === 5)
  })
})

describe('the right to a topic', () => {
  it('is that of its thing: who does not see that hears nothing and is not named', async () => {
    const { topics, reader } = process({ ines: 'write' })
    const stranger = await reader('stella', true)
    const ines = await reader('ines', true)
    topics.publish(lore, 'progress', { stage: 'drawing' })
    await eventually(() => ines.of('presence').length > 0)
    expect(stranger.said).toEqual([{ type: 'Unsubscribed', topic: lore, reason: 'not_visible' }])
    expect(namesIn(ines.of('presence').at(-1))).toEqual(['ines'])
  })

  it('is there before anything is heard', async () => {
    const { topics, open, holdAnswers } = process({ ines: 'write' })
    const release = holdAnswers()
    const ines = open('ines')
    ines.say({ type: 'Subscribe', topic: lore })
    topics.publish(lore, 'progress', { stage: 'drawing' })
    release()
    await eventually(() => ines.said.length > 0)
    topics.publish(lore, 'progress', { stage: 'storing' })
    expect(ines.of('progress')).toMatchObject([{ data: { stage: 'storing' } }])
  })

  it('is asked for once the views are where its thing was made', async () => {
    const rights: Record<string, Ability | undefined> = { mara: 'see' }
    const { open, catchUp } = process(rights)
    const ines = open('ines')
    ines.say({ type: 'Subscribe', topic: lore, after: '7' })
    ines.say({ type: 'Subscribe', topic: topicOf('image', randomUUID()) })
    await eventually(() => ines.said.length === 1)
    rights.ines = 'write'
    catchUp()
    await eventually(() => ines.types().includes('Subscribed'))
    expect(ines.said.at(-1)).toMatchObject({ topic: lore })
  })

  it('ends at once when it is taken away, and is told', async () => {
    const rights: Record<string, Ability | undefined> = { ines: 'write', mara: 'see' }
    const { topics, reader } = process(rights)
    const [ines, mara] = [await reader('ines', true), await reader('mara', true)]
    await eventually(() => namesIn(ines.of('presence').at(-1)).length === 2)
    rights.mara = undefined
    topics.recheckThing(lore.slice('conjuration:'.length))
    topics.publish(lore, 'progress', { stage: 'drawing' })
    await eventually(() => mara.types().includes('Unsubscribed'))
    await eventually(() => namesIn(ines.of('presence').at(-1)).join() === 'ines')
    topics.publish(lore, 'progress', { stage: 'storing' })
    expect(mara.of('progress')).toEqual([])
    expect(ines.of('progress').at(-1)).toMatchObject({ data: { stage: 'storing' } })
  })

  it('is not given by an answer that was on its way when it was taken away', async () => {
    const rights: Record<string, Ability | undefined> = { mara: 'see' }
    const { topics, open, holdAnswers } = process(rights)
    const release = holdAnswers()
    const mara = open('mara')
    mara.say({ type: 'Subscribe', topic: lore })
    await Promise.resolve()
    rights.mara = undefined
    mara.recheck()
    release()
    await eventually(() => mara.said.length > 0)
    topics.publish(lore, 'progress', { stage: 'drawing' })
    expect(mara.said).toEqual([{ type: 'Unsubscribed', topic: lore, reason: 'not_visible' }])
  })

  it('to say where one writes is that of who may write', async () => {
    const { reader, dropped } = process({ ines: 'write', mara: 'see' })
    const [ines, mara] = [await reader('ines'), await reader('mara')]
    mara.say(caret())
    expect(ines.of('caret')).toEqual([])
    expect(dropped).toEqual(['invalid'])
  })

  it('holds whatever happens in whatever order: nobody hears of what they do not see', async () => {
    const people = ['ines', 'mara', 'tomasz']
    const someone = fc.constantFrom(...people)
    const step = fc.oneof(
      fc.record({ does: fc.constantFrom('subscribe', 'unsubscribe', 'speak', 'show', 'hide'), who: someone }),
      fc.record({ does: fc.constantFrom('publish', 'settle'), who: fc.constant('') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const rights: Record<string, Ability | undefined> = {}
        const { topics, open } = process(rights)
        const sockets = new Map(people.map((name) => [name, open(name)]))
        const heard = (name: string) =>
          (sockets.get(name)?.of('progress').length ?? 0) + (sockets.get(name)?.of('caret').length ?? 0)
        for (const { does, who } of steps) {
          const before = new Map(people.map((name) => [name, heard(name)]))
          const socket = sockets.get(who)
          if (does === 'subscribe') socket?.say({ type: 'Subscribe', topic: lore, present: true })
          if (does === 'unsubscribe') socket?.say({ type: 'Unsubscribe', topic: lore })
          if (does === 'speak') socket?.say(caret())
          if (does === 'show') rights[who] = 'write'
          if (does === 'hide') {
            rights[who] = undefined
            topics.recheckThing(lore.slice('conjuration:'.length))
          }
          if (does === 'publish') topics.publish(lore, 'progress', { stage: 'drawing' })
          if (does === 'settle') await new Promise((resolve) => setImmediate(resolve))
          for (const name of people) if (!rights[name]) expect(heard(name)).toBe(before.get(name))
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('what nobody may', () => {
  it.each([
    ['a kind of thing that there is not', `secret:${randomUUID()}`],
    ['something that is no id', 'conjuration:../../etc/passwd'],
    ['an id in other letters', lore.toUpperCase().replace('CONJURATION', 'conjuration')],
    ['another name with it', `${lore}\n${lore}`],
  ])('subscribe to %s', async (_what, topic) => {
    const { open } = process({ ines: 'write' })
    const ines = open('ines')
    ines.say({ type: 'Subscribe', topic })
    expect(ines.said).toEqual([{ type: 'Unsubscribed', topic, reason: 'unknown_topic' }])
  })

  it.each([
    ['what only servers say', { kind: 'progress', data: { stage: 'done' } }],
    ['who is here', { kind: 'presence', data: { here: [], more: 0 } }],
    ['a kind that there is not', { kind: 'constructor', data: {} }],
    ['what does not fit its kind', { kind: 'caret', data: { field: 'x'.repeat(101), index: -1, length: 0 } }],
  ])('say %s', async (_what, message) => {
    const { reader, dropped } = process({ ines: 'write', mara: 'write' })
    const [ines, mara] = [await reader('ines'), await reader('mara')]
    ines.say({ type: 'Publish', topic: lore, ...message })
    expect(mara.said.slice(1)).toEqual([])
    expect(dropped).toEqual(['invalid'])
  })

  it('say something on a topic that they did not subscribe to', async () => {
    const { reader, open } = process({ ines: 'write', mara: 'write' })
    const mara = await reader('mara')
    open('ines').say(caret())
    expect(mara.of('caret')).toEqual([])
  })

  it.each(['hi', '[', '"Subscribe"', 'null'])('say %s: that is no message, and ends the socket', (text) => {
    const ines = process({ ines: 'write' }).open('ines')
    ines.receive(text)
    expect(ines.closed).toBe(1008)
  })
})

describe('the bounds', () => {
  it('of a socket: what is over its rate is dropped, and a flood ends it', async () => {
    const { reader, clock } = process({ ines: 'write', mara: 'write' })
    const [ines, mara] = [await reader('ines'), await reader('mara')]
    const { client, dropped } = topicLimits
    for (let n = 0; n < client.burst + dropped.burst - 1; n++) ines.say(caret(n))
    expect(mara.of('caret').length).toBeLessThanOrEqual(client.burst)
    expect(ines.closed).toBeUndefined()
    clock.now += 1000
    ines.say(caret(7777))
    expect(mara.of('caret').at(-1)).toMatchObject({ data: { index: 7777 } })
    for (let n = 0; n < 10_000; n++) ines.say(caret(n))
    expect(ines.closed).toBe(1008)
  })

  it('of an account: its sockets share one rate, so that more of them send no more', async () => {
    const { reader, open, dropped } = process({ ines: 'write', mara: 'write' })
    const { account, client } = topicLimits
    const sockets = Array.from({ length: 20 }, () => open('ines'))
    for (const socket of sockets) for (let n = 0; n < client.burst; n++) socket.say(caret(n))
    expect(dropped.filter((why) => why === 'rate')).toHaveLength(20 * client.burst - account.burst)
    const mara = await reader('mara')
    mara.say(caret())
    expect(dropped.filter((why) => why === 'rate')).toHaveLength(20 * client.burst - account.burst)
  })

  it('of a socket: it subscribes to so many topics, and to no more of 10,000', async () => {
    const { open, clock } = process({ ines: 'write' })
    const ines = open('ines')
    const { perSocket } = topicLimits
    const many = () => ines.say({ type: 'Subscribe', topic: topicOf('image', randomUUID()) })
    for (let n = 0; n < perSocket + 3; n++) many()
    await eventually(() => ines.said.length === perSocket + 3)
    expect(ines.types().filter((type) => type === 'Subscribed')).toHaveLength(perSocket)
    for (let n = 0; n < 10_000; n++) {
      clock.now += 1
      many()
    }
    expect(ines.types().filter((type) => type === 'Subscribed')).toHaveLength(perSocket)
    expect(ines.closed).toBe(1008)
  })

  it('of a topic: what is over its rate is dropped, what people say leaving servers their own', async () => {
    const { topics, reader } = process({ ines: 'write', mara: 'write' })
    const mara = await reader('mara')
    const { burst } = topicLimits.topic
    for (let n = 0; n < 12; n++) {
      const ines = await reader('ines')
      for (let i = 0; i < 50; i++) ines.say(caret(i))
    }
    expect(mara.of('caret')).toHaveLength(burst)
    for (let n = 0; n < burst * 2; n++) topics.publish(lore, 'progress', { stage: 'drawing', done: n })
    expect(mara.of('progress')).toHaveLength(burst)
  })

  it('of a reader: what one who is slow cannot take is dropped, not kept', async () => {
    const { topics, reader, dropped } = process({ ines: 'write', mara: 'write' })
    const [slow, quick] = [await reader('ines'), await reader('mara')]
    slow.isFull = true
    topics.publish(lore, 'progress', { stage: 'drawing' })
    slow.isFull = false
    topics.publish(lore, 'progress', { stage: 'storing' })
    expect(slow.of('progress')).toMatchObject([{ data: { stage: 'storing' } }])
    expect(quick.of('progress')).toHaveLength(2)
    expect(dropped).toEqual(['slow'])
    expect(slow.closed).toBeUndefined()
  })

  it('of a message: what does not fit is not published, and who publishes goes on', async () => {
    const { topics, reader, warned } = process({ ines: 'write' })
    const ines = await reader('ines')
    topics.publish(lore, 'progress', { stage: 'x'.repeat(topicLimits.serverBytes) })
    expect(ines.of('progress')).toEqual([])
    expect(warned).toHaveLength(1)
  })
})

it('one process alone needs no other: nothing is logged, nothing is left open', async () => {
  const topics = createTopics({ abilityOn: async () => 'see', log: silent })
  topics.publish(lore, 'progress', { stage: 'drawing' })
  await topics.close()
})
