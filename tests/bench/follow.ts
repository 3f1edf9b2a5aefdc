import { randomUUID } from 'node:crypto'
import type { EventStore, NewEvent } from '../../eventstore/index.ts'
import type { Bench } from './lib/bench.ts'
import { usualEvent } from './lib/events.ts'
import { beside, median, verdict, written } from './lib/figures.ts'
import { interleaved } from './lib/rounds.ts'
import { bareStore } from './lib/stores/bare.ts'
import { emmettStore } from './lib/stores/emmett.ts'

type Append = (stream: string, events: NewEvent[]) => Promise<unknown>
const perStream = 100

/** `count` events in streams of a hundred. One after the other, because emmett's consumer reads in the order of transactions. */
async function fill(count: number, append: Append) {
  for (let at = 0; at < count; at += perStream)
    await append(`bench-${randomUUID()}`, Array.from({ length: Math.min(perStream, count - at) }, usualEvent))
}

/** Checks that positions rise, and counts. */
function counter() {
  let [count, last] = [0, 0n]
  return {
    take(position: bigint) {
      if (position <= last) throw new Error(`position ${position} comes after ${last}`)
      last = position
      return ++count
    },
    /** Throws when it is another number. */
    expect(wanted: number) {
      if (count !== wanted) throw new Error(`${count} events were seen, not ${wanted}`)
    },
  }
}

async function followOurs(store: EventStore, count: number) {
  const seen = counter()
  const done = new AbortController()
  for await (const { events, live } of store.subscribe({ batch: 1000, signal: done.signal })) {
    for (const { position } of events) seen.take(position)
    if (live) done.abort()
  }
  seen.expect(count)
}

async function followBare(bare: Awaited<ReturnType<typeof bareStore>>, count: number) {
  const seen = counter()
  for await (const rows of bare.read(1000)) for (const { position } of rows) seen.take(position)
  seen.expect(count)
}

/** emmett's consumer with a handler that does nothing; it stores its checkpoint at each message. */
async function followEmmett(
  { store }: Awaited<ReturnType<typeof emmettStore>>,
  count: number,
  pulling?: { batchSize: number; pullingFrequencyInMs: number },
) {
  const seen = counter()
  const consumer = store.consumer(pulling ? { pulling } : {})
  consumer.reactor({
    processorId: randomUUID(),
    stopAfter: ({ metadata }) => metadata.globalPosition >= BigInt(count),
    // This version takes a handler for batches and never calls it.
    eachMessage: async ({ metadata }) => {
      seen.take(metadata.globalPosition)
    },
  })
  await consumer.start()
  seen.expect(count)
}

const rate = async (count: number, follow: (count: number) => Promise<void>) => {
  const since = performance.now()
  await follow(count)
  return (count * 1000) / (performance.now() - since)
}

export const bench: Bench = {
  what: 'Catching up with the whole log through the port, beside a select of the same rows and beside emmett’s consumer.',
  async run({ quick, say, ...options }) {
    const [rounds, count] = quick ? [1, 500] : [5, 200_000]
    // emmett's consumer would take minutes for all.
    const few = quick ? 100 : 10_000
    const place = await options.place()
    const [mine, plain, theirs] = [await place.database(), await place.database(), await place.database()]
    const { store } = await place.eventStore(mine)
    const bare = await bareStore(place.pool(plain))
    const emmett = await emmettStore(theirs, place.pool(theirs))

    say(`filling ${count} events`)
    await fill(count, (stream, events) => store.append(stream, events, 'none'))
    await fill(count, (stream, events) => bare.append(stream, events, 0))
    await fill(few, (stream, events) => emmett.append(stream, events, 0))

    say('following')
    const rates = await interleaved(rounds, {
      ours: () => rate(count, (all) => followOurs(store, all)),
      floor: () => rate(count, (all) => followBare(bare, all)),
      tuned: () => rate(few, (all) => followEmmett(emmett, all, { batchSize: 1000, pullingFrequencyInMs: 0 })),
      peer: () => rate(few, (all) => followEmmett(emmett, all)),
    })
    const ours = median(rates.ours)
    const row = beside(ours)
    return [
      {
        title: `Events a second, catching up with ${written(count)} of them, medians of ${rounds} rounds`,
        columns: ['', 'events/s', 'ours / this', 'reach'],
        rows: [
          row(
            'ours: `subscribe` from the beginning',
            rates.ours,
            verdict(
              { name: 'events/s', value: ours, atLeast: 40_000 },
              { name: '× peer', value: ours / median(rates.peer), atLeast: 20 },
            ),
          ),
          row('floor: `select` of the same rows, pages of 1,000, payloads parsed', rates.floor),
          row(`peer: emmett’s consumer as it comes (${written(few)} events)`, rates.peer),
          row('the same with batches of 1,000 and no rest between them', rates.tuned),
        ],
        notes: [
          'Each follower saw every event once, in order. As it comes emmett’s consumer takes 100 events and rests for 50 ms; it stores its checkpoint after each event, which bounds it without the rest.',
        ],
      },
    ]
  },
}
