import type { KnownPassage } from '../../../scribe/index.ts'
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

export const descriptionColumns = `select 'lore' as kind, l.id, l.name, null::uuid as "segmentId", l.description as text, l.tags, l.visibility`
export const sectionColumns = `select 'lore' as kind, l.id, l.name, p."textId" as "segmentId", p.passage as text, ps.title, l.tags,
  case when 'PRIVATE' in (l.visibility, pa.visibility) then 'PRIVATE' when 'DM' in (l.visibility, pa.visibility) then 'DM' else 'CAMPAIGN' end
    as visibility`

export const linkColumns = `select r.id, r.comment, jsonb_build_object('id', s.id, 'name', s.name) as source,
  jsonb_build_object('id', t.id, 'name', t.name) as target`

/** Maximum number of passages of sections that are read for a list of entries. */
const mostOfEntries = 40

/** Returns the descriptions of these entries, and the first passages of their sections in the order of the entries. */
export const passagesOf = async (find: Find, ids: readonly string[]): Promise<KnownPassage[]> => {
  const [descriptions, texts] = await Promise.all([
    find<KnownPassage>(`${descriptionColumns} ${lore} and l.id = any(@ids::uuid[])`, { ids }),
    find<KnownPassage>(
      `${sectionColumns} ${passages} and l.id = any(@ids::uuid[])
        order by array_position(@ids::uuid[], l.id), ps."sortOrder", p."textId", p.n limit ${mostOfEntries}`,
      { ids },
    ),
  ])
  return [...descriptions, ...texts]
}
