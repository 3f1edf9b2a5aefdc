import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'

interface Made {
  /** The view that things of this kind are rows of. */
  table:
    | 'campaigns'
    | 'collections'
    | 'conjurations'
    | 'conversations'
    | 'images'
    | 'models'
    | 'relationships'
    | 'segments'
    | 'templates'
    | 'writings'
  id: string
  userId: string
  /** Where it must be, if it is there already. */
  campaignId?: string
}

const makers = {
  campaigns: '"ownerId"',
  collections: '"userId"',
  conjurations: '"userId"',
  conversations: '"userId"',
  images: '"userId"',
  models: '"userId"',
  relationships: '"userId"',
  writings: '"userId"',
  segments: '"createdBy"::uuid',
  templates: '"userId"',
} as const

/**
 * Clients make ids, and one id is one thing: taking another thing's would put a new access row in the place of its own, and
 * with it take it over. A repeat finds the same person's thing in the same place, and is decided by its stream.
 */
export async function refuseTakenId(pool: pg.Pool, { table, id, userId, campaignId }: Made): Promise<void> {
  const { rowCount } = await pool.query(
    `select from access a where a.id = $1 and not exists (
       select from ${table} t where t.id = a.id and t.${makers[table]} = $2
          and ($3::uuid is null or a."campaignId" = $3))`,
    [id, userId, campaignId ?? null],
  )
  if (rowCount) throw new Rejection('id_taken')
}
