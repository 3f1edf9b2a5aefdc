/** @module-tag long */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { certificateFiles, selfSigned } from '../certificates.ts'
import { quickFolder } from '../temporary.ts'
import { isRunning, postmasterIn, type Server, startServer } from './server.ts'
import { smallStore } from './trouble-servers.ts'

const run = promisify(execFile)
let base: string
let dataDir: string
let servers: Server[]

const start = (env: NodeJS.ProcessEnv = {}) => {
  const server = startServer(dataDir, env)
  servers.push(server)
  return server
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })

const isReady = (url: string) =>
  fetch(`${url}/api/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
const untilReady = (url: string) => vi.waitUntil(() => isReady(url), { timeout: 90_000, interval: 100 })
const untilGone = (...pids: number[]) =>
  vi.waitUntil(() => pids.every((pid) => !isRunning(pid)), { timeout: 20_000, interval: 50 })

const ada = { name: 'Ada', email: 'ada@example.org', password: 'a password to keep' }
const knowsAda = async (url: string) => (await post(url, '/api/auth/sign-in/email', ada)).status === 200

beforeEach(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-process-'))
  // Run by root, the database has a user of its own, who must be able to pass.
  await chmod(base, 0o755)
  dataDir = join(base, 'data')
  servers = []
})

afterEach(async () => {
  for (const { process, ended } of servers) {
    process.kill('SIGTERM')
    await ended
  }
  // What a killed one left running, another start adopts and stops.
  if (existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))) {
    const last = startServer(dataDir, { ROLES: 'projector' })
    await vi.waitUntil(() => last.stdout() !== '' || last.process.exitCode !== null, { timeout: 90_000 })
    last.process.kill('SIGTERM')
    await last.ended
  }
  await rm(base, { recursive: true, force: true })
})

describe('a start on an empty data directory', () => {
  test('prints one line with one address, which serves the web app and the API, and ends with code 0 at Ctrl-C, however often npm and the terminal pass it on', async () => {
    const server = start()
    const url = await server.url
    expect(server.stdout()).toBe(`Loreloom is at ${url}\n`)
    expect((await fetch(`${url}/api/health/live`)).status).toBe(200)
    const page = await fetch(url)
    expect(page.headers.get('content-type')).toContain('text/html')
    await untilReady(url)
    const { eventStore, postgres } = server.parts()
    expect([eventStore, postgres].every(isRunning)).toBe(true)
    server.process.kill('SIGINT')
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect([eventStore, postgres].some(isRunning)).toBe(false)
    expect(server.stderr()).not.toContain('did not stop in time')
  })

  test('is found by npm run demo wherever it listens, which its own limits do not hold up', {
    timeout: 150_000,
  }, async () => {
    const server = start({ RATE_LIMITS: 'on', BASE_URL: 'https://lore.example.org' })
    await vi.waitUntil(() => server.stdout() !== '', { timeout: 100_000 })
    const demo = join(import.meta.dirname, '../../demo/main.ts')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const ada = { headers: { 'content-type': 'application/json', origin: 'https://lore.example.org' } }
    const { url } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'))
    // Somebody else is the admin.
    const account = { name: 'Ada', email: 'ada@example.org', password: 'a password to keep' }
    await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', ...ada, body: JSON.stringify(account) })
    const { stdout } = await run(process.execPath, [demo, '--size', '20'], { env })
    expect(stdout).toContain(`Filling the installation at ${url}`)
    expect(stdout).toContain('Sign in at https://lore.example.org with')
    expect(stdout).not.toMatch(/PRO|BASIC/)
    expect(stdout).toContain('20 pages of lore in')
    const asking = async (key: string) => {
      const ask = () => fetch(`${url}/api/version`, { headers: { 'x-operator-key': key } })
      const answers = await Promise.all(Array.from({ length: 610 }, ask))
      return answers.filter(({ status }) => status === 429).length
    }
    expect(await asking((await readFile(join(dataDir, 'operator-key'), 'utf8')).trim())).toBe(0)
    expect(await asking('guessed')).toBeGreaterThan(0)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
  })

  test('has an admin and an auditor by npm run demo where nobody else is the admin', { timeout: 150_000 }, async () => {
    const server = start()
    await vi.waitUntil(() => server.stdout() !== '', { timeout: 100_000 })
    const demo = join(import.meta.dirname, '../../demo/main.ts')
    const { stdout } = await run(process.execPath, [demo, '--size', '2'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    expect(stdout).toMatch(/^ {2}odile@example\.org +auditor$/m)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('leaves nothing running either when Ctrl-C comes while it starts', async () => {
    const server = start()
    await vi.waitUntil(() => existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')), {
      timeout: 90_000,
      interval: 5,
    })
    const postgres = postmasterIn(dataDir)
    server.process.kill('SIGINT')
    expect(await server.ended).toBe(0)
    await untilGone(postgres)
    expect(server.stdout()).toBe('')
  })
})

describe('a start that cannot be says why in a line, and ends with code 1', () => {
  test('a wrong setting', async () => {
    const server = start({ PORT: 'http', FILES: 'ftp' })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toBe(
      'PORT must be a port from 0 to 65535 (0: any free one), not "http".\nFILES must be folder or s3, not "ftp".\n',
    )
  })

  test('an event store that does not take the password, before it is called ready', async () => {
    const tls = selfSigned()
    const files = certificateFiles(tls)
    const store = await smallStore({ tls, password: 'right-one' })
    const address = `esdb://loreloom:wrong-one@localhost:${store.port}?tlsCAFile=${files.cert}`
    const server = start({ EVENTSTORE_URL: address, ROLES: 'projector,worker' })
    expect(await server.ended).toBe(1)
    await store.close()
    await rm(files.folder, { recursive: true })
    expect([server.stdout(), server.stderr()]).toEqual([
      '',
      expect.stringMatching(/^The event store does not take the password of the user loreloom: .*EVENTSTORE_URL.*\n$/),
    ])
  })

  test('a file of sources of pictures that says nothing of where one is', async () => {
    const IMAGE_SOURCES = join(base, 'sources.json')
    await writeFile(IMAGE_SOURCES, '{"sources": [{"kind": "comfyui"}]}')
    const server = start({ IMAGE_SOURCES })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toBe(`IMAGE_SOURCES ${IMAGE_SOURCES}: sources[0].url must be an http or https address.\n`)
  })

  test('a data directory in use; the one that uses it is not disturbed', async () => {
    const first = start()
    const url = await first.url
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toBe(
      `Another Loreloom (process ${first.process.pid}) is using ${dataDir}: stop it, or set DATA_DIR to another folder.\n`,
    )
    await untilReady(url)
  })

  test('a taken port, before anything is started', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const server = start({ PORT: String(port) })
    expect(await server.ended).toBe(1)
    expect(server.stderr()).toBe(`127.0.0.1:${port} is taken by another program: set PORT or HOST to another.\n`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    taken.close()
  })
})

test('a start with roles that nobody else may have says so once, and goes on', async () => {
  const server = start({ ROLES: 'api' })
  await server.url
  expect(server.stderr().match(/ROLES leaves out projector and worker/g)).toHaveLength(1)
})

test('a start with a source of pictures that is away says so once, without its key, and goes on', async () => {
  const away = createServer().listen(0, '127.0.0.1')
  await once(away, 'listening')
  const url = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
  away.close()
  const IMAGE_SOURCES = join(base, 'sources.json')
  const source = { kind: 'automatic1111', name: 'The attic', url, keyFrom: 'ATTIC_LOGIN' }
  await writeFile(IMAGE_SOURCES, JSON.stringify({ sources: [source] }))
  const server = start({ IMAGE_SOURCES, ATTIC_LOGIN: 'me:hunter2', LOG_LEVEL: 'trace' })
  await untilReady(await server.url)
  expect(server.stderr().match(/The attic cannot be reached at/g)).toHaveLength(1)
  expect(server.stderr()).not.toContain('hunter2')
  expect(server.stderr()).not.toContain(btoa('me:hunter2'))
})

describe('what was acknowledged is there after a SIGKILL', () => {
  test('of the server: the next start recovers', async () => {
    const first = start()
    const url = await first.url
    expect((await post(url, '/api/auth/sign-up/email', ada)).status).toBe(200)
    first.process.kill('SIGKILL')
    await first.ended

    const again = await start().url
    expect(await knowsAda(again)).toBe(true)
    await untilReady(again)
  })

  test('of PostgreSQL, and of the event store, or without their sockets: they are started again', async () => {
    const server = start()
    const url = await server.url
    expect((await post(url, '/api/auth/sign-up/email', ada)).status).toBe(200)
    const before = server.parts()

    process.kill(before.eventStore, 'SIGKILL')
    await untilGone(before.eventStore)
    await untilReady(url)
    process.kill(before.postgres, 'SIGKILL')
    await untilGone(before.postgres)
    await untilReady(url)

    const between = server.parts()
    for (const socket of ['run/eventstore.sock', 'postgres/run/.s.PGSQL.5432']) await rm(join(dataDir, socket))
    await untilGone(between.eventStore, between.postgres)
    await untilReady(url)
    expect(server.stderr()).toMatch(/Its socket \S+eventstore\.sock was removed/)
    expect(server.stderr()).toMatch(/Its socket \S+PGSQL\.5432 was removed/)

    expect(await knowsAda(url)).toBe(true)
    const after = server.parts()
    expect(after.eventStore).not.toBe(before.eventStore)
    expect(after.postgres).not.toBe(before.postgres)
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.stderr()).not.toContain('did not stop in time')
    expect([after.eventStore, after.postgres].some(isRunning)).toBe(false)
  })
})
