import type { Read } from '../../http/snapshot.ts'

/** The lore that a text is of, while both are there, as SQL: a description has its lore's id, a segment's text the segment's. */
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
