import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Envelope } from '#domain/metadata.ts'
import { viewerAs } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'
import { accessView } from '#projections/access.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { readWith } from '../../backend/http/snapshot.ts'
import { applyAll } from '../../backend/projections/apply.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { migrateTextIndex } from '../../backend/projections/text-index.ts'
import { likeness } from '../../backend/queries/search/likeness.ts'
import { searchConjurations } from '../../backend/queries/search/routes.ts'
import { wordsOf } from '../../backend/queries/search/words.ts'
import { views } from '../../backend/things.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { fillEndlessCoast } from './lib/endless-coast.ts'
import { latency, quantile, verdict, written } from './lib/figures.ts'

const [userId, other] = [randomUUID(), randomUUID()]
const [campaignId, elsewhere] = [randomUUID(), randomUUID()]

/** The same lore at each run. */
let state = 42
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const some = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(random() * things.length)] as Thing
const syllables =
  'ma ren dro wel tide bel low salt ash quill gal hes per or ric the eel stone har bour mist lan tern'.split(' ')
const made = Array.from({ length: 3000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => some(syllables)).join(''),
)
const common =
  'the a of and in to was by under over drowned bell bells lighthouse keeper tower river old king water'.split(' ')
/** Few words are common and most are rare, as in any language. */
const word = () => (random() < 0.45 ? some(common) : (made[Math.floor(random() ** 3 * made.length)] as string))
const words = (count: number) => Array.from({ length: count }, word).join(' ')
const capital = (text: string) => text.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

const lore = (n: number): Envelope => {
  const id = randomUUID()
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  const mine = n % 2 === 0
  const data = {
    conjurationId: id,
    userId: random() < 0.5 ? userId : other,
    campaignId: mine ? campaignId : elsewhere,
    collectionId: null,
    visibility: some(['PRIVATE', 'DM', 'CAMPAIGN', 'CAMPAIGN', 'CAMPAIGN']),
    name: capital(words(1 + Math.floor(random() * 4))),
    description: words(40 + Math.floor(random() * 200)),
    tags: Array.from({ length: Math.floor(random() * 4) }, () => some(made.slice(0, 60))),
    copyOf: null,
  }
  const metadata = { actor: userId, commandId: id, correlationId: id }
  return { id, type: 'ConjurationCreated', stream: `conjurations-${id}`, position: String(n), at, data, metadata }
}

const queries = [
  'bell',
  'drowned bells',
  'the',
  'a',
  'ligthouse',
  'drownd bels',
  some(made),
  'zzzz',
  'keeper of the tow',
  'lighthous keper rivr',
]

/** On a pool of one connection, which knows then how unlike a word may be. */
async function fill(pool: pg.Pool, size: number) {
  await migrate(pool, views)
  await migrateTextIndex(pool)
  await pool.query(
    'create schema if not exists auth; create table if not exists auth."user" (id text primary key, name text)',
  )
  const events = Array.from({ length: 2 * size }, (_, n) => lore(n))
  const client = await pool.connect()
  for (let from = 0; from < events.length; from += 1000)
    for (const view of [accessView, conjurationsView]) await applyAll(client, view, events.slice(from, from + 1000))
  client.release()
  await pool.query('vacuum analyze')
  await pool.query(`select set_config('pg_trgm.word_similarity_threshold', $1, false)`, [String(likeness)])
}

export const bench: Bench = {
  what: 'What people type into the search of a campaign with 10,000 lore items, and into the global one of 50,000 over HTTP; no floor and no peer.',
  async run(options) {
    return [await searchLore(options), await searchEverything(options)]
  },
}

/** The search of lore by itself, on one connection. */
async function searchLore({ quick, say, ...options }: BenchOptions): Promise<Table> {
  const [size, rounds] = quick ? [200, 1] : [10_000, 30]
  const place = await options.place()
  const pool = place.pool(await place.database(), 1)
  say(`filling ${2 * size} lore items`)
  await fill(pool, size)
  const read = readWith(pool)
  const viewer = viewerAs(userId, campaignId, campaignRoles.PLAYER)
  const took = new Map<string, number[]>(queries.map((typed) => [typed, []]))
  const found = new Map<string, number>()
  for (let round = 0; round < rounds; round++)
    for (const typed of queries) {
      const since = performance.now()
      const { total } = await searchConjurations(read, viewer, campaignId, await wordsOf(read, typed), 20)
      took.get(typed)?.push(performance.now() - since)
      if (total !== (found.get(typed) ?? total)) throw new Error(`${typed} finds another number each time`)
      found.set(typed, total)
    }
  if (!found.get('bell') || found.get('zzzz') !== 0) throw new Error('The search does not find what is there')
  const rows = queries.map((typed) => {
    const times = took.get(typed) ?? []
    const reach = verdict({ name: 'median', value: quantile(times, 0.5), atMost: 50 })
    return [`“${typed}”`, written(found.get(typed) ?? 0), latency(times), reach]
  })
  return {
    title: `Search among ${written(size)} lore items, ${rounds} rounds`,
    columns: ['typed', 'found', 'p50 / p99 ms', 'reach, ms'],
    rows,
  }
}

/** What stands in no name, tag, description or prompt. */
const unknown = ['zzzz', 'qqxzvw']
/** In the large demo: words of every name and of few, exact and mistyped, in one kind and in all. */
const everywhere = [
  ...['', 'bell', 'lantern', 'the', 'a', 'th', 'harbour', 'shelf', 'nobody', 'ligthouse', 'drownd bels'],
  ...['keeper of the tow', 'lighthous keper rivr', ...unknown],
]

/** Lore, folders and pictures in one list, by one person over HTTP, nothing of it cached. */
async function searchEverything(options: BenchOptions): Promise<Table> {
  const { quick, say } = options
  const [size, rounds] = quick ? [200, 1] : [50_000, 20]
  const installation = await options.installation()
  say(`filling an installation with ${written(size)} pages of lore`)
  const { owner, campaignId } = await fillEndlessCoast(installation, size, options)
  await settle(installation.postgres)
  const took = new Map<string, number[]>(everywhere.map((typed) => [typed, []]))
  const found = new Map<string, number>()
  const headers = { ...owner.headers, 'cache-control': 'no-cache' }
  say('searching')
  // The first round prepares statements on the connections of the server.
  for (let round = -1; round < rounds; round++)
    for (const typed of everywhere) {
      const since = performance.now()
      const query = new URLSearchParams({ campaignId, term: typed })
      const response = await fetch(`${installation.url}/api/search?${query}`, { headers })
      const { total } = (await response.json()) as { total: number }
      if (!response.ok) throw new Error(`“${typed}” is answered with ${response.status}`)
      if (round >= 0) took.get(typed)?.push(performance.now() - since)
      found.set(typed, total)
    }
  if (!found.get('bell') || unknown.some((typed) => found.get(typed) !== 0))
    throw new Error('The search does not find what is there')
  const timesOf = (typed: readonly string[]) => typed.flatMap((each) => took.get(each) ?? [])
  return {
    title: `Global search over HTTP among ${written(size)} pages, ${written(size / 2)} folders and ${written(size / 5)} pictures, ${rounds} rounds`,
    columns: ['typed', 'found', 'p50 / p99 ms'],
    rows: everywhere.map((typed) => [`“${typed}”`, written(found.get(typed) ?? 0), latency(timesOf([typed]))]),
    notes: [
      verdict(
        { name: 'p99', value: quantile(timesOf(everywhere), 0.99), atMost: 50 },
        { name: 'no match, p99', value: quantile(timesOf(unknown), 0.99), atMost: 50 },
      ),
    ],
  }
}

/** As it is a minute later, when PostgreSQL has looked at what came. */
async function settle(postgres: pg.ClientConfig) {
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}
