import Fastify from 'fastify'
import pg from 'pg'
import { CollectionRow } from '#projections/collections.ts'
import { ConjurationRow } from '#projections/conjurations.ts'
import { ImageItem } from '#projections/image-answers.ts'
import { answer } from '../lib/apart.ts'

interface Question {
  postgres: pg.ClientConfig
  campaignId: string
  shelfId: string
  /** The folders that are open in the tree. */
  way: string[]
  userId: string
  /** What is searched for: one word, or its beginning. */
  word: string
}

const { builtins, getTypeParser } = pg.types
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    return oid === builtins.INT8 ? Number : getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig

const columnsOf = ({ shape }: { shape: object }, table: string) =>
  Object.keys(shape)
    .map((column) => `${table}."${column}"`)
    .join(', ')
/** Its author, pictures and whether it may be edited stand beside each. */
const lore = (
  which: string,
  order: string,
  limit: number,
) => `select ${columnsOf(ConjurationRow, 'l')}, u.name as username,
    (select i.uri from images i where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null limit 1) as "imageUri",
    (select count(*) from images i where i."conjurationId" = l.id and i."deletedAt" is null) as "imageCount",
    l."userId" = $2 as "mayEdit"
  from conjurations l join auth."user" u on u.id = l."userId"::text
  where l."campaignId" = $1 and l."deletedAt" is null and ${which} order by ${order} limit ${limit}`

const foldersIn = (which: string) => `select ${columnsOf(CollectionRow, 'c')},
    (select count(*) from collections b where b."parentCollectionId" = c.id and b."campaignId" = $1 and b."deletedAt" is null) as "childCount",
    (select count(*) from conjurations l where l."collectionId" = c.id and l."campaignId" = $1 and l."deletedAt" is null) as "loreCount",
    false as "containsConjuration"
  from collections c where c."campaignId" = $1 and ${which} and c."deletedAt" is null
  order by lower(c.name), c.id`
const atRoot = 'c."parentCollectionId" is null'
const folders = foldersIn(atRoot)
const opened = foldersIn(`(${atRoot} or c."parentCollectionId" = any($2::uuid[]))`)

const inShelf = `l."collectionId" = $3`
/** In names and tags, by its beginning or its stem. */
const written = `to_tsquery('simple', $3 || ':*')`
const stem = `to_tsquery('english', $3)`
const ranked = [written, stem].map((query) => `ts_rank('{0,0,0.4,1}', l.headline, ${query})`).join(' + ')
const searched = lore(`l.headline @@ (${written} || ${stem})`, `${ranked} desc, l."updatedAt" desc, l.id`, 20)
const counted = `select count(*) from (select from conjurations l where l."campaignId" = $1 and $2::uuid is not null
  and l."deletedAt" is null and l.words @@ (${written} || ${stem}) limit 1000) counted`

/** Fastify and `pg`, and nothing else: nobody is asked who they are, and whatever they may see is known. */
async function listen({ postgres, campaignId, shelfId, way, userId, word }: Question): Promise<string> {
  const pool = new pg.Pool({ ...postgres, max: 20 })
  const rows = async (text: string, values: unknown[]) =>
    (await pool.query({ name: text.slice(-60), text, values, types })).rows
  const count = async (text: string, values: unknown[]): Promise<number> => (await rows(text, values))[0]?.count
  const app = Fastify()

  const conjurationPage = async (which: string, values: unknown[]) => ({
    conjurations: await rows(lore(which, 'l."updatedAt" desc, l.id', 200), [campaignId, userId, ...values]),
    total: await count(
      `select count(*) from conjurations l where l."campaignId" = $1 and $2::uuid is not null and l."deletedAt" is null and ${which}`,
      [campaignId, userId, ...values],
    ),
  })
  app.get('/collections', async () => {
    const collections = await rows(folders, [campaignId])
    const { conjurations, total } = await conjurationPage('l."collectionId" is null', [])
    return { collections, conjurations, meta: { hasMore: total > conjurations.length, total } }
  })
  app.get('/shelf', async () => {
    const { conjurations, total } = await conjurationPage(inShelf, [shelfId])
    return { collections: [], conjurations, meta: { hasMore: total > conjurations.length, total } }
  })
  app.get('/tree', async () => {
    const data = await rows(opened, [campaignId, way])
    const totals = new Map<string | null, number>([null, ...way.toSorted()].map((id) => [id, 0]))
    for (const { parentCollectionId: id } of data) totals.set(id, (totals.get(id) ?? 0) + 1)
    return { data, parts: [...totals].map(([parentId, total]) => ({ parentId, total })), meta: { hasMore: false } }
  })
  app.get('/gallery', async () => {
    const pictures = 'from images where "campaignId" = $1 and "deletedAt" is null'
    const images = await rows(
      `select ${columnsOf(ImageItem, 'images')} ${pictures} order by "createdAt" desc, id desc limit 50`,
      [campaignId],
    )
    const months = await rows(
      `select to_char("createdAt" at time zone 'UTC', 'YYYY-MM') as month, count(*) as count ${pictures} group by 1 order by 1 desc`,
      [campaignId],
    )
    return { images, months, total: months.reduce((sum, { count }) => sum + count, 0) }
  })
  app.get('/search', async () => {
    const asked = [campaignId, userId, word]
    const found = await rows(searched, asked)
    const total = await count(counted, asked)
    const data = found.map(({ id, name, imageUri, updatedAt, description, tags, collectionId, visibility }) => ({
      id,
      name,
      imageUri,
      updatedAt,
      description,
      tags,
      collectionId,
      visibility,
    }))
    return { data, total }
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const duties = { listen }
export type BareRead = typeof duties
answer(duties)
