import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Access, thingOf, type Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { named } from '../../backend/http/named.ts'
import { migrate } from '../../backend/projections/migrate.ts'
import { editable, unseen, visible, visibleIn, visibleTo } from '../../backend/queries/visible.ts'
import { views } from '../../backend/things.ts'
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

const sameAs = null

test('a query finds what the domain says may be seen and changed, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(viewer, fc.array(access, { minLength: 1, maxLength: 20 }), async (someone, items) => {
      const rows = items.map((item, n) => ({
        id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
        ...thingOf(item),
        sameAs,
      }))
      await pool.query('truncate access')
      await pool.query('insert into access select * from jsonb_populate_recordset(null::access, $1)', [
        JSON.stringify(rows),
      ])
      const idsOf = async (text: string, values = visibleTo(someone)) => {
        const found = await pool.query<{ id: string }>(named(`${text} order by 1`, values))
        return found.rows.map(({ id }) => id)
      }
      const said = (ability: 'see' | 'edit', among = rows) =>
        among.filter((row) => can(someone, ability, row)).map(({ id }) => id)
      expect(await idsOf(`select a.id from access a where ${visible}`)).toEqual(said('see'))
      expect(await idsOf(`select a.id from access a where ${editable}`)).toEqual(said('edit'))
      for (const campaignId of new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))) {
        const there = rows.filter((row) => row.campaignId === campaignId)
        const seenThere = await idsOf(
          `select a.id from access a where a."campaignId" = @campaignId and ${visible}`,
          visibleIn(someone, campaignId),
        )
        expect(seenThere).toEqual(said('see', there))
        const hidden = there.filter((row) => !can(someone, 'see', row)).map(({ id }) => id)
        expect(await idsOf(unseen, visibleIn(someone, campaignId))).toEqual(hidden)
      }
    }),
    { numRuns: 60 },
  )
})
