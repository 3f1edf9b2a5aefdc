import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { reading } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../../queries/visible.ts'

const page = 50

const ofFolder = `l."deletedAt" is null and ${visible} and l."collectionId" in (
  with recursive below as (select @collectionId::uuid as id
    union select c.id from below b join collections c on c."parentCollectionId" = b.id and c."deletedAt" is null)
  select id from below)`

/** Number of lore items in a folder or below it that are visible to the viewer. */
export async function countWithin(pool: pg.Pool, viewer: Viewer, collectionId: string): Promise<number> {
  const [found] = await reading(pool)<{ count: number }>(
    `select count(*) as count from conjurations l join access a on a.id = l.id where ${ofFolder}`,
    { ...visibleTo(viewer), collectionId },
  )
  return found?.count ?? 0
}

/**
 * Yields the ids of that lore in pages, each read from the views' current state. Lore created after `at`, an ISO time,
 * is omitted.
 */
export async function* within(
  pool: pg.Pool,
  viewer: Viewer,
  collectionId: string,
  at: string,
): AsyncGenerator<string[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await reading(pool)<{ id: string }>(
      `select l.id from conjurations l join access a on a.id = l.id
        where ${ofFolder} and l."createdAt" <= @at and l.id > @after order by l.id limit ${page}`,
      { ...visibleTo(viewer), collectionId, at, after },
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    after = last.id
  }
}
