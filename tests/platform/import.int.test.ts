/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { command } from '../backup/command.ts'
import { visitor } from '../backup/visitor.ts'
import { vaultFiles, zipped } from '../exchange/vaults.ts'
import { type Database, migratedDatabase, openPool } from '../postgres.ts'
import { quickFolder } from '../temporary.ts'
import { type Server, startServer } from './server.ts'

/** `npm run import` next to a server, and while none runs. */

let base: string
let database: Database
let pool: pg.Pool
let env: NodeJS.ProcessEnv
let server: Server
let campaignId: string
let vault: string

const email = 'ada@example.org'
const start = async () => {
  server = startServer(env.DATA_DIR ?? '', env)
  return server.url
}
const stop = async () => {
  server.process.kill('SIGTERM')
  await server.ended
}
const runImport = (...args: string[]) => command('import', args, env)
const into = (user: string, campaign = campaignId) => ['--campaign', campaign, '--as', user]

beforeAll(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-import-'))
  database = await migratedDatabase()
  pool = openPool(database.options)
  const { host, user } = inject('postgres')
  const address = `postgres://${user}@localhost/${database.options.database}?host=${encodeURIComponent(host ?? '')}`
  env = { DATA_DIR: join(base, 'data'), DATABASE_URL: address }
  vault = join(base, 'Vault.zip')
  await writeFile(vault, zipped(await vaultFiles(3)))
  await start()
  const ada = visitor(server)
  await ada.post('/api/auth/sign-up/email', { name: 'Ada', email, password: 'a password to keep' })
  campaignId = (await ada.post('/api/campaigns', { name: 'The Drowned Bells' })).id
  await vi.waitFor(() => ada.get(`/api/campaigns/${campaignId}`), { timeout: 60_000, interval: 100 })
  const ben = visitor(server)
  await ben.post('/api/auth/sign-up/email', { name: 'Ben', email: 'ben@example.org', password: 'a password to keep' })
}, 300_000)
afterAll(async () => {
  await stop()
  await pool.end()
  await database.drop()
  await rm(base, { recursive: true, force: true })
})

test.each([
  ['no file', () => into(email), 'FILE is missing.\nusage: npm run import -- FILE --campaign ID --as USER [--yes]'],
  ['no id of a campaign', () => [vault, ...into(email, 'Bells')], '--campaign is the id of a campaign.\nusage:'],
  ['no user', () => [vault, '--campaign', campaignId], '--as is missing.\nusage:'],
  ['a user whom nobody is', () => [vault, ...into('zoe@example.org')], 'There is no user zoe@example.org.\n'],
  ['a user who is no DM', () => [vault, ...into('ben@example.org')], 'ben@example.org is no DM of the campaign '],
  ['a file that is missing', () => [join(base, 'None.zip'), ...into(email)], 'None.zip cannot be read.\n'],
])('with %s it ends with 1 and says why', async (_, args, text) => {
  const { code, said } = await runImport(...args())
  expect([code, said]).toEqual([1, expect.stringContaining(text)])
})

test('a file that cannot be imported is refused as in the browser', async () => {
  const broken = join(base, 'Broken.zip')
  await writeFile(broken, 'no zip')
  const { code, said } = await runImport(broken, ...into(email))
  expect([code, said]).toEqual([1, 'This file is not a whole zip. Please make the zip again and retry.\n'])
})

test('without --yes it shows the plan, and nothing begins', async () => {
  const { code, said } = await runImport(vault, ...into(email))
  expect([code, said]).toEqual([0, expect.stringMatching(/^Karrow: 6 pages, 3 folders, 1 pictures, \d+ links\n/)])
  expect(said).toContain('left    Attachments/alone.jpg: No page shows it.\n')
  expect(said).toMatch(/\nNothing was imported\. Add --yes to import it\.\n$/)
  expect((await pool.query('select from awaited_files')).rowCount).toBe(0)
})

const begunImport = (said: string) => /^The import (\S+) begins as soon as Loreloom runs\.$/m.exec(said)?.[1]
const endOf = (id: string | undefined) =>
  vi.waitUntil(
    async () => {
      const select = `select status, count, "left", total from operations where id = $1 and status <> 'RUNNING'`
      return (await pool.query(select, [id])).rows[0]
    },
    { timeout: 90_000, interval: 100 },
  )

test('with --yes a running server imports the file for its user', async () => {
  const { code, said } = await runImport(vault, ...into(email), '--yes')
  expect(code, said).toBe(0)
  expect(await endOf(begunImport(said))).toEqual({ status: 'ENDED', count: 7, left: 0, total: 7 })
})

test('with --yes while no server runs, it is imported by one that starts days later', async () => {
  await stop()
  const { code, said } = await runImport(vault, ...into(email), '--yes')
  expect(code, said).toBe(0)
  await pool.query(`update awaited_files set "putAt" = "putAt" - interval '3 days' where stream like 'imports-%'`)
  await start()
  expect(await endOf(begunImport(said))).toEqual({ status: 'ENDED', count: 7, left: 0, total: 7 })
})
