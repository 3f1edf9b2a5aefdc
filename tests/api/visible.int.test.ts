import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, maySee, type Viewer } from '#domain/access.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { views } from '../../backend/projections/views.ts'
import { unseen, visible, visibleTo } from '../../backend/queries/visible.ts'
import { freshDatabase } from '../postgres.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = new pg.Pool(database.options)
  // The database may be gone before the last connection has ended.
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrate(pool, views)
})
afterAll(async () => {
  await pool?.end()
  await drop?.()
})

// few ids, so that they meet
const user = fc.constantFrom(...[1, 2, 3].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`))
const campaign = fc.constantFrom(...[1, 2, 3].map((n) => `0198c0de-0000-7000-8000-0000000000c${n}`))
const access: fc.Arbitrary<Access> = fc.record({
  ownerId: user,
  campaignId: fc.option(campaign),
  visibility: fc.constantFrom('PRIVATE', 'DM', 'CAMPAIGN'),
})
const viewer: fc.Arbitrary<Viewer> = fc.record({
  userId: user,
  roles: fc.dictionary(campaign, fc.constantFrom(1, 2, 3), { noNullPrototype: true }),
})

test('a query finds what the domain says may be seen, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(viewer, fc.array(access, { minLength: 1, maxLength: 20 }), async (someone, items) => {
      const rows = items.map((item, n) => ({ id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`, ...item }))
      await pool.query('truncate access')
      await pool.query('insert into access select * from jsonb_populate_recordset(null::access, $1)', [
        JSON.stringify(rows),
      ])
      const found = await pool.query<{ id: string }>(
        `select a.id from access a where ${visible} order by a.id`,
        visibleTo(someone),
      )
      const expected = rows.filter((row) => maySee(someone, row)).map(({ id }) => id)
      expect(found.rows.map(({ id }) => id)).toEqual(expected)
      for (const campaignId of new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))) {
        const hidden = await pool.query<{ id: string }>(`${unseen} order by 1`, [...visibleTo(someone), campaignId])
        const there = rows.filter((row) => row.campaignId === campaignId)
        expect(hidden.rows.map(({ id }) => id)).toEqual(
          there.filter((row) => !maySee(someone, row)).map(({ id }) => id),
        )
      }
    }),
    { numRuns: 60 },
  )
})
