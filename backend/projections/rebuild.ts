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
 * Rebuilds several views from one read of the log, each on a connection of its own, so that they are written
 * concurrently, and a failing one does not affect the others.
 */
export const rebuildTogether = async ({
  tables,
  ...replay
}: Replay & { tables: readonly Tabled[] }): Promise<Replayed[]> => {
  const work = tables.map((table) => ({ name: table.view.table, open: () => openSite(replay.postgres, table) }))
  return replayInto(replay, work, false)
}

/**
 * Rebuilds everything derived from the log, including the feed and the text index. Creates no jobs, and leaves other
 * data untouched. If the checkpoint belongs to another log, or to none yet, it moves to the end of this log, or, for a
 * moved copy of the same log, to the corresponding position; then the first failure is thrown instead of returned.
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
