import type pg from 'pg'
import { mostRunningAnswers } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { answersPerHour, effectivePlan, may, requiredPlan } from '#domain/entitlements.ts'
import { reading } from '../../http/snapshot.ts'
import { standingOf } from '../../queries/users/standing.ts'

const hourMs = 60 * 60_000

/** Conversations need the plan BASIC, reading them too. */
export async function refuseWithoutPlan(pool: pg.Pool, userId: string) {
  const standing = await standingOf(reading(pool), userId)
  if (may(standing, 'conversations', standing.now)) return standing
  const what = 'conversations with Weavy'
  throw new Rejection('plan_required', { plan: requiredPlan('conversations'), wanted: 'conversations', what })
}

/** Refuses a further answer while too many are being written, and beyond the plan's number an hour. A repeat is none more. */
export async function refuseManyAnswers(pool: pg.Pool, userId: string, answerId: string, now: number): Promise<void> {
  const standing = await refuseWithoutPlan(pool, userId)
  const limit = answersPerHour[effectivePlan(standing, new Date(now))]
  const rows = await reading(pool)<{ id: string; createdAt: string; status: string }>(
    `select id, "createdAt", status from writings where "userId" = $1 and "createdAt" > $2 and purpose = 'answer'
      order by "createdAt" desc limit ${limit}`,
    [userId, new Date(now - hourMs).toISOString()],
  )
  if (rows.some(({ id }) => id === answerId)) return
  const running = rows.filter(({ status }) => status === 'REQUESTED').length
  if (running >= mostRunningAnswers) throw new Rejection('answers_running', { most: mostRunningAnswers })
  const oldest = rows.at(-1)
  if (rows.length < limit || !oldest) return
  const minutes = Math.max(1, Math.ceil((Date.parse(oldest.createdAt) + hourMs - now) / 60_000))
  throw new Rejection('answer_limit', { limit, minutes })
}
