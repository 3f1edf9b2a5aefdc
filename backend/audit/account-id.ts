import type pg from 'pg'
import { z } from 'zod'
import type { EventStore } from '#eventstore'
import { CannotStart } from '../platform/cannot-start.ts'

interface Installation {
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
}

/**
 * Returns the id of the account with this id or email address. An id is accepted if its stream has events, even if the
 * user was erased. Throws `CannotStart` if there is no such account.
 */
export const accountId = async ({ pool, store }: Installation, given: string): Promise<string> => {
  if (z.uuid().safeParse(given).success) {
    const id = given.toLowerCase()
    const { events } = await store.read(`users-${id}`, { limit: 1 })
    if (events.length === 0) throw new CannotStart(`There is no account with the id ${id}.`)
    return id
  }
  const { rows } = await pool.query<{ id: string }>('select id from auth."user" where lower(email) = lower($1)', [
    given,
  ])
  if (!rows[0]) throw new CannotStart(`There is no account with the address ${given}.`)
  return rows[0].id
}
