import { expect, test } from 'vitest'
import { yieldTo } from '../../backend/platform/pace.ts'
import { createRequestCounter } from '../../backend/platform/request-counter.ts'

test('work yields to a request that arrives between two of its steps', async () => {
  const requests = createRequestCounter()
  const turn = yieldTo(requests, 600_000)
  const order: string[] = []
  const step = (name: string) => turn().then(() => order.push(name))
  await step('first')
  const end = requests.begin()
  const others = [step('second'), step('third')]
  await new Promise(setImmediate)
  order.push('answered')
  end()
  await Promise.all(others)
  expect(order).toEqual(['first', 'answered', 'second', 'third'])
})

test('and proceeds for half of the time where requests are always open', async () => {
  let [now, waits] = [0, 0]
  const alwaysOpen = {
    async waitUntilIdle(timeoutMs: number) {
      now += timeoutMs
      waits++
    },
  }
  const turn = yieldTo(alwaysOpen, 50, () => now)
  for (let n = 0; n < 1_000; n++) {
    await turn()
    now += 10
  }
  expect(waits * 50).toBeGreaterThan(now * 0.4)
  expect(waits * 50).toBeLessThan(now * 0.6)
})
