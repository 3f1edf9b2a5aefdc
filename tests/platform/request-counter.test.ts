import { expect, test } from 'vitest'
import { createRequestCounter } from '../../backend/platform/request-counter.ts'

const long = 600_000

test('background work waits until every request is answered', async () => {
  const requests = createRequestCounter()
  const [endFirst, endSecond] = [requests.begin(), requests.begin()]
  const order: string[] = []
  const waiting = requests.waitUntilIdle(long).then(() => order.push('background'))
  endFirst()
  endFirst()
  await Promise.resolve()
  expect([requests.count(), order]).toEqual([1, []])
  order.push('answered')
  endSecond()
  await waiting
  expect([requests.count(), order]).toEqual([0, ['answered', 'background']])
})

test('it stops waiting after the timeout', async () => {
  const requests = createRequestCounter()
  requests.begin()
  await requests.waitUntilIdle(1)
  expect(requests.count()).toBe(1)
})

test('it does not wait if no request is open, nor for one that has been open for a second', async () => {
  let now = 0
  const requests = createRequestCounter(() => now)
  await requests.waitUntilIdle(long)
  requests.begin()
  now += 1_000
  await requests.waitUntilIdle(long)
  expect(requests.count()).toBe(1)
})
