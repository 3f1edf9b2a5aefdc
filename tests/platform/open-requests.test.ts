import { expect, test } from 'vitest'
import { openRequests } from '../../backend/platform/open-requests.ts'

const long = 600_000

test('work in the background waits until every request is answered', async () => {
  const requests = openRequests()
  const [endFirst, endSecond] = [requests.begin(), requests.begin()]
  const told: string[] = []
  const waiting = requests.whenNone(long).then(() => told.push('background'))
  endFirst()
  endFirst()
  await Promise.resolve()
  expect([requests.count(), told]).toEqual([1, []])
  told.push('answered')
  endSecond()
  await waiting
  expect([requests.count(), told]).toEqual([0, ['answered', 'background']])
})

test('and not longer than it may', async () => {
  const requests = openRequests()
  requests.begin()
  await requests.whenNone(1)
  expect(requests.count()).toBe(1)
})

test('nor at all where no request is open', () => openRequests().whenNone(long))
