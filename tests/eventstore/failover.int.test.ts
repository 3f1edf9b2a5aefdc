import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import { type EventStore, type Outage, RevisionConflict } from '../../eventstore/index.ts'
import { freshEventStore, freshStream, numbers } from './embedded.ts'
import { failingOver } from './failing-over.ts'

let embedded: Awaited<ReturnType<typeof freshEventStore>>
let cluster: Awaited<ReturnType<typeof failingOver>>
beforeAll(async () => {
  embedded = await freshEventStore('tcp')
  cluster = await failingOver(embedded.url)
})
afterAll(async () => {
  cluster.close()
  await embedded.stop()
})

describe.each(['lane', 'library'] as const)('a cluster that loses its leader, by the %s', (way) => {
  let store: EventStore
  const outages: Outage[] = []
  beforeAll(async () => {
    cluster.elect()
    store = connectEventStore(cluster.urls[way], { recovered: (outage) => void outages.push(outage) })
    await store.append(freshStream(), numbers(1), 'none')
  })
  afterAll(() => store.close())

  /** Appends of 16 callers that come while there is no leader. */
  const during = async (streams: readonly string[]) => {
    const appending = streams.map((stream) => store.append(stream, numbers(3), 'none'))
    await expect.poll(cluster.taken, { interval: 20, timeout: 10_000 }).toBeGreaterThanOrEqual(streams.length)
    return appending
  }
  const streams = () => Array.from({ length: 16 }, () => freshStream())
  const countOf = async (stream: string) => (await store.read(stream)).events.length

  test('what it holds is written by another try while the first still hangs, and once, though the first comes after all', async () => {
    outages.length = 0
    cluster.lose('hold')
    const names = streams()
    const appending = await during(names)
    cluster.elect()
    for (const { revision } of await Promise.all(appending)) expect(revision).toBe(2n)
    cluster.release()
    await store.append(freshStream(), numbers(1), 'none')
    expect(await Promise.all(names.map(countOf))).toEqual(names.map(() => 3))
    expect(outages).toHaveLength(1)
    expect(outages[0]).toMatchObject({ calls: 16, givenUp: 0 })
  })

  test.each(['answer', 'forget'] as const)(
    'what it wrote without an answer is answered, and written once, by a store that would then %s',
    async (then) => {
      cluster.lose('mute')
      const names = streams()
      const appending = await during(names)
      cluster.elect(then)
      for (const { revision, position } of await Promise.all(appending)) {
        expect(revision).toBe(2n)
        expect(position).toBeGreaterThan(0n)
      }
      expect(await Promise.all(names.map(countOf))).toEqual(names.map(() => 3))
      cluster.elect()
    },
  )

  test('who comes second is told so, however often it was tried', async () => {
    const [stream] = streams() as [string]
    await store.append(stream, numbers(1), 'none')
    cluster.lose('hold')
    const [late] = await during([stream])
    cluster.elect()
    await expect(late).rejects.toBeInstanceOf(RevisionConflict)
    expect(await countOf(stream)).toBe(1)
  })
})
