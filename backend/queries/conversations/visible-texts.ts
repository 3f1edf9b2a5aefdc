import { visibleConjurations } from '../conjurations/items.ts'
import { visibleAs } from '../visible.ts'

/** Runs a statement with the viewer's values, to which `more` adds. */
export type Find = <Row>(sql: string, more?: object) => Promise<Row[]>

/** The lexemes of words, any of which may match. */
export const anyOf = (words: string) => `(select to_tsquery('simple', string_agg(quote_literal(word), ' | '))
  from unnest(tsvector_to_array(public.lexemes(${words}))) word)`
export const anyWord = anyOf('@words')
export const lore = `${visibleConjurations} and l."campaignId" = @campaignId`
export const passages = `from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
  join conjurations l on l.id = p."conjurationId" and l."deletedAt" is null and ${visibleAs('l')}
  left join segments ps on ps.id = p."textId" where ps."deletedAt" is null and p."textId" <> p."conjurationId"`
