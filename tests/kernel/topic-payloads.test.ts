import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topicOf } from '#domain/topics.ts'
import { otherProcesses } from '../../backend/realtime/topics/other-processes.ts'
import { payloadsOf, readPayload } from '../../backend/realtime/topics/payloads.ts'
import { rateLimiter } from '../../backend/realtime/topics/rate-limiter.ts'
import { runsOf } from '../walk.ts'

const lore = topicOf('conjuration', randomUUID())
const counter = () => {
  let number = 0
  return () => ++number
}

test('what is said to other processes fits notifications, each unlike the other, and reads as it was', () => {
  const message = fc.record({
    type: fc.constant('passing' as const),
    topic: fc.constant(lore),
    kind: fc.constant('caret'),
    data: fc.record({ field: fc.string({ unit: 'binary', maxLength: 1500 }) }),
    from: fc.constant(null),
  })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 25 }), (messages) => {
      const payloads = payloadsOf('a', messages, counter())
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000)
      expect(new Set(payloads).size).toBe(payloads.length)
      expect(payloads.flatMap((payload) => readPayload(payload)?.messages)).toEqual(messages)
    }),
    { numRuns: runsOf(6, 200) },
  )
})

test('one message that fits nowhere is left out, the others are not', () => {
  const passing = (data: string) => ({ type: 'passing', topic: lore, kind: 'caret', data, from: null }) as const
  const payloads = payloadsOf('a', [passing('1'), passing('x'.repeat(8000)), passing('2')], counter())
  expect(payloads.flatMap((payload) => readPayload(payload)?.messages)).toEqual([passing('1'), passing('2')])
})

test('what another version says, or nobody of ours, is passed over', () => {
  const left = { type: 'left', topic: lore }
  const payload = { process: 'a', number: 1, messages: [{ type: 'newer' }, left, { type: 'left', topic: 'x' }] }
  expect(readPayload(JSON.stringify(payload))).toEqual({ process: 'a', messages: [left] })
  for (const text of ['', 'no json', '{}', '[]', '{"process":1}']) expect(readPayload(text)).toBeUndefined()
})

test('a process that says nothing for too long is forgotten with whom it had', () => {
  let now = 0
  const others = otherProcesses(15, () => now)
  const presence = { here: [{ connectionId: 'c', userId: 'ines', impersonatorId: null }], more: 0 }
  others.here('a', lore, presence)
  others.here('b', lore, { here: [], more: 2 })
  now = 10
  others.alive('b')
  expect([others.expire(), others.presence(lore)]).toEqual([[], [presence, { here: [], more: 2 }]])
  now = 20
  expect([others.expire(), others.presence(lore)]).toEqual([[lore], [{ here: [], more: 2 }]])
  others.left('b', lore)
  expect(others.hasSubscribers(lore)).toBe(false)
})

test('a rate lets so many through at once, and so many a second after that', () => {
  let now = 0
  const limiter = rateLimiter({ perSecond: 10, burst: 3 }, () => now)
  const taken = (times: number) => Array.from({ length: times }, limiter.take).filter(Boolean).length
  expect(taken(5)).toBe(3)
  now = 200
  expect(taken(5)).toBe(2)
  now = 60_000
  expect(taken(50)).toBe(3)
})
