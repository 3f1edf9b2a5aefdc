import type { Read } from '../../http/snapshot.ts'

/**
 * SQL for the lore to which a text belongs, while neither is in the Trash. A description has the id of its lore, a segment's text that
 * of the segment.
 */
export const homes = (textId: string): string => `select l.id as "conjurationId" from conjurations l
    where l.id = ${textId} and l."deletedAt" is null
  union all
  select l.id from segments s join conjurations l on l.id = s."conjurationId" and l."deletedAt" is null
    where s.id = ${textId} and s.type = 'STORY' and s."deletedAt" is null`

/** The lore of a text; its visibility is in the `access` row of the text's own id. */
export const homeOf = async (read: Read, textId: string): Promise<string | undefined> => {
  const [home] = await read<{ conjurationId: string }>(homes('$1'), [textId])
  return home?.conjurationId
}
