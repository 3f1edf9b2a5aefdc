import type pg from 'pg'
import { pino } from 'pino'
import type { EventStore } from '#eventstore'
import { startProjector } from '../../../backend/projections/runner.ts'
import { views } from '../../../backend/things.ts'

/** Runs the product's projector until it has taken in the whole log. Jobs are left out: nobody is there to do them. */
export async function projectAll(store: EventStore, postgres: pg.ClientConfig, pool: pg.Pool): Promise<void> {
  const head = await store.head()
  const client = await pool.connect()
  const projector = startProjector({ store, postgres, views, reactors: [], log: pino({ level: 'silent' }) })
  try {
    await client.query('listen feed')
    await new Promise<void>((resolve, reject) => {
      const look = async () => {
        const { error } = projector.state()
        if (error !== null) return reject(new Error(error))
        const { rows } = await client.query<{ position: string }>('select position from checkpoint')
        if (BigInt(rows[0]?.position ?? 0) >= head) resolve()
      }
      client.on('notification', () => void look().catch(reject))
      look().catch(reject)
    })
    const { rows } = await client.query<{ view: string; error: string }>(
      'select name as view, error from projections where error is not null',
    )
    if (rows[0]) throw new Error(`${rows[0].view} stopped: ${rows[0].error}`)
  } finally {
    client.release(true)
    await projector.stop()
  }
}
