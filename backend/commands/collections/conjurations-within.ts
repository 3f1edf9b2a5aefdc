import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { reading } from '../../http/snapshot.ts'
import { editable, visibleTo } from '../../queries/visible.ts'

/**
 * Number of lore items in these folders that the viewer may edit, including those that this operation already deleted.
 */
export async function editableConjurationsIn(
  pool: pg.Pool,
  viewer: Viewer,
  folders: readonly string[],
  operationId: string,
): Promise<number> {
  const [found] = await reading(pool)<{ count: number }>(
    `select count(*) as count from conjurations l join access a on a.id = l.id
      where l."collectionId" = any(@folders::uuid[]) and (l."deletedAt" is null or l."operationId" = @operationId) and ${editable}`,
    { ...visibleTo(viewer), folders, operationId },
  )
  return found?.count ?? 0
}

export interface ConjurationWithin {
  id: string
  mayEdit: boolean
}
const page = 500

const conditions = {
  present: `l."deletedAt" is null and l."collectionId" in (select id from collections where "operationId" = @operationId)`,
  deleted: `l."operationId" = @operationId`,
}
type Which = keyof typeof conditions

/** Counts the lore that an operation deleted (`deleted`), or that is still in the folders it deleted (`present`). */
export async function countOf(pool: pg.Pool, operationId: string, which: Which): Promise<number> {
  const [found] = await reading(pool)<{ count: number }>(
    `select count(*) as count from conjurations l where ${conditions[which]}`,
    { operationId },
  )
  return found?.count ?? 0
}

/**
 * Yields, in pages, the lore that an operation deleted (`deleted`), or that is still in the folders it deleted
 * (`present`). Each page reads the views' current state.
 */
export async function* conjurationsOf(
  pool: pg.Pool,
  viewer: Viewer,
  operationId: string,
  which: Which,
): AsyncGenerator<ConjurationWithin[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await reading(pool)<ConjurationWithin>(
      `select l.id, ${editable} as "mayEdit" from conjurations l join access a on a.id = l.id
        where ${conditions[which]} and l.id > @after order by l.id limit ${page}`,
      { ...visibleTo(viewer), operationId, after },
    )
    if (rows.length > 0) yield rows
    if (rows.length < page) return
    after = rows.at(-1)?.id ?? after
  }
}
