import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Presence, type TopicMessage, topicOf } from '#domain/topics.ts'
import { createTopics, type Topics, type TopicsOptions } from '../../backend/realtime/topics/topics.ts'
import { freshDatabase } from '../postgres.ts'
import { eventually, silent } from './kernel.ts'

const lore = topicOf('conjuration', randomUUID())
const other = topicOf('conjuration', randomUUID())
const textIn = (frame: Buffer) => frame.subarray((frame[1] ?? 0) < 126 ? 2 : 4).toString()

let postgres: pg.ClientConfig
let listener: pg.Client
let heard: string[]
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  const database = await freshDatabase()
  postgres = database.options
  closing.push(database.drop)
  listener = new pg.Client(postgres)
  listener.on('error', () => undefined)
  await listener.connect()
  heard = []
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen topics')
  closing.push(() => listener.end())
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What one process of several does; everybody may do everything. */
const process = (options: Partial<TopicsOptions> = {}): Topics => {
  const quick = { batchMs: 5, beatMs: 50, expireMs: 60_000, acquaintedMs: 0, rosterGapMs: 5 }
  const topics = createTopics({ abilityOn: async () => 'write', log: silent, ...quick, ...options })
  topics.open(postgres)
  closing.push(topics.close)
  return topics
}
const reader = async (topics: Topics, userId: string, topic = lore) => {
  const said: TopicMessage[] = []
  const take = (text: string) => void said.push(JSON.parse(text))
  const { receive: hear, close } = topics.connect({
    userId,
    impersonatorId: null,
    line: {
      send: take,
      write: (frame) => take(textIn(frame)),
      isFull: () => false,
      isOpen: () => true,
      close: () => undefined,
      cork: () => undefined,
      uncork: () => undefined,
      drained: async () => undefined,
    },
    waitFor: async () => true,
    failed(error) {
      throw error
    },
  })
  const say = (message: object) => hear(JSON.stringify(message))
  say({ type: 'Subscribe', topic, present: true })
  await eventually(() => said.some(({ type }) => type === 'Subscribed'))
  const of = (kind: string) => said.flatMap((each) => (each.type === 'Passing' && each.kind === kind ? [each] : []))
  const here = () => ((of('presence').at(-1)?.data ?? { here: [] }) as Presence).here.map(({ userId }) => userId).sort()
  return { said, say, close, of, here }
}
const caret = (index: number) => ({
  type: 'Publish',
  topic: lore,
  kind: 'caret',
  data: { field: 'name', index, length: 0 },
})
const cutAll = () =>
  listener.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'loreloom topics' and datname = current_database()`)

describe('several processes', () => {
  it('pass on what is said in one of them to the sockets of all, and know who is here', async () => {
    const [ines, mara] = [await reader(process(), 'ines'), await reader(process(), 'mara')]
    await eventually(() => [ines, mara].every(({ here }) => here().join() === 'ines,mara'))
    ines.say(caret(7))
    await eventually(() => mara.of('caret').length === 1)
    const worker = process()
    // What is said before it has its connection is lost.
    await eventually(() => {
      worker.publish(lore, 'progress', { stage: 'drawing' })
      return [ines, mara].every(({ of }) => of('progress').length > 0)
    })
    expect(mara.of('caret')).toMatchObject([{ data: { index: 7 }, from: { userId: 'ines' } }])
    expect(ines.of('caret')).toEqual([])
    mara.close()
    await eventually(() => ines.here().join() === 'ines')
  })

  it('tell a process that comes later who is here, and one that stops takes its people along', async () => {
    const ines = await reader(process(), 'ines')
    const late = process()
    const mara = await reader(late, 'mara')
    await eventually(() => mara.here().join() === 'ines,mara' && ines.here().join() === 'ines,mara')
    await late.close()
    await eventually(() => ines.here().join() === 'ines')
  })

  it('go on when their connections were cut, and know again who is here', async () => {
    const [one, two] = [process(), process()]
    const [ines, mara] = [await reader(one, 'ines'), await reader(two, 'mara')]
    await eventually(() => [ines, mara].every(({ here }) => here().length === 2))
    await cutAll()
    const tomasz = await reader(two, 'tomasz')
    await eventually(() => [ines, mara, tomasz].every(({ here }) => here().length === 3))
    await eventually(() => {
      ines.say(caret(1))
      return tomasz.of('caret').length > 0
    })
  })

  it('forget who was at a process that ended without a word', async () => {
    const ines = await reader(process({ expireMs: 200 }), 'ines')
    const presence = { here: [{ connectionId: 'c', userId: 'ghost', impersonatorId: null }], more: 0 }
    const payload = { process: 'dead', number: 1, messages: [{ type: 'here', topic: lore, presence }] }
    const wasNamed = () => ines.of('presence').some(({ data }) => JSON.stringify(data).includes('ghost'))
    // Until the process that is to hear it listens.
    await eventually(async () => {
      if (!wasNamed()) await listener.query('select pg_notify($1, $2)', ['topics', JSON.stringify(payload)])
      return wasNamed()
    })
    await eventually(() => ines.here().join() === 'ines')
  })

  it('send nothing of what nobody elsewhere listens to', async () => {
    const [one, two] = [process(), process()]
    const ines = await reader(one, 'ines')
    await reader(two, 'mara', other)
    await eventually(() => heard.some((payload) => payload.includes(other)))
    // Told again and again until it comes over: then the other process is known, and what was not told before never will be.
    await eventually(() => {
      one.publish(lore, 'progress', { stage: 'unheard elsewhere' })
      one.publish(other, 'progress', { stage: 'heard elsewhere' })
      return heard.some((payload) => payload.includes('"heard elsewhere"'))
    })
    expect(ines.of('progress').length).toBeGreaterThan(0)
    expect(heard.filter((payload) => payload.includes('unheard elsewhere'))).toEqual([])
  })

  it('take no harm from what is no message of theirs', async () => {
    const [one, two] = [process(), process()]
    const ines = await reader(one, 'ines')
    for (const payload of ['', 'hi', '{}', '{"process":"x","number":1,"messages":[{"type":"here","topic":"x"}]}'])
      await listener.query('select pg_notify($1, $2)', ['topics', payload])
    await reader(two, 'mara')
    await eventually(() => ines.here().join() === 'ines,mara')
  })

  it('drop what is too much for a batch, and nothing that says who is here', async () => {
    const dropped: string[] = []
    const one = process({ batchMs: 100, observer: { passed: () => undefined, dropped: (why) => dropped.push(why) } })
    const mara = await reader(process(), 'mara')
    const ines = await reader(one, 'ines')
    await eventually(() => mara.here().length === 2 && ines.here().length === 2)
    for (let done = 0; done < 200; done++) one.publish(lore, 'progress', { stage: 'drawing', done })
    const tomasz = await reader(one, 'tomasz')
    await eventually(() => mara.here().length === 3 && tomasz.here().length === 3)
    expect(mara.of('progress').length).toBeLessThan(50)
    expect(dropped).toContain('bus')
  })
})
