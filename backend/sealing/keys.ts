import { type KeyObject, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import type { KeyOwner } from '#domain/erasable.ts'
import { lruCache } from '../platform/lru-cache.ts'
import { keyOf, newKey } from './cipher.ts'

export interface SealingKey {
  id: string
  key: KeyObject
}

/** The keys that erasable parts of events are sealed with: one for each person, each campaign and each conversation. */
export interface SealingKeys {
  /** Created on first use. Throws Rejection `forgotten` once it was deleted. */
  of(owner: KeyOwner): Promise<SealingKey>
  /** Keys by id; null for one that was forgotten. Throws UnknownKey for one that never was in this database. */
  byId(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, KeyObject | null>>
  /** Makes the sealed data of these owners unreadable, in this log and in every copy of it. */
  forget(owners: readonly KeyOwner[]): Promise<number>
}

/** Text that was not forgotten cannot be read: the keys belong to another database, or are lost. */
export class UnknownKey extends Error {
  constructor(id: string) {
    super(
      `The log has text sealed with the key ${id}, which is not in this database. Restore its table sealing_keys from the backup that belongs to the log.`,
    )
  }
}

const table = `create table if not exists sealing_keys (
  id uuid primary key,
  owner text not null unique,
  key bytea,
  "madeAt" timestamptz not null default now(),
  "forgottenAt" timestamptz
)`
/** A key that another process created first is used by all. */
const make = `with made as (
    insert into sealing_keys (id, owner, key) values ($1, $2, $3) on conflict (owner) do nothing returning id, owner, key)
  select id, owner, key from made union all select id, owner, key from sealing_keys where owner = $2`

type Row = { id: string; owner: string; key: Buffer | null }
const remembered = 20_000

/**
 * Returns false for keys of conversations, visitors' requests and receipts, which are deleted while processes run, so that no process
 * may cache them. All processes are stopped before a user or a campaign is erased.
 */
const isCached = (owner: string) => !/^(conversation|support|accounting):/.test(owner)

export const sealingKeys = async (pool: Pick<pg.Pool, 'query'>): Promise<SealingKeys> => {
  await pool.query(table)
  const byOwner = lruCache<SealingKey>(remembered, () => 1)
  const keys = lruCache<{ key: KeyObject | null }>(remembered, () => 1)

  const made = async (owner: KeyOwner): Promise<Row | undefined> => {
    for (;;) {
      const { rows } = await pool.query<Row>(make, [randomUUID(), owner, newKey()])
      // None if another process's key was committed after the snapshot of this statement.
      if (rows[0]) return rows[0]
    }
  }

  return {
    async of(owner) {
      const cached = byOwner.get(owner)
      if (cached) return cached
      const row = await made(owner)
      if (!row?.key) throw new Rejection('forgotten')
      const found = { id: row.id, key: keyOf(row.key) }
      if (!isCached(owner)) return found
      byOwner.set(owner, found)
      keys.set(row.id, found)
      return found
    },

    async byId(ids) {
      const found = new Map(
        [...ids].flatMap((id) => {
          const cached = keys.get(id)
          return cached ? [[id, cached.key] as const] : []
        }),
      )
      const missing = [...ids].filter((id) => !found.has(id))
      if (missing.length === 0) return found
      const { rows } = await pool.query<Row>('select id, owner, key from sealing_keys where id = any($1::uuid[])', [
        missing,
      ])
      for (const { id, owner, key: bytes } of rows) {
        const key = bytes && keyOf(bytes)
        found.set(id, key)
        if (isCached(owner)) keys.set(id, { key })
      }
      for (const id of missing) if (!found.has(id)) throw new UnknownKey(id)
      return found
    },

    async forget(owners) {
      const { rowCount } = await pool.query(
        `insert into sealing_keys (id, owner, "forgottenAt") select gen_random_uuid(), owner, now() from unnest($1::text[]) owner
         on conflict (owner) do update set key = null, "forgottenAt" = coalesce(sealing_keys."forgottenAt", now())`,
        [owners],
      )
      return rowCount ?? 0
    },
  }
}
