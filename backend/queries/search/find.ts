import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Find, type Found } from '#projections/answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, query } from '../../http/policy.ts'
import { type Read, readWith, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Typed } from '../page.ts'
import { findOthers } from './others.ts'
import type { WithPassage } from './passages.ts'
import { findConjurations, newest } from './routes.ts'
import { wordsOf } from './words.ts'

const Query = z.object({
  campaignId: uuid('No campaign selected'),
  term: Typed,
  limit: z.coerce.number().int().min(1).max(50).default(24),
})

/** Sorts exact matches of the name before other and fuzzy matches. */
const byName = (found: readonly Found[], words: readonly string[]): Found[] => {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const isNamed = ({ name }: Found) => words.every((word) => plain(name).includes(word))
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))]
}

const latest = (a: Found, b: Found) => (a.updatedAt < b.updatedAt ? 1 : -1)

/** Searches everything in a campaign that the viewer sees: lore, folders, pictures and sessions in one list. */
export const findQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: memberOf(query('campaignId')) }
    const schema = { querystring: Query, response: { 200: Find } }
    app.get('/search', { config, schema }, async (request, reply) => {
      const { campaignId, term, limit } = request.query
      const words = await wordsOf(readWith(pool), term)
      const find = async (read: Read, viewer: Viewer) => {
        if (term !== '' && words.length === 0) return { data: [], total: 0 }
        const [lore, others] = await Promise.all([
          conjurationFor(read, viewer, campaignId, words, limit),
          findOthers(read, viewer, campaignId, words),
        ])
        // Without a search text, the most recently changed items are listed.
        const data = words.length === 0 ? [...lore, ...others].sort(latest) : byName([...lore, ...others], words)
        return { data: data.slice(0, limit), total: data.length }
      }
      return snapshot(pool, reply, find, { planned: 'once', atOnce: true })
    })
  }

const conjurationFor = async (
  read: Read,
  viewer: Viewer,
  campaignId: string,
  words: readonly string[],
  limit: number,
) => {
  const data: WithPassage[] =
    words.length === 0
      ? await newest(read, viewer, campaignId, limit)
      : (await findConjurations(read, viewer, campaignId, words, limit)).data
  return data.map(
    ({ id, name, description, tags, visibility, imageUri, updatedAt, passage }): Found => ({
      kind: 'LORE',
      id,
      name,
      tags,
      visibility,
      imageUri,
      updatedAt,
      description: passage ?? description.slice(0, 2_000),
    }),
  )
}
