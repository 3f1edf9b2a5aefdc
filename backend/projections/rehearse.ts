import { ownEvents } from './own-events.ts'
import { openFeedSite } from './rebuild-feed.ts'
import { openSite } from './rebuild-site.ts'
import type { Replay, Trial } from './replay.ts'
import { stored } from './stored.ts'
import type { Tabled } from './tabled.ts'

/**
 * Measures the speed of a full rebuild on this machine: replays the first events of the log into temporary tables,
 * leaving the live ones untouched.
 */
export const rehearse = async (
  { store, postgres, signal, tables, isOwn = ownEvents() }: Omit<Replay, 'progress'> & { tables: readonly Tabled[] },
  most = 20_000,
): Promise<{ events: number; seconds: number }> => {
  const sites: Trial[] = []
  const end = new AbortController()
  let events = 0
  try {
    for (const table of tables) sites.push(await openSite(postgres, table))
    sites.push(await openFeedSite(postgres, tables))
    const began = performance.now()
    for await (const batch of store.subscribe({ batch: 5000, signal: AbortSignal.any([signal, end.signal]) })) {
      const some = batch.events
        .filter(isOwn)
        .slice(0, most - events)
        .map(stored)
      await Promise.all(sites.map((site) => site.take(some)))
      events += some.length
      if (batch.live || events === most) break
    }
    await Promise.all(sites.map((site) => site.ready()))
    return { events, seconds: (performance.now() - began) / 1000 }
  } finally {
    end.abort()
    await Promise.all(sites.map((site) => site.drop()))
  }
}
