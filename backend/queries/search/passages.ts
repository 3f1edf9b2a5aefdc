import type { ConjurationItem } from '#projections/answers.ts'
import { visibleAs } from '../visible.ts'

/** Passages of texts of `@campaignId` that somebody sees, as of each text's last sitting, for a query that goes on with `and …`. */
const seenPassages = `from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
  left join segments ps on ps.id = p."textId" where ps."deletedAt" is null`

/** Whether one of lore's texts has these words, and how well the best of its passages does. */
export const inPassages = (query: string) =>
  `l.id in (select p."conjurationId" ${seenPassages} and p.words @@ ${query})`
export const passageRank = (query: string) =>
  `(select max(ts_rank(p.words, ${query})) ${seenPassages} and p."conjurationId" = l.id and p.words @@ ${query})`

export type WithPassage = ConjurationItem & { passage?: string }

/** For lore `l`: the words around what was found in one of its texts. */
export const passageAround = (query: string) =>
  `(select ts_headline('simple', best.passage, ${query}, 'MaxWords=30, MinWords=12, StartSel="", StopSel=""')
     from (select p.passage ${seenPassages} and p."conjurationId" = l.id and p.words @@ ${query}
       order by ts_rank(p.words, ${query}) desc, p."textId", p.n limit 1) best)`
