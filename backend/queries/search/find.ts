import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { Find, type Found } from '#projections/answers.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, query } from '../../http/policy.ts'
import { type Read, readWith, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Typed } from '../page.ts'
import { editable, visible, visibleIn } from '../visible.ts'
import type { WithPassage } from './passages.ts'
import { findConjurations, mistypedLikeness, newest } from './routes.ts'
import { namedWords, placeOf, wordsOf } from './words.ts'

/** Of folders and of pictures; lore has what is left. */
const mostOfKind = 8

const Query = z.object({
  campaignId: uuid('No campaign selected'),
  term: Typed,
  limit: z.coerce.number().int().min(1).max(50).default(24),
})

type Row = Omit<Found, 'kind' | 'tags' | 'description'>

const folders = `select c.id, c.name, c."updatedAt", a.visibility, null as "imageUri"
  from collections c join access a on a.id = c.id
  where c."campaignId" = @campaignId and c."deletedAt" is null and ${visible}`
/** The words that a picture was made with, for those who may edit it. */
const prompt = `case when ${editable} then coalesce(i.prompt, '') else '' end`
/** By those words where it has no name. */
const named = `coalesce(nullif(i.name, ''), nullif(left(${prompt}, 60), ''), 'Untitled image')`
const pictures = `select i.id, i.type, ${named} as name, i."createdAt" as "updatedAt", a.visibility, i.uri as "imageUri",
    case when coalesce(i.name, '') = '' then '' else ${prompt} end as description
  from images i join access a on a.id = i.id
  where i."campaignId" = @campaignId and i."deletedAt" is null and i.uri is not null and ${visible}`

/** SQL that says that each word, stands in a text, or that one in the name is much like it. */
const has = (words: readonly string[], text: string, name: string) =>
  words
    .map((_, n) => placeOf(n))
    .map(
      (word) =>
        `(position(${word} in plain(${text})) > 0 or word_similarity(${word}, plain(${name})) >= ${mistypedLikeness})`,
    )
    .join(' and ')

/** What has a word in its name, as it was typed, before what has it elsewhere or is merely like it. */
const byName = (found: readonly Found[], words: readonly string[]): Found[] => {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const isNamed = ({ name }: Found) => words.every((word) => plain(name).includes(word))
  return [...found.filter(isNamed), ...found.filter((each) => !isNamed(each))]
}

const latest = (a: Found, b: Found) => (a.updatedAt < b.updatedAt ? 1 : -1)

/** Everything in a campaign that somebody sees and may be looking for: lore, folders and pictures in one list. */
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
          othersFor(read, viewer, campaignId, words),
        ])
        // Before anything is typed: what people were at last.
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
      ...{ kind: 'LORE', id, name, tags, visibility, imageUri, updatedAt },
      description: passage ?? description.slice(0, 2_000),
    }),
  )
}

async function othersFor(read: Read, viewer: Viewer, campaignId: string, words: readonly string[]): Promise<Found[]> {
  const values = { ...visibleIn(viewer, campaignId), ...namedWords(words) }
  const only = (text: string, name: string) => (words.length === 0 ? '' : `and ${has(words, text, name)}`)
  const best = `limit ${mostOfKind}`
  const [found, seen] = await Promise.all([
    read<Row>(`${folders} ${only('c.name', 'c.name')} order by c."updatedAt" desc ${best}`, values),
    read<Row & { description: string }>(
      `${pictures} ${only(`${named} || ' ' || ${prompt}`, named)} order by i."createdAt" desc ${best}`,
      values,
    ),
  ])
  return [
    ...found.map((row): Found => ({ ...row, kind: 'FOLDER', description: '', tags: [] })),
    ...seen.map((row): Found => ({ ...row, kind: 'IMAGE', tags: [] })),
  ]
}
