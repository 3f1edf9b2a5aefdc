import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { postgresDependency } from '../../backend/platform/postgres-trouble.ts'
import { type Database, freshDatabase, run } from '../postgres.ts'
import { mute } from './trouble-servers.ts'

/** What an administrator is told of a PostgreSQL that cannot be used: each case by its real cause. */
const name = `probed_${randomUUID().slice(0, 8)}`
let database: Database
let silent: Awaited<ReturnType<typeof mute>>
beforeAll(async () => {
  database = await freshDatabase()
  await run(
    database.options,
    `create role ${name} login password 'right-one'; revoke create on database ${database.options.database} from public`,
  )
  // One that answers a question for TLS with no.
  silent = await mute('', 'N')
})
afterAll(async () => {
  await silent.close()
  await database.drop()
  await run(inject('postgres'), `drop role ${name}`)
})

const { host, user, port } = inject('postgres')
const at = (who: string, where: string, more = '') =>
  `postgres://${who}@localhost:${port ?? 5432}/${where}?host=${encodeURIComponent(host ?? '')}${more}`
const cases: [what: string, address: () => string, cause: string, mends: boolean, says: RegExp][] = [
  [
    'nothing listens',
    () => 'postgres://me@127.0.0.1:1/lore',
    'nothing_listens',
    true,
    /Nothing listens at 127\.0\.0\.1:1.*DATABASE_URL/,
  ],
  ['a name that does not resolve', () => 'postgres://me@db.invalid/lore', 'unknown_name', true, /db\.invalid/],
  [
    'TLS to one that has none',
    () => `postgres://me@127.0.0.1:${silent.port}/lore?sslmode=require`,
    'speaks_plain',
    false,
    /sslmode=disable/,
  ],
  [
    'a certificate file that is not there',
    () => 'postgres://me@127.0.0.1:1/lore?sslrootcert=/none.crt',
    'certificate_file',
    false,
    /\/none\.crt, which DATABASE_URL names/,
  ],
  [
    'a database that is not there',
    () => at(user ?? '', 'nowhere'),
    'no_database',
    false,
    /create database "nowhere" owner/,
  ],
  [
    'a user who may not make tables',
    () => at(name, database.options.database ?? ''),
    'may_not_create',
    false,
    new RegExp(`alter database .* owner to "${name}"`),
  ],
  [
    'one that only reads',
    () => at(user ?? '', database.options.database ?? '', '&options=-c%20default_transaction_read_only%3Don'),
    'read_only',
    true,
    /name the primary/,
  ],
]

test.each(cases)('%s', async (_, address, cause, mends, says) => {
  const trouble = await postgresDependency(address()).find()
  expect(trouble).toMatchObject({ cause, mends, says: expect.stringMatching(says) })
})

test('with nothing wrong there is nothing to say', async () => {
  expect(await postgresDependency(at(user ?? '', database.options.database ?? '')).find()).toBeUndefined()
})
