/** @module-tag long */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { migrateOutbox, outbox } from '../../backend/providers/mail/outbox.ts'
import { freshDatabase, openPool } from '../postgres.ts'
import { quickFolder } from '../temporary.ts'
import { isRunning, startServer } from './server.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-outbox-'))
  // Run by root, the database is another user's, who must be able to pass.
  await chmod(base, 0o755)
})
afterEach(() => rm(base, { recursive: true, force: true }))

/** `npm run outbox` with these settings. */
const readOutbox = (env: NodeJS.ProcessEnv) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../backend/cli/outbox.ts')],
      { env: { PATH: process.env.PATH, DATA_DIR: join(base, 'data'), ...env } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  )

test('who forgot their password gets in again by the mail it prints, while the server runs and when it does not', async () => {
  const server = startServer(join(base, 'data'))
  const url = await server.url
  const post = (path: string, body: object) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    }).then(({ status }) => status)
  const email = 'ada@example.org'
  expect(await post('sign-up/email', { name: 'Ada', email, password: 'a password to forget' })).toBe(200)
  expect(await post('request-password-reset', { email })).toBe(200)

  // Mail goes out apart from the answer.
  const { stdout } = await vi.waitUntil(
    async () => {
      const printed = await readOutbox({})
      return printed.stdout.includes('token=') && printed
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(stdout).toMatch(/^\d{4}-\S+Z to ada@example\.org: Reset your Loreloom password\n\n {2}Hello/)
  const token = new URL(/http:\S+/.exec(stdout)?.[0] ?? '').searchParams.get('token')
  expect(await post('reset-password', { newPassword: 'a password to keep', token })).toBe(200)
  expect(await post('sign-in/email', { email, password: 'a password to keep' })).toBe(200)

  const { postgres } = server.parts()
  expect(isRunning(postgres)).toBe(true)
  server.process.kill('SIGTERM')
  await server.ended
  // The sign-in from a browser without a known cookie was mailed as well, and is the newest.
  const printed = await readOutbox({})
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  expect(printed.stdout).toMatch(/^\d{4}-\S+Z to ada@example\.org: A new sign-in to your Loreloom account\n/)
  expect(printed.stdout).toContain(`token=${token}`)
  expect(existsSync(join(base, 'data/postgres/cluster/postmaster.pid'))).toBe(false)
}, 120_000)

test('only the newest are printed, and nothing in them is obeyed by a terminal or passes for another mail', async () => {
  const { options, drop } = await freshDatabase()
  const { host, user } = inject('postgres')
  const env = {
    DATABASE_URL: `postgres://${user}@localhost/${options.database}?host=${encodeURIComponent(host ?? '')}`,
  }
  const pool = openPool(options)
  try {
    expect(await readOutbox(env)).toMatchObject({ code: 0, stdout: 'No unsent mails\n' })
    await migrateOutbox(pool)
    for (let n = 1; n <= 21; n++)
      await outbox(pool).send({ to: 'ada@example.org', subject: `${n}\u001B]0;x\nhey`, text: 'One\u202E\u0007\nTwo' })
    const { stdout } = await readOutbox(env)
    expect(stdout.match(/^\S+ to ada@example\.org: \d+\]0;x hey\n\n {2}One\n {2}Two\n$/gm)).toHaveLength(20)
    expect(stdout).toContain(': 21]0;x')
    expect(stdout).not.toContain(': 1]0;x')
    expect(stdout).toMatch(/\nThe newest 20 of 21 unsent mails\n$/)
    expect(stdout).not.toMatch(/[^\P{C}\n]/u)
  } finally {
    await pool.end()
    await drop()
  }
})

test('a data directory without a database is named, and none is made there', async () => {
  const dataDir = join(base, 'elsewhere')
  expect(await readOutbox({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR ${dataDir} holds no database.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})
