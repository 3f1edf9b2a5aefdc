import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { UserTokenType } from '#domain/connections.ts'
import { keyOf, seal, unseal } from '../sealing/cipher.ts'

export const userTokensSql = `
-- Tokens of other services, sealed with a key that is derived from AUTH_SECRET: a copy of the database alone opens none.
create table if not exists auth.user_tokens (
  "userId" text not null references auth."user" (id) on delete cascade,
  type text not null,
  sealed text not null,
  primary key ("userId", type)
);
`

const types = `select type from auth.user_tokens where "userId" = $1 order by type`
const find = `select sealed from auth.user_tokens where "userId" = $1 and type = $2`
const upsert = `insert into auth.user_tokens ("userId", type, sealed) values ($1, $2, $3)
  on conflict ("userId", type) do update set sealed = excluded.sealed`
const remove = `delete from auth.user_tokens where "userId" = $1 and type = $2 returning sealed`

type Read = <Row>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** Tokens of other services by user and type. No event, view, log or export contains one. */
export interface UserTokens {
  typesOf(read: Read, userId: string): Promise<UserTokenType[]>
  has(userId: string, type: UserTokenType, token: string): Promise<boolean>
  store(userId: string, type: UserTokenType, token: string): Promise<void>
  /** Removes and returns a token; undefined if there was none, or if it was sealed with another AUTH_SECRET. */
  remove(userId: string, type: UserTokenType): Promise<string | undefined>
}

export const userTokens = (pool: pg.Pool, secret: string): UserTokens => {
  const key = keyOf(createHmac('sha256', secret).update('user-tokens').digest())
  const boundTo = (userId: string, type: UserTokenType) => `${type}:${userId}`
  const open = (row: { sealed: string } | undefined, userId: string, type: UserTokenType): string | undefined => {
    if (!row) return undefined
    try {
      return String(unseal(key, row.sealed, boundTo(userId, type)))
    } catch {
      return undefined
    }
  }
  return {
    typesOf: async (read, userId) =>
      (await read<{ type: string }>(types, [userId])).flatMap(({ type }) => UserTokenType.safeParse(type).data ?? []),
    async has(userId, type, token) {
      const { rows } = await pool.query<{ sealed: string }>(find, [userId, type])
      const [stored, given] = [Buffer.from(open(rows[0], userId, type) ?? ''), Buffer.from(token)]
      return stored.length === given.length && timingSafeEqual(stored, given)
    },
    async store(userId, type, token) {
      await pool.query(upsert, [userId, type, seal(key, token, boundTo(userId, type))])
    },
    async remove(userId, type) {
      const { rows } = await pool.query<{ sealed: string }>(remove, [userId, type])
      return open(rows[0], userId, type)
    },
  }
}
