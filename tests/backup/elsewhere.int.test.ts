/** @module-tag long */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { layCluster } from '../../backend/backup/cluster.ts'
import { baseBackup } from '../../backend/platform/base-backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'
import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { startBucket } from '../faults/lib/bucket.ts'
import { type Server, startServer } from '../platform/server.ts'
import { run as sql } from '../postgres.ts'
import { quickFolder } from '../temporary.ts'
import { command } from './command.ts'
import { visitor } from './visitor.ts'

/** An installation whose PostgreSQL, log and files lie elsewhere: each is copied by its own means, in the order that operations.md has, while two people write. */
let base: string
const stops: (() => Promise<unknown>)[] = []
const personOf = (name: string) => ({ name, email: `${name}@example.org`, password: 'correct horse' })
const [ada, ben] = [personOf('ada'), personOf('ben')]
const place = (name: string) => join(base, name)

/** A PostgreSQL of somebody else's. */
const cluster = async (name: string) => {
  const postgres = await startEmbeddedPostgres(place(name))
  stops.push(postgres.stop)
  return postgres
}
const databaseUrl = ({ url }: EmbeddedPostgres) => url.replace('/postgres?', '/loreloom?')
const logOn = async ({ options }: EmbeddedPostgres) => {
  const store = await startEmbeddedEventStore({ postgres: { ...options, database: 'log' } })
  stops.push(store.stop)
  return store.url
}
const copyOf = async ({ options }: EmbeddedPostgres, name: string) => layCluster(await baseBackup(options), place(name))

/** Folders that somebody makes one after the other, until told to stop; `made` are those that were answered. */
const writing = async (browser: ReturnType<typeof visitor>, name: string) => {
  const { id: campaignId } = await browser.post('/api/campaigns', { name })
  const [made, halt] = [[] as string[], new AbortController()]
  const write = async () => {
    for (let n = 0; !halt.signal.aborted; n++) {
      await browser.post('/api/collections', { campaignId, name: `Folder ${n}`, parentId: null })
      made.push(`Folder ${n}`)
    }
  }
  const written = write()
  const stop = () => {
    halt.abort()
    return written
  }
  stops.push(() => stop().catch(() => undefined))
  return { campaignId, made, stop }
}
const signedIn = async (server: Server, person: object, how = 'sign-in') => {
  const browser = visitor(server)
  await browser.post(`/api/auth/${how}/email`, person)
  return browser
}

beforeAll(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-elsewhere-'))
  // Run by root, the database is another user's, who must be able to pass.
  await chmod(base, 0o755)
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await rm(base, { recursive: true, force: true })
})

test('what lies elsewhere is restored in its order, and nothing that was answered before its copy is lost', async () => {
  const bucket = await startBucket(base)
  stops.push(bucket.close)
  const first = await cluster('postgres')
  for (const name of ['loreloom', 'log']) await sql(first.options, `create database ${name}`)
  const settings = { ...bucket.env, DATABASE_URL: databaseUrl(first), EVENTSTORE_URL: await logOn(first) }
  const server = startServer(place('data'), { ...settings, ROLES: 'api,projector' })
  stops.push(() => end(server))
  const adas = await signedIn(server, ada, 'sign-up')
  const bens = await signedIn(server, ben, 'sign-up')
  const writers = [await writing(adas, 'The Drowned Bells'), await writing(bens, 'The Salt Road')]
  const download = await uploaded(adas, writers[0]?.campaignId ?? '')
  const picture = await adas.bytes(download)
  await vi.waitUntil(() => writers.every(({ made }) => made.length > 3), 60_000)

  const file = place('lore.tar')
  await copyOf(first, 'postgres-restored')
  const certain = writers.map(({ made }) => made.length)
  await copyOf(first, 'log-restored')
  const keys = await rowsOf(databaseUrl(first), 'select to_jsonb(k) as key from sealing_keys k')
  const backedUp = await command('backup', [file], { ...settings, DATA_DIR: place('data') })
  expect(backedUp.code, backedUp.said).toBe(0)
  for (const lacking of ['the PostgreSQL of DATABASE_URL', 'the log of EVENTSTORE_URL', 'the files of the bucket'])
    expect(backedUp.said).toContain(`Not in it: ${lacking}`)
  for (const { stop } of writers) await stop()
  // Everything is lost but the copies, and the bucket, which keeps its versions.
  for (const stop of stops.splice(1).toReversed()) await stop()
  for (const lost of ['postgres', 'data']) await rm(place(lost), { recursive: true })

  const restored = await cluster('postgres-restored')
  for (const { key } of keys) await addKey(databaseUrl(restored), key)
  const log = await cluster('log-restored')
  const anew = { ...bucket.env, DATABASE_URL: databaseUrl(restored), EVENTSTORE_URL: await logOn(log) }
  const brought = await command('restore', [file], { ...anew, DATA_DIR: place('data') })
  expect(brought.code, brought.said).toBe(0)
  expect(brought.said).toContain('The bucket loreloom has every file that it had then.')

  const after = startServer(place('data'), anew)
  stops.push(() => end(after))
  for (const [n, person] of [ada, ben].entries()) {
    const { campaignId = '', made = [] } = writers[n] ?? {}
    const browser = await signedIn(after, person)
    const found = async (): Promise<string[]> =>
      (await browser.get(`/api/collections/tree?limit=1000&campaignId=${campaignId}`)).data.map(
        ({ name }: { name: string }) => name,
      )
    // The log is younger than the views, which are caught up with it.
    await vi.waitFor(async () => expect((await found()).length).toBeGreaterThanOrEqual(certain[n] ?? 0), 60_000)
    const names = await found()
    expect(new Set(names)).toEqual(new Set(made.slice(0, names.length)))
    if (n === 0) expect((await browser.bytes(download)).equals(picture)).toBe(true)
  }
}, 300_000)

const end = async (server: Server) => {
  server.process.kill('SIGTERM')
  await server.ended
}

const uploaded = async (browser: ReturnType<typeof visitor>, campaignId: string) => {
  const data = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(data)], { type: 'image/png' }), 'tide.png')
  const { id } = await browser.post(`/api/images/upload?campaignId=${campaignId}`, form)
  await vi.waitFor(() => browser.get(`/api/images/${id}`), 60_000)
  return `/api/images/${id}/download`
}

const rowsOf = async (connectionString: string, query: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return (await client.query(query, values).finally(() => client.end())).rows
}

/** As `pg_restore` puts the table over the one that is there. */
const addKey = (url: string, key: object) =>
  rowsOf(
    url,
    'insert into sealing_keys select * from jsonb_populate_record(null::sealing_keys, $1) on conflict do nothing',
    [JSON.stringify(key)],
  )
