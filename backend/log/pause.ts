import pg from 'pg'
import { connectEventStore } from '../../eventstore/client.ts'
import { installedPostgres } from '../platform/databases.ts'
import { ownEvents } from '../projections/own-events.ts'
import { openFeedSite } from '../projections/rebuild-feed.ts'
import { openSite } from '../projections/rebuild-site.ts'
import type { Replay, Trial } from '../projections/replay.ts'
import { stored } from '../projections/stored.ts'
import type { Tabled } from '../projections/tabled.ts'
import { sealingKeys } from '../sealing/keys.ts'
import { decryptingStore } from '../sealing/sealed-store.ts'
import { duration, grouped } from './progress.ts'
import type { LogContext } from './subcommand.ts'

/** Estimates the downtime: the duration of rebuilding the views here, measured with the first events. */
export async function estimatedPause(
  url: string,
  events: number,
  { config, views, stopping, signal, print }: LogContext,
) {
  print('Measuring how long the views will take …')
  const postgres = await installedPostgres(config, stopping)
  const pool = new pg.Pool({ ...postgres, max: 1 })
  const sealedStore = connectEventStore(url)
  try {
    const store = decryptingStore(sealedStore, await sealingKeys(pool))
    const measured = await rehearse({ store, postgres, signal, ...(await views()) })
    const perSecond = measured.events / measured.seconds
    return `The pause will be ${duration(events / Math.max(perSecond, 1))} for ${grouped(events)} events, and as long as it takes to stop and start: so fast were the views made of the first ${grouped(measured.events)} (${grouped(Math.round(perSecond))} a second).`
  } finally {
    await sealedStore.close()
    await pool.end()
  }
}

/**
 * Measures the speed of a full rebuild on this machine: replays the first events of the log into temporary tables,
 * leaving the live ones untouched.
 */
const rehearse = async (
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
