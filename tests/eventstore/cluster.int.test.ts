import { expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import { freshEventStore, freshStream, numbered } from './embedded.ts'

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
