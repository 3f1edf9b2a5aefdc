import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { rebuildTogether } from '../../backend/projections/rebuild.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { decryptingStore } from '../../backend/sealing/sealed-store.ts'
import { views } from '../../backend/things.ts'
import { seeded } from '../../demo/grammar.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore } from '../../eventstore/index.ts'
import { withClient } from './lib/database.ts'
import type { Fault } from './lib/fault.ts'
import { type Installation, startSplit } from './lib/installation.ts'
import { readLog } from './lib/log.ts'
import { answersIn, underLoad } from './lib/under-load.ts'

/** EventStoreDB's own. */
const limit = 32
const sizes = { full: [1, 32, 33, 300, 1000, 5000], quick: [1, 33, 300] }
/** Less than the silence after which PostgreSQL ends a projector. */
const frozenMs = 2000
const split = ['api', 'projector', 'worker'].map((roles) => ({ roles, count: 1 }))

export default {
  about: `An event store that throws out whoever is more than ${limit} live events behind, while appends of 1 to 5,000 events come and readers pause: projector, rebuild and subscribers go on without gap, repeat or disorder.`,
  smallest: { rounds: 1, people: 2 },
  async run({ rounds = 3, people, seed, quick, dir, tell }) {
    const start = (env: Readonly<Record<string, string>>) =>
      startSplit(dir, { env, split, eventStoreArgs: ['--live-limit', String(limit)] })
    const { result, told, events, problems } = await underLoad({ start, load: { seed, people } }, (installation) =>
      burden(installation, {
        bursts: Array.from({ length: rounds }, () => sizes[quick ? 'quick' : 'full']).flat(),
        seed,
        tell,
      }),
    )
    return {
      columns: [
        'appends',
        'of events',
        'acknowledged',
        'refused',
        'other answers',
        'events',
        'subscribers thrown out',
        'views rebuilt',
        'checks',
      ],
      rows: [
        [
          result.appends,
          `${result.least} to ${result.most}`,
          told.acknowledged,
          told.refused,
          answersIn(told),
          events,
          result.interrupted,
          result.rebuilt,
          problems.length + result.problems.length === 0 ? 'hold' : 'FAIL',
        ],
      ],
      notes: [
        `Before each append the projector is stopped, for ${frozenMs / 1000} s; of three subscribers two pause meanwhile, too. Thrown out: how often one of the three was not live any more.`,
      ],
      problems: [...problems, ...result.problems],
    }
  },
} satisfies Fault

interface Burden {
  bursts: readonly number[]
  seed: number
  tell(line: string): void
}

async function burden(installation: Installation, { bursts, seed, tell }: Burden) {
  const store = connectEventStore(installation.eventStore)
  const random = seeded(seed)
  const ending = new AbortController()
  const after = await store.head()
  const readers = [0, 50, 500].map((pauseMs) => follow(store, after, pauseMs, ending.signal))
  try {
    const projector = () => installation.parts['projector 1']?.pid() ?? 0
    const rebuilding = rebuildAll(store, installation, ending.signal)
    rebuilding.catch(() => undefined)
    for (const size of bursts) {
      tell(`${size} at once`)
      process.kill(projector(), 'SIGSTOP')
      try {
        // Streams of a category of this program: the projector skips what other programs write.
        await store.append(`campaigns-${randomUUID()}`, burst(size), 'none')
        await pause(random() * frozenMs)
      } finally {
        process.kill(projector(), 'SIGCONT')
      }
      await pause(random() * 500)
    }
    const rebuilt = await rebuilding
    const last = await store.head()
    for (const reader of readers) await reader.reached(last)
    const written = (await readLog(store)).filter(({ position }) => position > after && position <= last)
    const places = written.map(({ stream, revision }) => `${stream} ${revision}`).join()
    const wrong = readers.filter(({ places: got }) => got(last).join() !== places).length
    return {
      appends: bursts.length,
      least: Math.min(...bursts),
      most: Math.max(...bursts),
      interrupted: readers.reduce((sum, { interrupted }) => sum + interrupted(), 0),
      rebuilt: rebuilt.length,
      problems: [
        ...(wrong > 0 ? [`${wrong} of ${readers.length} subscribers were not given each event once and in order`] : []),
        ...rebuilt.flatMap((one) => ('error' in one ? [`${one.view} was not rebuilt: ${one.error}`] : [])),
      ],
    }
  } finally {
    ending.abort()
    await store.close()
  }
}

const burst = (size: number) =>
  Array.from({ length: size }, (_, n) => ({
    id: randomUUID(),
    type: 'Burst',
    data: { n },
    metadata: { actor: 'fault', commandId: randomUUID() },
  }))

const rebuildAll = (store: EventStore, { postgres }: Installation, signal: AbortSignal) =>
  withClient(postgres, async (client) =>
    rebuildTogether({ store: decryptingStore(store, await sealingKeys(client)), postgres, tables: views, signal }),
  )

/** Reads on, and pauses so long after each batch. */
function follow(store: EventStore, after: bigint, pauseMs: number, signal: AbortSignal) {
  const seen: { place: string; position: bigint }[] = []
  let position = after
  let wasLive = false
  let interrupted = 0
  let moved = () => {}
  void (async () => {
    for await (const batch of store.subscribe({ after, batch: 200, signal })) {
      for (const { stream, revision, position: at } of batch.events)
        seen.push({ place: `${stream} ${revision}`, position: at })
      position = batch.position
      if (wasLive && !batch.live) interrupted++
      wasLive = batch.live
      moved()
      if (pauseMs > 0) await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    interrupted: () => interrupted,
    places: (until: bigint) => seen.filter(({ position: at }) => at <= until).map(({ place }) => place),
    async reached(until: bigint) {
      while (position < until)
        await new Promise<void>((resolve) => {
          moved = resolve
        })
    },
  }
}
