import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationKinds } from '#domain/operations.ts'
import { viewerAs } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'
import { accessTo } from '../../backend/http/policy.ts'
import { reading } from '../../backend/http/snapshot.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import type { TrashedRows } from '../../backend/projections/trash.ts'
import { binnedBy } from '../../backend/queries/trash/routes.ts'
import { stillSeen } from '../../backend/realtime/past.ts'
import { trash, views } from '../../backend/things.ts'
import { freshDatabase, openPool } from '../postgres.ts'

/** A kind of thing that nobody has heard of. */
const posters: TrashedRows = {
  kind: 'image',
  table: 'posters',
  name: 'x.title',
  operationId: 'x.id',
  saysOnlyIds: ['PosterDeleted'],
}
const [owner, campaignId, id] = [1, 2, 3].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
const viewer = viewerAs(owner, campaignId, campaignRoles.PLAYER)
const channels = [`campaign:${campaignId}`, `campaign-user:${campaignId}:${owner}`]

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = openPool(database.options)
  await migrate(pool, views)
  await pool.query(
    `create table posters (id uuid primary key, "campaignId" uuid, title text, "deletedAt" timestamptz, "deletedBy" text)`,
  )
  await migrate(pool, views, [...trash, posters])
  const row = { id, ownerId: owner, campaignId, visibility: 'CAMPAIGN', channels }
  await pool.query(
    `insert into access (id, "ownerId", "campaignId", visibility, channels) values ($1, $2, $3, $4, $5)`,
    Object.values(row),
  )
  await pool.query(`insert into posters values ($1, $2, 'Wanted', null, null)`, [id, campaignId])
})
afterAll(async () => {
  await pool?.end()
  await drop?.()
})

const binned = async () => {
  await pool.query(`update posters set "deletedAt" = now(), "deletedBy" = $1`, [owner])
}

test('a thing that says how it lies in the Trash is found there by lists, rights and the past', async () => {
  const found = () => binnedBy(reading(pool), { viewer, campaignId, operationId: id })
  const seen = async () => (await pool.query(stillSeen, [[id], channels])).rows
  expect((await accessTo(pool, id))?.inTrash).toBe(false)
  expect(await found()).toEqual([])

  await binned()
  expect((await accessTo(pool, id))?.inTrash).toBe(true)
  expect(await found()).toEqual([{ kind: 'image', id, campaignId, operationId: id, mayRestore: true, mayPurge: true }])
  // Who came later never had it.
  expect(await seen()).toEqual([{ id }])
  await pool.query(
    `insert into members (id, "campaignId", "userId", role, "joinedAt") values ($1, $2, $3, 2, now() + interval '1 hour')`,
    [`${campaignId}:${owner}`, campaignId, owner],
  )
  expect(await seen()).toEqual([])
  const { rows } = await pool.query(
    `select says_only_ids('PosterDeleted') as ids, says_only_ids('PosterDrawn') as more`,
  )
  expect(rows).toEqual([{ ids: true, more: false }])
})

test('what lies in the Trash is looked up by each table’s own index', async () => {
  await pool.query('set enable_seqscan = off')
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select from trash() t where t.id = $$${id}$$::uuid`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('conjurations_pkey')
  expect(plan).not.toContain('Function Scan')
})

test('what comes back out of the Trash one by one is counted as it does, whatever its kind', () => {
  const restored = trash.flatMap(({ restore, saysOnlyIds }) =>
    restore ? saysOnlyIds.filter((type) => type.endsWith('Restored')) : [],
  )
  expect(operationKinds['restore-from-trash'].does.toSorted()).toEqual(restored.toSorted())
})
