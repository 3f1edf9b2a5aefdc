import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import type { Quotas } from '#domain/storage.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { mostOf, usageOf } from '../../queries/storage/usage.ts'

/** Bytes that are to be stored: they count for the user and for the campaign. */
export interface Wanted {
  userId: string
  campaignId: string | null
  bytes: number
}
export interface StorageDeps {
  pool: pg.Pool
  quotas: Quotas
}

/** Throws `storage_full` if the user or the campaign has no room for `bytes` more; 0 checks for any free space. */
export const refuseFullStorage = async (
  { pool, quotas }: StorageDeps,
  { userId, campaignId, bytes }: Wanted,
  read: Read = reading(pool),
): Promise<void> => {
  const refuse = (of: string, used: number, most: number) => {
    if (used + Math.max(bytes, 1) > most) throw new Rejection('storage_full', { of, used, most, needed: bytes })
  }
  const [{ used }, { most, isUnverified }] = [await usageOf(read, { userId }), await mostOf(read, userId, quotas)]
  refuse(isUnverified ? 'unverified' : 'user', used, most)
  if (campaignId !== null) refuse('campaign', (await usageOf(read, { campaignId })).used, quotas.campaignBytes)
}
