import { openFeedSite } from './rebuild-feed.ts'
import { openSite } from './rebuild-site.ts'
import { rebuildTextIndex } from './rebuild-text-index.ts'
import { type Replay, type Replayed, replayInto } from './replay.ts'
import type { Tabled } from './tabled.ts'

export { RebuildRunning } from './rebuild-site.ts'

export type RebuildOptions = Replay & { table: Tabled }

/**
 * Replays the log into a new table and swaps it with the live one in one transaction; also while the projector runs,
 * which waits during the swap and then continues with the new table. Returns the number of replayed events.
 */
export const rebuild = async ({ table, ...options }: RebuildOptions): Promise<number> => {
  const [rebuilt] = await rebuildTogether({ ...options, tables: [table] })
  if (!rebuilt || 'error' in rebuilt) throw rebuilt?.error
  return rebuilt.events
}

/**
 * The same for several views from one reading of the log, each on a connection of its own: so they are written side by side, and
 * one that fails leaves the others alone.
 */
export const rebuildTogether = async ({
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<Replayed[]> => {
  const work = tables.map((table) => ({ name: table.view.table, open: () => openSite(replay.postgres, table) }))
  return replayInto(replay, work, false)
}

/**
 * The same for everything that is made from the log, the feed and the index of texts too: also when the checkpoint is of another log, or of none yet, which then
 * goes to the end of this one, or, where this one was moved here and is the same, to as far as it was. Makes no jobs, and leaves alone what is not made from the log. Throws what one of them failed at; in another
 * log, nothing is then what it was not before.
 */
export const rebuildEverything = async ({
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<Replayed[]> => {
  const { postgres } = replay
  const work = tables.map((table) => ({ name: table.view.table, open: () => openSite(postgres, table) }))
  const feed = { name: 'feed', open: () => openFeedSite(postgres, tables) }
  const replayed = await replayInto(replay, [...work, feed], true)
  await rebuildTextIndex(replay)
  return replayed
}
