import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { visible, visibleTo } from '../queries/visible.ts'

/** `mayEdit` of the domain's rule for lore in SQL: whoever owns it, and the DMs of its campaign who see it. */
const editable = `(a."ownerId" = $1 or (${visible} and a."campaignId" = any($3::uuid[])))`

/** How many lore items in these folders somebody may edit, those counted that this operation deleted already. */
export async function editableLoreIn(
  pool: pg.Pool,
  viewer: Viewer,
  folders: readonly string[],
  operationId: string,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from conjurations l join access a on a.id = l.id
      where l."collectionId" = any($4::uuid[]) and (l."deletedAt" is null or l."operationId" = $5) and ${editable}`,
    [...visibleTo(viewer), folders, operationId],
  )
  return rows[0]?.count ?? 0
}

export interface HangingLore {
  id: string
  mayEdit: boolean
}
const page = 500

/** What hangs in a folder, in pages, or what an operation took out of it: as the views have it at the beginning of each page. */
export async function* loreIn(
  pool: pg.Pool,
  viewer: Viewer,
  folder: string,
  deletedWith: string | null,
): AsyncGenerator<HangingLore[]> {
  const which = deletedWith === null ? `l."deletedAt" is null and $5::uuid is null` : `l."operationId" = $5`
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<HangingLore>(
      `select l.id, ${editable} as "mayEdit" from conjurations l join access a on a.id = l.id
        where l."collectionId" = $4 and ${which} and l.id > $6 order by l.id limit ${page}`,
      [...visibleTo(viewer), folder, deletedWith, after],
    )
    if (rows.length > 0) yield rows
    if (rows.length < page) return
    after = rows.at(-1)?.id ?? after
  }
}
