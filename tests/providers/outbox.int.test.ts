import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateOutbox, outbox } from '../../backend/providers/mail/outbox.ts'
import { migrateSentMails, sendOnce } from '../../backend/providers/mail/sent-once.ts'
import { type Mail, MailUncertain } from '../../backend/providers/mail.ts'
import { freshDatabase, openPool } from '../postgres.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = openPool(database.options)
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

test('a mail says what it carries and which account it is about, or neither', async () => {
  const userId = randomUUID()
  const mail = { to: 'ada@example.org', subject: 'Your address', text: 'x' }
  await outbox(pool).send({ ...mail, kind: 'verification', userId })
  await outbox(pool).send(mail)
  const { data } = await outbox(pool).list({ limit: 2, offset: 0 })
  expect(data.map(({ kind, userId }) => ({ kind, userId }))).toEqual([
    { kind: null, userId: null },
    { kind: 'verification', userId },
  ])
})

test('a mail with an id is kept once, however often it is sent', async () => {
  const mail = { to: 'ada@example.org', subject: 'Your renewal', text: 'x', id: randomUUID() }
  for (let n = 0; n < 3; n++) await outbox(pool).send(mail)
  const { data } = await outbox(pool).list({ limit: 10, offset: 0 })
  expect(data.filter(({ id }) => id === mail.id)).toHaveLength(1)
})

describe('of a mail with an id, a mail server', () => {
  const mail = () => ({ to: 'ada@example.org', subject: 'Your renewal', text: 'x', id: randomUUID() })
  /** What the server is handed, and what it does with it each time. */
  const server = async (...ends: ('taken' | 'refused' | 'uncertain')[]) => {
    await migrateSentMails(pool)
    const handed: Mail[] = []
    const send = async (mail: Mail) => {
      const end = ends[handed.push(mail) - 1]
      if (end === 'refused') throw new Error('The mailbox is full')
      if (end === 'uncertain') throw new MailUncertain('The connection was lost')
    }
    return { handed, post: sendOnce(pool, { send }) }
  }

  test('is handed what it took no second time', async () => {
    const [{ handed, post }, one] = [await server(), mail()]
    for (let n = 0; n < 3; n++) await post.send(one)
    expect(handed).toEqual([one])
  })

  test('is handed what a process may have handed over as it ended once more, the same, and never again', async () => {
    const one = mail()
    const { handed, post } = await server('uncertain')
    await new Promise<void>((isUnderWay) => {
      const send = () => {
        isUnderWay()
        return new Promise<void>(() => undefined)
      }
      void sendOnce(pool, { send }).send(one)
    })
    await expect(post.send(one)).rejects.toThrow('lost')
    await post.send(one)
    expect(handed).toEqual([one])
  })

  test('is handed what it refused until it takes it', async () => {
    const [{ handed, post }, one] = [await server('refused', 'refused', 'refused', 'taken'), mail()]
    for (let n = 0; n < 3; n++) await expect(post.send(one)).rejects.toThrow('full')
    await post.send(one)
    await post.send(one)
    expect(handed).toHaveLength(4)
  })

  test('is handed each of those without one', async () => {
    const { handed, post } = await server()
    for (let n = 0; n < 2; n++) await post.send({ to: 'ada@example.org', subject: 'Reset', text: 'x' })
    expect(handed).toHaveLength(2)
  })
})
