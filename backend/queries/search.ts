import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { type LoreItem, LoreSearch, MentionSuggestions } from '#projections/answers.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { memberOf, query, viewerIn } from '../http/policy.ts'
import { type Read, snapshot } from '../http/snapshot.ts'
import { loreItems } from './lore-items.ts'
import { Typed } from './page.ts'
import { type Words, wordsOf } from './search-words.ts'

/** Below it, a word is too unlike to have been meant. 0 to 1. */
const likeness = 0.4

const Search = z.object({
  campaignId: z.uuid('No campaign selected'),
  term: Typed,
  search: Typed,
  query: Typed,
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/**
 * Lore in a campaign that somebody sees, by what they typed: words of the name before tags before the description, and
 * within the same rank the newest first. What is found by likeness alone, for typing mistakes in names and tags, comes last.
 */
async function searchLore(
  read: Read,
  viewer: Viewer,
  campaignId: string,
  words: Words,
  limit: number,
): Promise<{ data: LoreItem[]; total: number }> {
  if (words.exact === null) return { data: [], total: 0 }
  const [written, stems] = [`to_tsquery('simple', $5)`, `to_tsquery('english', $6)`]
  // Ranked one by one: in one query, the stem of a word would hide its beginning.
  const rank = (query: string) => `ts_rank('{0,0,0.4,1}', l.headline, ${query})`
  const found = await loreItems(read, viewer, {
    and: `and l."campaignId" = $4 and l.words @@ (${written} || ${stems})`,
    values: [campaignId, words.exact, words.each.join(' & ')],
    order: `${rank(written)} + ${rank(stems)} desc, l."updatedAt" desc, l.id`,
    limit,
    offset: 0,
  })
  if (found.data.length === limit) return found
  const likely = await loreItems(read, viewer, {
    and: `and l."campaignId" = $4 and ${words.each.map((_, n) => `$${n + 6} <% l.typed`).join(' and ')}
      and not l.id = any($5::uuid[])`,
    values: [campaignId, found.data.map(({ id }) => id), ...words.each],
    order: `${words.each.map((_, n) => `word_similarity($${n + 6}, l.typed)`).join(' + ')} desc, l."updatedAt" desc, l.id`,
    limit: limit - found.data.length,
    offset: 0,
  })
  return { data: [...found.data, ...likely.data], total: found.total + likely.total }
}

const newest = (read: Read, viewer: Viewer, campaignId: string, limit: number) =>
  loreItems(read, viewer, { and: 'and l."campaignId" = $4', values: [campaignId], limit, offset: 0 })

export const searchQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: memberOf(query('campaignId')) }
    /** In a snapshot, with how unlike a word may be. */
    const searching = async (read: Read, typed: string) => {
      await read(`select set_config('pg_trgm.word_similarity_threshold', $1, true)`, [String(likeness)])
      return wordsOf(read, typed)
    }

    const search = { querystring: Search, response: { 200: LoreSearch } }
    app.get('/conjurations/search', { config, schema: search }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { campaignId, limit, ...typed } = request.query
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const words = await searching(read, typed.term || typed.search || typed.query)
        return searchLore(read, viewer, campaignId, words, limit)
      }),
    )

    const Mention = z.object({
      campaignId: z.uuid('No campaign selected'),
      query: Typed,
      limit: z.coerce.number().int().min(1).max(25).default(6),
    })
    const mention = { querystring: Mention, response: { 200: MentionSuggestions } }
    app.get('/conjurations/mention-suggestions', { config, schema: mention }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { campaignId, query: typed, limit } = request.query
        const viewer = await viewerIn(read, sessionOf(request).userId)
        const words = await searching(read, typed)
        // Before anything is typed: what people are at work on.
        const { data } =
          words.exact === null
            ? await newest(read, viewer, campaignId, limit)
            : await searchLore(read, viewer, campaignId, words, limit)
        return {
          data: data.map(({ id, name, imageUri }) => ({ id: `lore_${id}`, name, type: 'lore' as const, imageUri })),
        }
      }),
    )
  }
