import type pg from 'pg'
import { z } from 'zod'
import { CannotStart } from '../platform/cannot-start.ts'

/** Whose account is meant by an id or an e-mail address. An id is taken as it is: what was forgotten has its events still. */
export const accountId = async (pool: pg.Pool, given: string): Promise<string> => {
  if (z.uuid().safeParse(given).success) return given.toLowerCase()
  const { rows } = await pool.query<{ id: string }>('select id from auth."user" where lower(email) = lower($1)', [
    given,
  ])
  if (!rows[0]) throw new CannotStart(`There is no account with the address ${given}.`)
  return rows[0].id
}
