import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'

interface Made {
  /** The view that contains things of this kind. */
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
  /** The campaign that the thing must be in, if it exists already. */
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
 * Refuses an id that another thing has. Clients generate ids; a new thing with an existing id would replace that
 * thing's access row and so take it over. A repeated request finds the requester's own thing in the same campaign, and
 * its stream decides the repeat.
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
