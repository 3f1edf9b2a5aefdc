import { randomUUID } from 'node:crypto'
import { collections } from '#domain/collections.ts'
import type { EventStore, NewEvent } from '#eventstore'
import { commandHandler } from '../../backend/commands/handle.ts'
import { rulesKey } from '../../backend/commands/rules-key.ts'
import { postgresSnapshots, type Snapshots } from '../../backend/commands/snapshots.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { views } from '../../backend/things.ts'
import type { Bench } from './lib/bench.ts'
import { median, spread, verdict, written } from './lib/figures.ts'
import { openPlace } from './lib/place.ts'
import { interleaved } from './lib/rounds.ts'

const sizes = { full: [10_000, 100_000, 1_000_000], quick: [2_100] }
const rounds = { full: 3, quick: 1 }
/** No campaign has more folders; what else its tree was through are their renames. */
const mostFolders = 25_000
/** What no command reads more of. */
const mostRead = 1_000
const page = 500
/** As many as a snapshot may be behind. */
const sinceSnapshot = 499

const userId = randomUUID()
const metadataOf = (commandId: string) => ({ actor: userId, commandId, correlationId: commandId })

/** A campaign's tree: each event is of a command of its own, and the last are of the last days, whose commands a snapshot remembers. */
function tree(store: EventStore, size: number) {
  const campaignId = randomUUID()
  const folders = Array.from({ length: Math.min(size / 4, mostFolders) }, () => randomUUID())
  const [longAgo, recently] = [365, 6].map((days) => Date.now() - days * 24 * 60 * 60 * 1000) as [number, number]
  const folderOf = (n: number) => folders[n % folders.length]
  const event = (n: number): NewEvent => {
    const [collectionId, name] = [folderOf(n), `Folder ${n}`]
    const made = { campaignId, collectionId, userId, name, parentCollectionId: null, visibility: 'CAMPAIGN' }
    const metadata = {
      ...metadataOf(randomUUID()),
      at: new Date((n < size - mostFolders ? longAgo : recently) + n).toISOString(),
    }
    return n < folders.length
      ? { id: randomUUID(), type: 'CollectionCreated', data: made, metadata }
      : { id: randomUUID(), type: 'CollectionRenamed', data: { campaignId, collectionId, name }, metadata }
  }
  const stream = `${collections.category}-${campaignId}`
  let length = 0
  return {
    folders: folders.length,
    async grow(count: number) {
      for (const until = length + count; length < until; ) {
        const events = Array.from({ length: Math.min(page, until - length) }, (_, n) => event(length + n))
        await store.append(stream, events, 'any')
        length += events.length
      }
    },
    read: (from: number) => store.read(stream, { from: BigInt(from), limit: mostRead }),
    /** What a process decides that has just started; answers how many events it read. */
    async firstCommand(snapshots?: Snapshots, isWarm = false): Promise<{ read: number; took: number }> {
      const counted = counting(store)
      const handler = commandHandler(counted.store, snapshots ? { snapshots } : {})
      if (isWarm) await handler.warm()
      const since = performance.now()
      const command = { type: 'RenameCollection', data: { collectionId: folderOf(length), name: `Renamed ${length}` } }
      const { revision, events } = await handler.handle(collections, campaignId, command, metadataOf(randomUUID()))
      if (events !== 1 || revision !== BigInt(length)) throw new Error(`the event is ${revision}, not ${length}`)
      const took = performance.now() - since
      length++
      return { read: counted.read(), took }
    },
  }
}

/** The store, and how many events were read from it. */
function counting(store: EventStore) {
  let read = 0
  return {
    store: {
      ...store,
      read: async (...asked: Parameters<EventStore['read']>) => {
        const answer = await store.read(...asked)
        read += answer.events.length
        return answer
      },
    },
    read: () => read,
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now()
  await work()
  return performance.now() - since
}

export const bench: Bench = {
  what: 'The first command after a start to streams of 10,000 to 1,000,000 events, with and without a snapshot, beside reading 1,000 events.',
  async run({ quick, say, ...options }) {
    const place = await openPlace(options)
    const database = await place.database()
    const pool = place.pool(database)
    await migrate(pool, views)
    const { store } = await place.eventStore(database)
    const report = (error: unknown) => {
      throw error
    }
    const snapshots = await postgresSnapshots(pool, { rules: rulesKey(), report })
    const mode = quick ? 'quick' : 'full'

    const rows: string[][] = []
    for (const size of sizes[mode]) {
      const long = tree(store, size)
      say(`filling ${written(size)} events`)
      await long.grow(size)
      say('deciding')
      // The first makes the snapshot.
      await long.firstCommand(snapshots)
      const read: number[] = []
      const behind = async (isWarm: boolean) => {
        await snapshots.settled()
        await long.grow(sinceSnapshot)
        const first = await long.firstCommand(snapshots, isWarm)
        read.push(first.read)
        return first.took
      }
      const took = await interleaved(rounds[mode], {
        without: async () => (await long.firstCommand()).took,
        snapshot: () => behind(false),
        warm: () => behind(true),
        bare: (round) => timed(() => long.read(round)),
      })
      await snapshots.settled()
      const most = Math.max(...read)
      rows.push([
        ...[
          written(size),
          written(long.folders),
          spread(took.without),
          spread(took.snapshot),
          spread(took.warm),
          spread(took.bare),
        ],
        ...[written(median(took.snapshot) / median(took.bare)), written(most)],
        verdict(
          { name: 'events read', value: most, atMost: mostRead },
          { name: 'with one, ms', value: median(took.snapshot), atMost: 100 },
          { name: 'loaded at the start, ms', value: median(took.warm), atMost: 100 },
        ),
      ])
    }
    return [
      {
        title: `The first command after a start, ms, medians of ${rounds[mode]} rounds`,
        columns: [
          ...[
            'events',
            'folders',
            'without a snapshot',
            'with one',
            'loaded at the start',
            `bare: reading ${written(mostRead)} events`,
          ],
          ...['with one / bare', 'events read', 'reach'],
        ],
        rows,
        notes: [
          `Each command was decided on all that the stream had: its event came right after the last. Snapshots were ${sinceSnapshot} events behind.`,
        ],
      },
    ]
  },
}
