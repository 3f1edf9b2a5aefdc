import type { Viewer } from '#domain/access.ts'
import type { LinkedFrom } from '#projections/text-answers.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleAs, visibleTo } from '../visible.ts'

const most = 200

/** Lore whose texts mention this item, as of their last writing session: each once, and only visible texts. */
export const linkedFrom = async (read: Read, viewer: Viewer, id: string): Promise<LinkedFrom> => {
  const data = await read<LinkedFrom['data'][number]>(
    `select distinct on (lower(l.name), l.id) l.id, l.name, m."textId", m.passage,
        (select max(i.uri) from images i join access ia on ia.id = i.id
          where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null and ${visibleAs('ia')}) as "imageUri"
       from text_mentions m join access a on a.id = m."textId" join conjurations l on l.id = m."conjurationId" and l."deletedAt" is null
       left join segments s on s.id = m."textId"
      where m."mentionedId" = @id and l.id <> @id and s."deletedAt" is null and ${visibleAs('a')} and ${visibleAs('l')}
      order by lower(l.name), l.id, m."textId" limit ${most}`,
    { ...visibleTo(viewer), id },
  )
  return { data, total: data.length }
}
