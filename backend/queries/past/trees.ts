import { setImmediate } from 'node:timers/promises'
import type { PastTree } from '#domain/campaign-past.ts'
import { collections } from '#domain/collections.ts'
import { stateOf } from '#domain/decider.ts'
import { keyedMutex } from '../../commands/keyed-mutex.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { asHappened, eventsUntil, type Reads } from './state-at.ts'

/** A tree after one of its events, at `position`; the tree has no later event up to the position `through`. */
interface Checkpoint {
  tree: PastTree
  revision: bigint
  position: bigint
  through: bigint
}
const beginning: Checkpoint = { tree: collections.initial, revision: -1n, position: 0n, through: 0n }

/**
 * Approximate number of events between two checkpoints; the maximum of checkpoints per tree, and of folders in all of
 * them.
 */
const every = 2_000n
const checkpointsPerTree = 16
const mostFolders = 400_000
/** Number of events that are folded before other requests run. */
const atOnce = 100

/**
 * Returns a function that reads campaigns' trees as of a position. A tree is one stream, which may be long: it is read from the nearest
 * earlier checkpoint, page by page, for one request per campaign at a time. Checkpoints share nearly all of their folders.
 */
export const pastTrees = (store: Reads) => {
  const cache = lruCache<readonly Checkpoint[]>(mostFolders, (all) =>
    all.reduce((sum, { revision }) => sum + Number(revision) / checkpointsPerTree + 1, 0),
  )
  const mutex = keyedMutex()

  const keep = (campaignId: string, ...made: readonly Checkpoint[]) => {
    const before = cache.get(campaignId) ?? []
    const others = before.filter(({ revision }) => made.every((one) => one.revision !== revision))
    const all = [...others, ...made].toSorted((a, b) => Number(a.revision - b.revision))
    // Removes every other checkpoint, but never the last.
    cache.set(campaignId, all.length > checkpointsPerTree ? all.filter((_, n) => (all.length - 1 - n) % 2 === 0) : all)
  }

  return (campaignId: string, position: bigint): Promise<PastTree> =>
    mutex(campaignId, async () => {
      let now = cache.get(campaignId)?.findLast((one) => one.position <= position) ?? beginning
      if (position <= now.through) return now.tree
      const made: Checkpoint[] = []
      const stream = `${collections.category}-${campaignId}`
      for await (const events of eventsUntil(store, stream, position, now.revision + 1n)) {
        const last = events.at(-1)
        if (!last) break
        let { tree } = now
        for (let n = 0; n < events.length; n += atOnce) {
          tree = stateOf({ ...collections, initial: tree }, events.slice(n, n + atOnce).map(asHappened))
          await setImmediate()
        }
        now = { tree, revision: last.revision, position: last.position, through: last.position }
        if (now.revision - (made.at(-1)?.revision ?? -1n) >= every) made.push(now)
      }
      now = { ...now, through: position }
      keep(campaignId, ...made.filter(({ revision }) => revision !== now.revision), now)
      return now.tree
    })
}
