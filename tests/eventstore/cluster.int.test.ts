/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import { freshEventStore, freshStream, numbered } from './embedded.ts'
import { failingOver, type GossipMember } from './failing-over.ts'

/** As to a cluster: by asking who there is, and with the library's own way of appending. */
const clusterOf = ({ url }: { url: string }) => connectEventStore(url.replace('esdb:', 'esdb+discover:'))

const appendTo = async (store: EventStore, count: number) => {
  const stream = freshStream()
  for (let n = 0; n < count; n++) await store.append(stream, [numbered(n)], n === 0 ? 'none' : BigInt(n - 1))
  return (await store.read(stream)).events.map(({ data }) => (data as { n: number }).n)
}

test('a call that breaks off takes nothing with it that goes over another: each append is answered in the end', async () => {
  const [one, other] = [await freshEventStore('tcp'), await freshEventStore('tcp')]
  const [breaking, lasting] = [clusterOf(one), clusterOf(other)]
  await appendTo(breaking, 1)
  const appending = Promise.all(Array.from({ length: 32 }, () => appendTo(lasting, 20)))
  await appendTo(lasting, 3)
  await one.kill()
  for (const numbers of await appending) expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n))
  await Promise.all([breaking.close(), lasting.close()])
  await other.stop()
  await one.restart()
  await one.stop()
})

describe('a cluster of two, which replicate everything', () => {
  /** The address names the first member alone. */
  const clusterOfTwo = async () => {
    const embedded = await freshEventStore('tcp')
    const members: GossipMember[] = []
    const [first, second] = [
      await failingOver(embedded.url, () => members),
      await failingOver(embedded.url, () => members),
    ]
    members.push(
      { port: first.port, state: 'leader', isAlive: true },
      { port: second.port, state: 'follower', isAlive: true },
    )
    let repeats = 0
    const store = connectEventStore(`esdb+discover://127.0.0.1:${first.port}?tls=false`, { repeated: () => repeats++ })
    return {
      store,
      first,
      second,
      /** Number of calls that were repeated so far. */
      repeats: () => repeats,
      /** The first member is gone for good, and the second is elected. */
      failOver() {
        members.splice(0, 2, { port: second.port, state: 'leader', isAlive: true })
        first.close()
      },
      async stop() {
        await store.close()
        first.close()
        second.close()
        await embedded.stop()
      },
    }
  }

  test('is found by members that gossip named before, where the address names only the one that is gone', async () => {
    const { store, failOver, stop } = await clusterOfTwo()
    const stream = freshStream()
    await store.append(stream, [numbered(0)], 'none')
    failOver()
    expect((await store.append(stream, [numbered(1)], 0n)).revision).toBe(1n)
    expect((await store.read(stream)).events).toHaveLength(2)
    await stop()
  })

  test('accepts appends again after a time in which no member was reachable, also on its first connection', async () => {
    const { store, first, second, repeats, stop } = await clusterOfTwo()
    first.goDown()
    second.goDown()
    const stream = freshStream()
    const appending = store.append(stream, [numbered(0)], 'none')
    // Before its first append, the library requests the features of the server, and it stores the promise even if that request fails.
    await expect.poll(repeats, { timeout: 10_000 }).toBeGreaterThanOrEqual(5)
    await Promise.all([first.comeBack(), second.comeBack()])
    expect((await appending).revision).toBe(0n)
    expect((await store.append(stream, [numbered(1)], 0n)).revision).toBe(1n)
    await stop()
  })
})
