import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#domain/metadata.ts'
import { viewerAs } from '#domain/rights.ts'
import { type CampaignRole, campaignRoles } from '#domain/roles.ts'
import { accessView } from '#projections/access.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { readWith } from '../../backend/http/snapshot.ts'
import { applyAll } from '../../backend/projections/apply.ts'
import { likeness } from '../../backend/queries/search/likeness.ts'
import { findConjurations } from '../../backend/queries/search/routes.ts'
import { wordsOf } from '../../backend/queries/search/words.ts'
import { type Database, migratedDatabase, openPool } from '../postgres.ts'
import { stored } from '../projections/envelope.ts'

/** More lore than a search looks at one by one. */
const size = 1_200

const [dm, player, campaignId] = [randomUUID(), randomUUID(), randomUUID()]
let database: Database
let pool: pg.Pool

const lore = (n: number, over: object = {}): Envelope =>
  stored(
    'ConjurationCreated',
    {
      ...{
        conjurationId: randomUUID(),
        userId: dm,
        campaignId,
        collectionId: null,
        visibility: 'CAMPAIGN',
        copyOf: null,
      },
      name: `The Harbour ${n}`,
      description: 'Salt and rope.',
      tags: ['coast'],
      ...over,
    },
    { at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString() },
  )

beforeAll(async () => {
  database = await migratedDatabase()
  // One connection, which has the similarity that a request sets for its transaction.
  pool = openPool({ ...database.options, max: 1 })
  const first = [
    lore(-5, { name: 'The Harbour' }),
    lore(-4, { name: 'Quay', tags: ['coast', 'ferryman'] }),
    lore(-3, { name: 'Ropewalk', description: 'A kestrel nests here.' }),
    lore(-2, { name: 'Harbour of the DMs', visibility: 'DM' }),
  ]
  const events = [...first, ...Array.from({ length: size }, (_, n) => lore(n))]
  await pool.query('create schema auth; create table auth."user" (id text primary key, name text)')
  const client = await pool.connect()
  for (const view of [accessView, conjurationsView]) await applyAll(client, view, events)
  await client.query(`select set_config('pg_trgm.word_similarity_threshold', $1, false)`, [String(likeness)])
  client.release()
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const namesFor = async (typed: string, { userId = dm, role = campaignRoles.DM as CampaignRole, limit = 5 } = {}) => {
  const read = readWith(pool)
  const viewer = viewerAs(userId, campaignId, role)
  const { data } = await findConjurations(read, viewer, campaignId, await wordsOf(read, typed), limit)
  return data.map(({ name }) => name)
}

describe('search in a campaign of more lore than is ranked', () => {
  test('has first what is called just that, though it be the oldest, and then the newest', async () => {
    expect(await namesFor('the harbour')).toEqual([
      'The Harbour',
      ...[1, 2, 3, 4].map((n) => `The Harbour ${size - n}`),
    ])
    expect(await namesFor('harbour', { limit: 2 })).toEqual([`The Harbour ${size - 1}`, `The Harbour ${size - 2}`])
  })

  test('finds a rare word in a name, a tag and a description of the oldest', async () => {
    expect(await namesFor('ropewalk')).toEqual(['Ropewalk'])
    expect(await namesFor('ferryman')).toEqual(['Quay'])
    expect(await namesFor('kestrel')).toEqual(['Ropewalk'])
  })

  test('shows a player nothing that is for DMs', async () => {
    expect(await namesFor('harbour dms')).toEqual(['Harbour of the DMs'])
    expect(await namesFor('harbour dms', { userId: player, role: campaignRoles.PLAYER })).not.toContain(
      'Harbour of the DMs',
    )
  })
})
