import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateOutbox, outbox } from '../../backend/providers/mail/outbox.ts'
import { freshDatabase } from '../postgres.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = new pg.Pool(database.options)
  // The database may be gone before the last connection has ended.
  pool.on('connect', (client) => client.on('error', () => undefined))
  await migrateOutbox(pool)
})
afterAll(async () => {
  await pool.end()
  await drop()
})

test('making the table again keeps what is in it', async () => {
  await outbox(pool).send({ to: 'ada@example.org', subject: 'Kept', text: 'x' })
  await migrateOutbox(pool)
  expect((await outbox(pool).list({ limit: 10, offset: 0 })).data).toMatchObject([{ subject: 'Kept' }])
})

test('mails are kept as they were written, and listed newest first, a page at a time', async () => {
  const { send, list } = outbox(pool)
  for (const subject of ['One', "Two'; drop table outbox_mails", 'Three'])
    await send({ to: 'ada@example.org', subject, text: `Line\n${subject}` })
  const { data, total } = await list({ limit: 2, offset: 0 })
  expect(total).toBe(4)
  expect(data.map(({ subject }) => subject)).toEqual(['Three', "Two'; drop table outbox_mails"])
  expect(data[0]).toMatchObject({
    to: 'ada@example.org',
    text: 'Line\nThree',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(Math.abs(Date.parse(data[0]?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect((await list({ limit: 2, offset: 2 })).data.map(({ subject }) => subject)).toEqual(['One', 'Kept'])
})
