import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { type ConjurationItem, ConjurationSearch, MentionSuggestions } from '#projections/answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, query } from '../../http/policy.ts'
import { type Read, readWith, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import type { NamedValues } from '../../platform/named-values.ts'
import { countableConjurations, newestFirst, pageOf } from '../conjurations/items.ts'
import { Typed } from '../page.ts'
import { visibleIn } from '../visible.ts'
import { likeness, mistypedLikeness, requireLikeness } from './likeness.ts'
import { type Matching, matchingDescription, matchingHeadline, mistypedNames, visibleInCampaign } from './matching.ts'
import { inPassages, passageAround, passageRank, type WithPassage } from './passages.ts'
import { evaluateOnce, placeOf, textQuery, wordParameters, wordsOf } from './words.ts'

/** `term`, `search` and `query` are aliases: the first that is set counts. */
const Search = z.object({
  campaignId: uuid('No campaign selected'),
  term: Typed,
  search: Typed,
  query: Typed,
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/** Maximum of counted matches: counting further would take longer than searching, and users do not read that far. */
const mostCounted = 1000

type LoreRow = ConjurationItem & { passage?: string | null }

interface Found {
  data: WithPassage[]
  /** Number of items found otherwise than by the final fuzzy search; includes names with a typing mistake. */
  matchCount: number
  /** Ids of items found by a misspelt name. */
  mistyped: string[]
}

/**
 * Searches the visible lore of a campaign. Order: exact name, words in the name, in the tags, in the description
 * (newest first), in texts (best passage first), and finally fuzzy matches of names and tags. If no name and no tag
 * contains the words, the query may have a typing mistake: then similar names precede matches in the description.
 */
export async function findConjurations(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  words: readonly string[],
  limit: number,
): Promise<Found> {
  if (words.length === 0) return { data: [], matchCount: 0, mistyped: [] }
  const query = evaluateOnce(textQuery(words))
  const parameters = { ...visibleIn(viewer, campaignId), ...wordParameters(words), phrase: words.join(' ') }
  const data: WithPassage[] = []
  const passageColumn = `, ${passageAround(query.either)} as passage`
  /** The best matches of one kind that were not found yet. */
  const find = async ({ from, order }: Matching): Promise<WithPassage[]> => {
    if (data.length === limit) return []
    const others = data.map(({ id }) => id)
    const and = others.length > 0 ? 'and not l.id = any(@others::uuid[])' : ''
    const page = {
      from,
      and,
      values: { ...parameters, others },
      order,
      offset: 0,
      columns: passageColumn,
      limit: limit - others.length,
    }
    const found: LoreRow[] = await pageOf(read, viewer, page)
    return found.map(({ passage, ...item }) => (passage ? { ...item, passage } : item))
  }
  const add = (found: readonly WithPassage[]) => {
    const ids = new Set(data.map(({ id }) => id))
    data.push(...found.filter(({ id }) => !ids.has(id)).slice(0, limit - data.length))
  }
  const each = (sql: (word: string) => string) => words.map((_, n) => sql(placeOf(n)))

  // Ranks written forms and stems separately: in a combined query, a stem match would hide a prefix match of the same word.
  const rank = (query: string) => `ts_rank('{0,0,0.4,1}', l.headline, ${query})`
  // The stored column `typed` is the normalised name followed by ` [tags…]`, so that this prefix matches only the whole name.
  const byHeadline = `starts_with(l.typed, @phrase || ' [') desc, ${rank(query.written)} + ${rank(query.stems)} desc, ${newestFirst}`
  add(await find({ from: matchingHeadline(query.either), order: byHeadline }))
  if (data.length === limit) return { data, matchCount: limit, mistyped: [] }
  const [, byMistake, inDescription] = await Promise.all([
    requireLikeness(read, mistypedLikeness),
    data.length === 0 ? find(mistypedNames(words)) : [],
    find({ from: matchingDescription(query.either), order: newestFirst }),
  ])
  add(byMistake)
  const mistyped = byMistake.map(({ id }) => id)
  add(inDescription)
  if (data.length === limit) return { data, matchCount: limit, mistyped }
  const [, inTexts, similar] = await Promise.all([
    requireLikeness(read, likeness),
    find({
      from: `${visibleInCampaign} and ${inPassages(query.either)}`,
      order: `${passageRank(query.either)} desc, ${newestFirst}`,
    }),
    find({
      from: `${visibleInCampaign} and ${each((word) => `${word} <% l.typed`).join(' and ')}`,
      order: `${each((word) => `word_similarity(${word}, l.typed)`).join(' + ')} desc, ${newestFirst}`,
    }),
  ])
  add(inTexts)
  const matchCount = data.length
  add(similar)
  return { data, matchCount, mistyped }
}

/** Searches like `findConjurations`, and counts all matches. */
export async function searchConjurations(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  words: readonly string[],
  limit: number,
): Promise<{ data: WithPassage[]; total: number }> {
  if (words.length === 0) return { data: [], total: 0 }
  const values = { ...visibleIn(viewer, campaignId), ...wordParameters(words) }
  // Counts concurrently, in the same round trip: nearly always the count is needed, or cheap.
  const [{ data, matchCount, mistyped }, counted] = await Promise.all([
    findConjurations(read, viewer, campaignId, words, limit),
    countConjurations(read, words, { ...values, mistyped: [] }),
  ])
  const total = () => (mistyped.length > 0 ? countConjurations(read, words, { ...values, mistyped }) : counted)
  return { data, total: matchCount < limit ? data.length : await total() }
}

/** Number of matches, including names with a typing mistake. */
async function countConjurations(read: Read, words: readonly string[], values: NamedValues & { mistyped: string[] }) {
  const { either } = evaluateOnce(textQuery(words))
  const has = `l.words @@ ${either}`
  const isAnother = values.mistyped.length > 0 ? 'and not l.id = any(@mistyped::uuid[])' : ''
  const matching = (condition: string) =>
    `(select ${countableConjurations} and ${condition} ${isAnother} limit ${mostCounted})`
  // Separate selects, since each has its own index; a combined condition would scan every row. Texts are searched only
  // as far as needed for the count.
  const [count] = await read<{ total: number }>(
    `select count(*) as total from (${matching(has)} union all ${matching(`${inPassages(either)} and not ${has}`)}
      limit ${mostCounted}) counted`,
    values,
  )
  return values.mistyped.length + (count?.total ?? 0)
}

/** The most recently changed lore. */
export const newest = (read: Read, viewer: Viewer, campaignId: string, limit: number) =>
  pageOf(read, viewer, {
    and: 'and l."campaignId" = @campaignId',
    values: visibleIn(viewer, campaignId),
    order: newestFirst,
    limit,
    offset: 0,
  })

export const searchQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const campaign = query('campaignId')
    const config = { policy: memberOf(campaign) }
    const plannedAtOnce = { planned: 'once', atOnce: true } as const

    const search = { querystring: Search, response: { 200: ConjurationSearch } }
    app.get(
      '/conjurations/search',
      // Texts are searchable once indexed, which no event reports, so the answer is not cached.
      { config, schema: search },
      async (request, reply) => {
        const { campaignId, limit, ...typed } = request.query
        const words = await wordsOf(readWith(pool), typed.term || typed.search || typed.query)
        const search = (read: Read, viewer: Viewer) => searchConjurations(read, viewer, campaignId, words, limit)
        return snapshot(pool, reply, search, plannedAtOnce)
      },
    )

    const Mention = z.object({
      campaignId: uuid('No campaign selected'),
      query: Typed,
      limit: z.coerce.number().int().min(1).max(25).default(6),
    })
    const mention = { querystring: Mention, response: { 200: MentionSuggestions } }
    app.get('/conjurations/mention-suggestions', { config, schema: mention }, async (request, reply) => {
      const { campaignId, query: typed, limit } = request.query
      const words = await wordsOf(readWith(pool), typed)
      const suggest = async (read: Read, viewer: Viewer) => {
        const data =
          words.length === 0
            ? await newest(read, viewer, campaignId, limit)
            : (await findConjurations(read, viewer, campaignId, words, limit)).data
        return {
          data: data.map(({ id, name, imageUri }) => ({ id: `lore_${id}`, name, type: 'lore' as const, imageUri })),
        }
      }
      return snapshot(pool, reply, suggest, plannedAtOnce)
    })
  }
