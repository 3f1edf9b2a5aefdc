import pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { atMost } from '../../platform/at-most.ts'
import { keyedMutex } from '../keyed-mutex.ts'

/** The namespace of billing's advisory locks. */
const space = 0x62_69_6c_6c
/** Maximum number of concurrent leases; each occupies a database connection while the provider is queried. */
const leases = 6

/**
 * Runs one piece of work at a time per user, across all processes. `now` reads the database's clock, as an ISO time.
 */
export type Lease = <T>(userId: string, work: (now: () => Promise<string>) => Promise<T>) => Promise<T>

/**
 * Serialises a user's sessions with the provider, so that an older snapshot is never recorded after a newer one, and
 * two tabs cannot subscribe twice.
 */
export const billingLease = (pool: pg.Pool): Lease => {
  const mutex = keyedMutex()
  const few = atMost(leases)
  return (userId, work) =>
    mutex(userId, () =>
      few(async () => {
        const client = await pool.connect()
        try {
          await client.query(`begin; set local lock_timeout = '30s'; set local idle_in_transaction_session_timeout = 0`)
          await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [space, userId])
          return await work(async () => {
            const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
            return rows[0]?.now.toISOString() ?? ''
          })
        } catch (error) {
          if (error instanceof pg.DatabaseError && error.code === '55P03') throw new Rejection('payments_unavailable')
          throw error
        } finally {
          await client.query('rollback').then(
            () => client.release(),
            (error: Error) => client.release(error),
          )
        }
      }),
    )
}
