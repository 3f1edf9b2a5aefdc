import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan, textsPerHour } from '#domain/entitlements.ts'
import { reading } from '../../http/snapshot.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'

const hourMs = 60 * 60_000

/**
 * Throws `writing_limit` if the user has requested as many texts within the last hour as their plan allows. Concurrent
 * requests may exceed it by a few, which the limit per minute bounds. A repeated request passes.
 */
export async function refuseMany(pool: pg.Pool, userId: string, writingId: string, now: number): Promise<void> {
  const read = reading(pool)
  const plan = effectivePlan(await loadEntitlements(read, userId), new Date(now))
  const limit = textsPerHour[plan]
  const rows = await read<{ id: string; createdAt: string }>(
    `select id, "createdAt" from writings where "userId" = $1 and "createdAt" > $2 and purpose in ('text', 'structure')
      order by "createdAt" desc limit ${limit}`,
    [userId, new Date(now - hourMs).toISOString()],
  )
  const oldest = rows.at(-1)
  if (rows.length < limit || !oldest || rows.some(({ id }) => id === writingId)) return
  const minutes = Math.max(1, Math.ceil((Date.parse(oldest.createdAt) + hourMs - now) / 60_000))
  throw new Rejection('writing_limit', { limit, plan, minutes })
}
