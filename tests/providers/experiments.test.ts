import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RemoteExperimentsOptions, remoteExperiments } from '../../backend/providers/experiments.ts'
import { type ExperimentsEmulator, startExperiments } from '../vendors/experiments.ts'
import { unreachableUrl } from '../vendors/serve.ts'

let service: ExperimentsEmulator
beforeAll(async () => {
  service = await startExperiments()
})
afterAll(() => service?.close())
beforeEach(() => {
  service.calls.length = 0
  service.flags = [{ key: 'graph-arrangement', value: 'layers', variant: 'treatment' }]
})

let clock = 0
const minutes = (count: number) => count * 60_000
const open = (more: Partial<RemoteExperimentsOptions> = {}) =>
  remoteExperiments({ baseUrl: `${service.url}/`, apiKey: 'key', now: () => clock, ...more })
const layers = { variants: { 'graph-arrangement': 'layers' }, isReached: true }
const nothing = { variants: {}, isReached: false }

describe('a service of experiments', () => {
  test('decides by user, and receives neither the id nor anything else', async () => {
    const userId = randomUUID()
    const experiments = open()
    expect(await experiments.variantsFor(userId)).toEqual(layers)
    await experiments.variantsFor(randomUUID())
    const [first, second] = service.calls
    expect(first).toEqual({
      body: { context: { targetingKey: expect.stringMatching(/^[\da-f]{64}$/) } },
      authorization: 'Bearer key',
    })
    expect(second?.body).not.toEqual(first?.body)
    expect(JSON.stringify(service.calls)).not.toContain(userId)
    await open().variantsFor(userId)
    expect(service.calls.at(-1)?.body).toEqual(first?.body)
  })

  test('answers booleans, texts or only variants; its other flags do not count', async () => {
    service.flags = [
      { key: 'image-models', value: true },
      { key: 'graph-arrangement', variant: 'layers' },
      { key: 'a-flag-of-another-product', value: { nested: 1 } },
    ]
    const { variants } = await open().variantsFor(randomUUID())
    expect(variants).toEqual({ 'image-models': 'on', 'graph-arrangement': 'layers' })
    service.flags = [
      { key: 'image-models', value: false },
      { key: 'graph-arrangement', value: 7 },
    ]
    expect((await open().variantsFor(randomUUID())).variants).toEqual({ 'image-models': 'off' })
  })

  test('is asked once in five minutes for each user, also by requests at the same time', async () => {
    const experiments = open()
    const userId = randomUUID()
    await Promise.all(Array.from({ length: 100 }, () => experiments.variantsFor(userId)))
    expect(service.calls).toHaveLength(1)
    service.flags = []
    clock += minutes(5) - 1
    expect(await experiments.variantsFor(userId)).toEqual(layers)
    clock += 1
    expect(await experiments.variantsFor(userId)).toEqual({ variants: {}, isReached: true })
    expect(service.calls).toHaveLength(2)
  })

  test.each(['broken', 'nonsense', 'large', 'never'] as const)(
    'that is %s decides nothing, once a minute',
    async (outcome) => {
      const failures: unknown[] = []
      const onFailure = (error: unknown) => failures.push(error)
      const experiments = open(outcome === 'never' ? { timeoutMs: 2_000, onFailure } : { onFailure })
      service.next(outcome)
      expect(await experiments.variantsFor(randomUUID())).toEqual(nothing)
      expect(await experiments.variantsFor(randomUUID())).toEqual(nothing)
      expect([service.calls.length, failures.length]).toEqual([1, 1])
      clock += minutes(1)
      expect(await experiments.variantsFor(randomUUID())).toEqual(layers)
    },
  )

  test('that fails leaves the last variants standing', async () => {
    const experiments = open()
    const userId = randomUUID()
    await experiments.variantsFor(userId)
    clock += minutes(5)
    service.next('broken', 'broken')
    expect(await experiments.variantsFor(userId)).toEqual({ ...layers, isReached: false })
    clock += minutes(1)
    expect(await experiments.variantsFor(userId)).toEqual({ ...layers, isReached: false })
    clock += minutes(1)
    expect(await experiments.variantsFor(userId)).toEqual(layers)
  })

  test('that is not there decides nothing', async () => {
    expect(await open({ baseUrl: unreachableUrl }).variantsFor(randomUUID())).toEqual(nothing)
  })
})
