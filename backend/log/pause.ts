import pg from 'pg'
import { connectEventStore } from '../../eventstore/client.ts'
import { installedPostgres } from '../platform/databases.ts'
import { rehearse } from '../projections/rehearse.ts'
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
