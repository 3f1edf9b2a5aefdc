import type { Read } from '../../http/snapshot.ts'

/**
 * The lore that a text is of, while both are there: a description has its lore's id, a segment's text the segment's. Whose access it has is
 * the `access` row of that id.
 */
export const homeOf = async (read: Read, textId: string): Promise<string | undefined> => {
  const [home] = await read<{ conjurationId: string }>(
    `select l.id as "conjurationId" from conjurations l where l.id = $1 and l."deletedAt" is null
     union all
     select l.id from segments s join conjurations l on l.id = s."conjurationId" and l."deletedAt" is null
      where s.id = $1 and s.type = 'STORY' and s."deletedAt" is null`,
    [textId],
  )
  return home?.conjurationId
}
