import type { ConjurationItem } from '#projections/answers.ts'
import { visibleAs } from '../visible.ts'

/**
 * Visible passages of texts of `@campaignId`, as of each text's last writing session, for a query that continues with
 * `and …`.
 */
const seenPassages = `from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
  left join segments ps on ps.id = p."textId" where ps."deletedAt" is null`

/** SQL that matches lore by its texts' passages, and ranks it by the best one. */
export const inPassages = (query: string) =>
  `l.id in (select p."conjurationId" ${seenPassages} and p.words @@ ${query})`
export const passageRank = (query: string) =>
  `(select max(ts_rank(p.words, ${query})) ${seenPassages} and p."conjurationId" = l.id and p.words @@ ${query})`

export type WithPassage = ConjurationItem & { passage?: string }

/** SQL that selects, for lore `l`, the words around the best match in its texts. */
export const passageAround = (query: string) =>
  `(select ts_headline('simple', best.passage, ${query}, 'MaxWords=30, MinWords=12, StartSel="", StopSel=""')
     from (select p.passage ${seenPassages} and p."conjurationId" = l.id and p.words @@ ${query}
       order by ts_rank(p.words, ${query}) desc, p."textId", p.n limit 1) best)`
