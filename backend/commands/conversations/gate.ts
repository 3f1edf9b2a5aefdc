import type pg from 'pg'
import { mostRunningAnswers } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { answersPerHour, effectivePlan } from '#domain/entitlements.ts'
import { inTransaction } from '../../projections/in-transaction.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'

const [hourMs, minuteMs] = [60 * 60_000, 60_000]

/** Answers that were admitted within the last hour, including those that the views do not show yet. Disposable. */
const table = `create unlogged table if not exists admitted_answers (
  "answerId" uuid primary key,
  "userId" uuid not null,
  at timestamptz not null
)`

export const migrateAdmittedAnswers = (pool: pg.Pool) => pool.query(table)

const lock = `select pg_advisory_xact_lock(hashtextextended('loreloom answers of ' || $1, 0))`
const prune = 'delete from admitted_answers where "userId" = $1 and at < $2'
const recent = `select coalesce(w.id, m."answerId") as id, coalesce(w."createdAt", m.at) as at,
    case when w.id is null then m.at > $3 else w.status = 'REQUESTED' end as "isRunning"
  from (select * from admitted_answers where "userId" = $1) m
  full join (select id, "createdAt", status from writings where "userId" = $1 and "createdAt" > $2 and purpose = 'answer') w
    on w.id = m."answerId"
  order by at desc limit $4`

interface Recent {
  id: string
  at: Date
  isRunning: boolean
}

/**
 * Throws `answers_running` while too many answers are running, and `answer_limit` beyond the plan's hourly limit. A
 * repeated request passes.
 */
const refuseMany = (rows: readonly Recent[], answerId: string, limit: number, now: number) => {
  if (rows.some(({ id }) => id === answerId)) return
  const running = rows.filter(({ isRunning }) => isRunning).length
  if (running >= mostRunningAnswers) throw new Rejection('answers_running', { most: mostRunningAnswers })
  const oldest = rows.at(-1)
  if (rows.length < limit || !oldest) return
  const minutes = Math.max(1, Math.ceil((new Date(oldest.at).getTime() + hourMs - now) / minuteMs))
  throw new Rejection('answer_limit', { limit, minutes })
}

/**
 * Runs `work`, which requests an answer, if the user may request another one. A user's requests are admitted one after
 * another, so that concurrent requests cannot exceed the limits. A request that `work` rejects does not count.
 */
export async function admitAnswer<T>(
  pool: pg.Pool,
  { userId, answerId, now }: { userId: string; answerId: string; now: number },
  work: () => Promise<T>,
): Promise<T> {
  const standing = await refuseWithoutPlan(pool, userId)
  const limit = answersPerHour[effectivePlan(standing, new Date(now))]
  const [hourAgo, minuteAgo] = [hourMs, minuteMs].map((ms) => new Date(now - ms).toISOString())
  const isNew = await inTransaction(pool, async (client) => {
    await client.query(lock, [userId])
    await client.query(prune, [userId, hourAgo])
    const { rows } = await client.query<Recent>(recent, [userId, hourAgo, minuteAgo, limit])
    refuseMany(rows, answerId, limit, now)
    const inserted = await client.query('insert into admitted_answers values ($1, $2, $3) on conflict do nothing', [
      answerId,
      userId,
      new Date(now).toISOString(),
    ])
    return inserted.rowCount === 1
  })
  try {
    return await work()
  } catch (error) {
    if (isNew && error instanceof Rejection)
      await pool.query('delete from admitted_answers where "answerId" = $1', [answerId])
    throw error
  }
}
