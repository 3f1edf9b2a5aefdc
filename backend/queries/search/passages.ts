import type { ConjurationItem } from '#projections/answers.ts'
import type { NamedValues } from '../../http/named.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleAs } from '../visible.ts'
import { textQuery } from './words.ts'

/** Passages of texts of `@campaignId` that somebody sees, as of each text's last sitting, for a query that goes on with `and …`. */
const seenPassages = `from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
  left join segments ps on ps.id = p."textId" where ps."deletedAt" is null`

/** Whether one of lore's texts has these words, and how well the best of its passages does. */
export const inPassages = (query: string) =>
  `l.id in (select p."conjurationId" ${seenPassages} and p.words @@ ${query})`
export const passageRank = (query: string) =>
  `(select max(ts_rank(p.words, ${query})) ${seenPassages} and p."conjurationId" = l.id and p.words @@ ${query})`

export type WithPassage = ConjurationItem & { passage?: string }

/** Found lore with the words around what was found in one of its texts. */
export const withPassages = async (
  read: Read,
  data: readonly ConjurationItem[],
  words: readonly string[],
  values: NamedValues,
): Promise<WithPassage[]> => {
  if (data.length === 0 || words.length === 0) return [...data]
  const query = textQuery(words).either
  const rows = await read<{ id: string; passage: string }>(
    `select b.id, ts_headline('simple', b.passage, ${query}, 'MaxWords=30, MinWords=12, StartSel="", StopSel=""') as passage
       from (select distinct on (p."conjurationId") p."conjurationId" as id, p.passage ${seenPassages}
          and p."conjurationId" = any(@found::uuid[]) and p.words @@ ${query}
         order by p."conjurationId", ts_rank(p.words, ${query}) desc, p."textId", p.n) b`,
    { ...values, found: data.map(({ id }) => id) },
  )
  const passages = new Map(rows.map(({ id, passage }) => [id, passage]))
  return data.map((item) => {
    const passage = passages.get(item.id)
    return passage === undefined ? item : { ...item, passage }
  })
}
