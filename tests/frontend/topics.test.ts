import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import { createTopicClient, type Heard, type Here } from '../../frontend/src/realtime/topics.ts'
import { made } from './feed.ts'
import { hello, realtimeOverSubjects } from './sockets.ts'

const lore = topicOf('conjuration', randomUUID())
const mara = { connectionId: 'c2', userId: 'mara', impersonatorId: null }
const caret = { field: 'name', index: 3, length: 0 }
const passing = (kind: string, data: unknown, from: unknown = mara) => ({
  type: 'Passing',
  topic: lore,
  kind,
  data,
  from,
})
const subscribed = { type: 'Subscribe', topic: lore, present: true }

/** A tab that is connected and takes part in a topic. */
const tab = (options: { present?: boolean; after?: string } = {}) => {
  const { realtime, opened, last } = realtimeOverSubjects()
  const client = createTopicClient(realtime)
  realtime.start('ines', '7')
  last().next(hello('7'))
  const heard: Heard[] = []
  const here: Here[] = []
  const join = () =>
    client.join(lore, {
      present: true,
      ...options,
      onHere: (now) => here.push(now),
      onMessage: (message) => heard.push(message),
    })
  const said = () => opened.at(-1)?.said
  return { ...client, opened, last, heard, here, said, joined: join, realtime }
}

describe('a topic in the browser', () => {
  it('is subscribed to when somebody joins, and left when the last one leaves', () => {
    const { said, joined } = tab()
    const leaves = [joined(), joined()]
    expect(said()).toEqual([subscribed])
    leaves[0]?.()
    expect(said()).toEqual([subscribed])
    leaves[1]?.()
    leaves[1]?.()
    expect(said()).toEqual([subscribed, { type: 'Unsubscribe', topic: lore }])
  })

  it('is subscribed to with presence once somebody wants that', () => {
    const quiet = { present: false, onHere: () => undefined, onMessage: () => undefined }
    const { said, join, joined } = tab()
    join(lore, quiet)
    joined()
    expect(said()).toEqual([{ ...subscribed, present: false }, subscribed])
  })

  it('is subscribed to without presence once the last one who wanted that leaves', () => {
    const quiet = { present: false, onHere: () => undefined, onMessage: () => undefined }
    const { said, join, joined } = tab()
    const leaves = [join(lore, quiet), joined(), joined()]
    leaves[1]?.()
    expect(said()).toEqual([{ ...subscribed, present: false }, subscribed])
    leaves[2]?.()
    expect(said()).toEqual([{ ...subscribed, present: false }, subscribed, { ...subscribed, present: false }])
  })

  it('says at which position its thing was made, each time', () => {
    const { said, joined, last } = tab({ after: '9' })
    joined()
    expect(said()).toEqual([{ ...subscribed, after: '9' }])
    last().error(new Error('cut'))
    last().next(hello('9'))
    expect(said()).toEqual([{ ...subscribed, after: '9' }])
  })

  it('is subscribed to anew on each connection, and nobody is here meanwhile', () => {
    const { opened, last, joined, here, said } = tab()
    joined()
    last().next({ type: 'Subscribed', topic: lore, connectionId: 'c1' })
    last().next(passing('presence', { here: [mara], more: 0 }, null))
    expect(here.at(-1)).toEqual({ here: [mara], more: 0, me: 'c1' })
    last().error(new Error('cut'))
    expect(here.at(-1)).toEqual({ here: [], more: 0, me: undefined })
    expect([opened.length, said()]).toEqual([2, []])
    last().next(hello('9'))
    expect(said()).toEqual([subscribed])
  })

  it('tells what others say, and nothing that it does not understand', () => {
    const { last, joined, heard } = tab()
    joined()
    const progress = { stage: 'drawing' }
    for (const message of [
      passing('caret', caret),
      passing('progress', progress, null),
      passing('newer', {}),
      passing('caret', { field: 1 }),
      { type: 'Passing', topic: lore },
      { type: 'Ping' },
      made(8, 'a'),
      { ...passing('caret', caret), topic: topicOf('conjuration', randomUUID()) },
    ])
      last().next(message)
    expect(heard).toEqual([
      { kind: 'caret', data: caret, from: mara },
      { kind: 'progress', data: progress, from: null },
    ])
  })

  it('ends where the server says so', () => {
    const { last, joined, here } = tab()
    joined()
    last().next(passing('presence', { here: [mara], more: 0 }, null))
    last().next({ type: 'Unsubscribed', topic: lore, reason: 'not_visible' })
    expect(here.at(-1)).toEqual({ here: [], more: 0, me: undefined })
  })

  it('takes what is published to the server, and loses it without a connection', () => {
    const { last, publish, joined, said } = tab()
    joined()
    publish(lore, 'caret', caret)
    expect(said()?.at(-1)).toEqual({ type: 'Publish', topic: lore, kind: 'caret', data: caret })
    last().error(new Error('cut'))
    publish(lore, 'caret', caret)
    expect(said()).toEqual([])
  })
})
