import { randomUUID } from 'node:crypto'
import { imageModels } from '#domain/image-catalogue.ts'
import { type Attack, type Attacker, flood, repeat } from '../attack.ts'

/** Edits, the history that they leave, and lists that grow. */

/** Operations of an edit at the limit. */
const operations = 4_990
const scattered = Array.from({ length: operations }, (_, n) =>
  n % 2 === 0 ? { insert: String(n % 10) } : { retain: 1 },
)

/** Sends edits that are based on the revision of the one before; `ops` makes the n-th. */
const edits = (attacker: Attacker, parallel: number, ops: (n: number) => object[]) => {
  let revision = 1
  return flood(parallel, async (n, signal) => {
    const body = { id: randomUUID(), base: revision, ops: ops(n) }
    const sent = attacker.count(await attacker.send('POST', `/api/texts/${attacker.segment}/changes`, { body, signal }))
    if (sent.status === 200) revision = Math.max(revision, sent.body.revision)
    return sent
  })
}

/** Starts with a text of so many letters, saved so often. */
const writeMuch = async (attacker: Attacker, letters: number, saves: number) => {
  const path = `/api/content-segments/${attacker.segment}`
  for (let n = 0; n < saves; n++)
    await attacker.need('PATCH', path, { body: { content: `${n} `.padEnd(letters, 'and so on ') } })
}

const lists = async (attacker: Attacker, items: number) => {
  const { campaignId } = attacker
  let position = '0'
  const ids: string[] = []
  for (let n = 0; n < items; n += 10) {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const body = { campaignId, name: `Thing ${n + at}`, description: 'x '.repeat(500), tags: ['a', 'b'] }
        return attacker.need('POST', '/api/conjurations', { body })
      }),
    )
    ids.push(...made.map(({ id }) => id as string))
    position = String(made.at(-1)?.position)
  }
  await attacker.need('GET', '/api/users/me', { headers: { 'min-position': position } })
  return ids
}

export const editing: readonly Attack[] = [
  {
    name: `edits of ${operations} operations`,
    as: 'free',
    routes: ['POST /api/texts/{id}/changes', 'POST /api/content-segments/{id}/changes'],
    async prepare(attacker) {
      await writeMuch(attacker, 200_000, 1)
      return edits(attacker, 10, () => scattered)
    },
  },
  {
    name: 'edits on an old revision, each transformed over all others',
    as: 'free',
    routes: ['POST /api/texts/{id}/changes'],
    async prepare(attacker) {
      await writeMuch(attacker, 20_000, 1)
      const body = () => ({ id: randomUUID(), base: 1, ops: scattered })
      return repeat(attacker, 10, ['POST', `/api/texts/${attacker.segment}/changes`], () => ({ body: body() }))
    },
  },
  {
    name: 'history of a long text, read in parallel',
    as: 'free',
    routes: ['GET /api/texts/{id}/history', 'GET /api/texts/{id}/version', 'GET /api/texts/{id}/changes'],
    async prepare(attacker) {
      await writeMuch(attacker, 100_000, 20)
      const text = `/api/texts/${attacker.segment}`
      const paths = [`${text}/version?revision=2`, `${text}/history`, `${text}/changes?after=1`, `${text}?authors=true`]
      const reads = paths.map((path) => repeat(attacker, 5, ['GET', path]))
      return (signal) => Promise.all(reads.map((read) => read(signal)))
    },
  },
  {
    name: 'history of lore and the past of a campaign',
    as: 'free',
    routes: ['GET /api/conjurations/{id}/history', 'GET /api/campaigns/{id}/past'],
    async prepare(attacker) {
      await writeMuch(attacker, 20_000, 30)
      const lore = `/api/conjurations/${attacker.lore}/history?limit=200`
      const past = `/api/campaigns/${attacker.campaignId}/past`
      const paths = [lore, `${past}?limit=1000`, `${past}/marks`, `${past}/conjurations/${attacker.lore}`]
      const reads = paths.map((path) => repeat(attacker, 5, ['GET', path]))
      return (signal) => Promise.all(reads.map((read) => read(signal)))
    },
  },
  {
    name: 'lists of 300 items at their limits',
    as: 'free',
    routes: ['GET /api/conjurations', 'GET /api/relationships/graph', 'GET /api/collections/tree'],
    async prepare(attacker) {
      await lists(attacker, 300)
      const at = `campaignId=${attacker.campaignId}`
      const paths = [
        `/api/conjurations?${at}&limit=100`,
        `/api/relationships/graph?${at}`,
        `/api/conjurations?${at}&limit=100&offset=200`,
        `/api/conjurations/tags?${at}`,
      ]
      const reads = paths.map((path) => repeat(attacker, 8, ['GET', path]))
      return (signal) => Promise.all(reads.map((read) => read(signal)))
    },
  },
  {
    name: 'searches for expensive patterns',
    as: 'member',
    routes: ['GET /api/search', 'GET /api/conjurations/search'],
    prepare(attacker) {
      const terms = [
        '%',
        '_',
        '%_%_%_%_%',
        'a',
        '\\',
        'x'.repeat(200),
        'a b c d e f g h i j k l',
        "'&|!():*",
        '🜁'.repeat(60),
      ]
      const paths = terms.flatMap((term) => {
        const at = `campaignId=${attacker.target.campaignId}`
        const word = encodeURIComponent(term)
        return [`/api/search?${at}&term=${word}`, `/api/images/gallery?${at}&search=${word}`]
      })
      return flood(20, async (n, signal) =>
        attacker.count(await attacker.send('GET', paths[n % paths.length] ?? '', { signal })),
      )
    },
  },
  {
    name: 'bulk operations of 500 items, begun again and again',
    as: 'free',
    routes: ['PATCH /api/conjurations/bulk/move-to-campaign', 'DELETE /api/conjurations/bulk/delete'],
    async prepare(attacker) {
      const ids = await lists(attacker, 300)
      const { id: other } = await attacker.need('POST', '/api/campaigns', { body: { name: 'Other den' } })
      const places = [other, attacker.campaignId]
      return repeat(attacker, 10, ['PATCH', '/api/conjurations/bulk/move-to-campaign'], (n) => ({
        body: { conjurationIds: ids, campaignId: places[n % 2], collectionId: null },
      }))
    },
  },
  {
    name: 'copies of a campaign fill the queue of operations',
    as: 'free',
    routes: ['POST /api/campaigns/{id}/past/copy', 'POST /api/conjurations/{id}/copy'],
    async prepare(attacker) {
      await lists(attacker, 100)
      const { position } = await attacker.need('POST', '/api/conjurations', {
        body: { campaignId: attacker.campaignId, name: 'Last' },
      })
      return repeat(attacker, 10, ['POST', `/api/campaigns/${attacker.campaignId}/past/copy`], () => ({
        body: { position: String(position) },
      }))
    },
  },
  {
    name: 'paid requests, held and cancelled',
    as: 'free',
    routes: ['POST /api/images', 'POST /api/images/{id}/cancel'],
    async prepare(attacker) {
      const body = {
        campaignId: attacker.campaignId,
        modelId: imageModels.find(({ slug }) => slug === 'studio-vista')?.id,
        prompt: 'A lighthouse',
        count: 1,
        width: 1024,
        height: 1024,
      }
      return flood(10, async (_n, signal) => {
        const sent = attacker.count(await attacker.send('POST', '/api/images', { body, signal }))
        const id = sent.body?.images?.[0]?.id
        if (id) attacker.count(await attacker.send('POST', `/api/images/${id}/cancel`, { body: {}, signal }))
        return sent
      })
    },
  },
]
