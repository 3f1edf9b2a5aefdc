/** @module-tag long */
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Change, fold, view } from '#projections/view.ts'
import { applyAll } from '../../backend/projections/apply.ts'
import { freshDatabase } from '../postgres.ts'
import { stored } from '../projections/envelope.ts'

const Row = z.object({
  id: z.string(),
  owner: z.string().nullable(),
  count: z.int(),
  on: z.boolean(),
  doc: z.unknown(),
  at: z.string(),
})
type Row = z.infer<typeof Row>
/** Its events say themselves what they change, so that any history can be tried. */
const anything = view(Row)<{ Changed: z.ZodType<Change<Row>[]> }>({
  table: 'any thing"s',
  on: { Changed: (changes) => changes },
})

const id = fc.constantFrom('a', 'b', 'c', 'd', "o'h", 'é')
const fields = {
  owner: fc.option(fc.constantFrom('x', 'a', 'b', 'c', '"; drop table feed; --', ''), { nil: null }),
  count: fc.integer({ min: -3, max: 3 }),
  on: fc.boolean(),
  doc: fc.constantFrom(null, { a: [1, null, { b: 'c' }] }, [], 'text', 7, true, {}),
  at: fc.constantFrom('2026-11-21T20:00:00.000Z', '1999-01-01T00:00:00.001Z'),
}
const { doc: _doc, ...findable } = fields
const some = { requiredKeys: [] }
const where: fc.Arbitrary<Partial<Row>> = fc.oneof(
  { weight: 3, arbitrary: id.map((id) => ({ id })) },
  { weight: 1, arbitrary: fc.record({ id, ...findable }, some) },
)
const change: fc.Arbitrary<Change<Row>> = fc.oneof(
  fc.record({ put: fc.record({ id, ...fields }) }),
  fc.record({ update: fc.record(fields, some), where }),
  // Below by a column that names anything, itself and circles too.
  fc.record({ update: fc.record(fields, some), where, along: fc.constant('owner' as const) }),
  fc.record({ remove: where }),
)
const histories = fc.array(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), { maxLength: 4 })

let client: pg.Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  client = new pg.Client(database.options)
  await client.connect()
  await client.query(`create table "any thing""s" (
    id text primary key, owner text, count integer, "on" boolean, doc jsonb, at timestamptz)`)
})
afterAll(async () => {
  await client.end()
  await drop()
})

const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)

it('a table holds what the browser’s fold holds, whatever happens, in whatever batches', () =>
  fc.assert(
    fc.asyncProperty(histories, async (batches) => {
      await client.query('truncate "any thing""s"')
      let rows: Row[] = []
      for (const batch of batches) {
        const events = batch.map((changes) => stored('Changed', changes))
        rows = events.reduce<Row[]>((before, event) => fold(anything, before, event), rows)
        await applyAll(client, anything, events)
        const kept = (await client.query('select * from "any thing""s"')).rows
        expect(kept.map((row) => ({ ...row, at: row.at.toISOString() })).sort(byId)).toEqual(rows.toSorted(byId))
      }
    }),
    { numRuns: 300 },
  ))
