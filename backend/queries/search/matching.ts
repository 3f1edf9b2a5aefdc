import { newestFirst, visibleConjurations } from '../conjurations/items.ts'
import { visibleAs } from '../visible.ts'
import { mistypedLikeness } from './likeness.ts'
import { placeOf } from './words.ts'

/** SQL that selects matching lore as `l`, for a query that continues with `and …`; and its order. */
export interface Matching {
  from: string
  order: string
}

export const visibleInCampaign = `${visibleConjurations} and l."campaignId" = @campaignId`

/** Number of the campaign's newest lore items, the window that is searched for common words first. */
const windowSize = 1000

interface Search {
  /** SQL condition for lore `l` that matches. */
  matches: string
  /** Number of matches in the window from which on no other lore is searched. */
  enough: string
  /** SQL for a `union all` with the matches in the window. */
  always?: string
}

/**
 * Matches of the whole campaign, by index, if there are few; otherwise those among its newest lore, since ranking or
 * sorting thousands takes too long. PostgreSQL evaluates the condition of each branch once, before it reads any row.
 */
const search = ({ matches, enough, always = '' }: Search): string => `from (
  with newest as materialized (
    select l.id, ${matches} as "isMatch" from (
      select * from conjurations where "campaignId" = @campaignId and "deletedAt" is null
        order by "updatedAt" desc, id limit ${windowSize}) l
     where ${visibleAs('l')}),
  common as materialized (select count(*) >= ${enough} as "isCommon" from newest where "isMatch")
  select l.* from newest n join conjurations l on l.id = n.id where n."isMatch" and (select "isCommon" from common)
  ${always}
  union all select l.* ${visibleInCampaign} and ${matches} and not (select "isCommon" from common)) l where true`

/**
 * Lore with each word in its name or tags. For common words: matches among the newest, and lore with exactly this name.
 */
export const matchingHeadline = (query: string): string =>
  search({
    matches: `l.headline @@ ${query}`,
    enough: '150',
    always: `union all select l.* ${visibleInCampaign} and md5(plain(l.name)) = md5(@phrase) and (select "isCommon" from common)
      and not l.id = any(array(select id from newest))`,
  })

/** Lore with each word in its name, its tags or its description. Callers sort it newest first, so the newest matches suffice. */
export const matchingDescription = (query: string): string =>
  search({ matches: `l.words @@ ${query}`, enough: '@limit' })

/** Lore whose name is similar to each word, the most similar first; the similarities are computed once a row. */
export const mistypedNames = (words: readonly string[]): Matching => {
  const each = (sql: (word: string) => string) => words.map((_, n) => sql(placeOf(n)))
  return {
    from: `from (
      select l.*, array[${each((word) => `word_similarity(${word}, plain(l.name))`).join()}] as likeness
        ${visibleInCampaign} and ${each((word) => `${word} <% l.typed`).join(' and ')} offset 0) l
     where ${mistypedLikeness} <= all(l.likeness)`,
    order: `(select sum(similarity) from unnest(l.likeness) similarity) desc, ${newestFirst}`,
  }
}
