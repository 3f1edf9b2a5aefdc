import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrateAwaitedFiles } from '../../backend/commands/awaited-files.ts'
import { awaitOrphans, orphanedFiles } from '../../backend/commands/orphaned-files.ts'
import { folder } from '../../backend/providers/files/folder.ts'
import type { Files } from '../../backend/providers/files.ts'
import { sweepFiles } from '../../backend/reactors/sweep-files.ts'
import { personalData } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { type Database, migratedDatabase, openPool } from '../postgres.ts'

let database: Database
let pool: pg.Pool
let root: string
let files: Files
let store: ReturnType<typeof memoryStore>

beforeAll(async () => {
  database = await migratedDatabase()
  pool = openPool(database.options)
  await migrateAwaitedFiles(pool)
})
beforeEach(async () => {
  store = memoryStore()
  root = await mkdtemp(join(tmpdir(), 'orphans-'))
  files = folder(root)
  await pool.query('truncate awaited_files, campaign_files')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const signal = new AbortController().signal
const days = (n: number) => new Date(Date.now() - n * 86_400_000)
/** A file that was put some days ago. */
const put = async (key: string, daysAgo = 8) => {
  await files.put(key, Buffer.from('a picture'), 'image/png')
  await utimes(join(root, key), days(daysAgo), days(daysAgo))
  return key
}
const id = () => crypto.randomUUID()
const picture = (of = id()) => `images/${of}/${id().slice(0, 8)}.png`
const tell = (stream: string, data: object) =>
  store.append(stream, [{ id: id(), type: 'Said', data, metadata: {} }], 'any')
const all = async <T>(list: AsyncIterable<T>) => {
  const those: T[] = []
  for await (const one of list) those.push(one)
  return those
}
const found = (more: Partial<Parameters<typeof orphanedFiles>[0]> = {}) =>
  all(orphanedFiles({ pool, store, files, storedFiles: personalData.storedFiles, signal, ...more }))
const orphans = async () => (await found()).map(({ key }) => key).toSorted()
const aDayGoesBy = () => pool.query(`update awaited_files set "putAt" = "putAt" - interval '25 hours'`)
const sweep = () => sweepFiles({ pool, store, files, signal, mismatch: () => undefined, warn: () => undefined })
const isThere = async (key: string) => (await files.stat(key)) !== undefined

/** Puts a file that an event of `stream` is to name, as a request does. */
const putAwaited = async (
  to: { put(key: string, bytes: Buffer, mime: string): Promise<void> },
  stream: string,
  key: string,
) => {
  await pool.query(
    `insert into awaited_files (key, stream) values ($1, $2)
      on conflict (key) do update set "putAt" = clock_timestamp(), stream = excluded.stream`,
    [key, stream],
  )
  await to.put(key, Buffer.from('x'), 'image/png')
}

test('a file that no event names is an orphan, with what lies beside it', async () => {
  const [lost, handout] = [await put(picture()), await put(`campaigns/${id()}/${id()}/0123456789abcdef.pdf`)]
  const plan = await put(`${lost}.plan.json`)
  expect(await orphans()).toEqual([handout, lost, plan].toSorted())
})

test('a file that any event of any stream names is none, nor what lies beside it', async () => {
  const [own, others, within] = [await put(picture()), await put(picture()), await put(picture())]
  await put(`${own}.things.json`)
  await tell(`images-${own.split('/')[1]}`, { file: { key: own } })
  await tell(`campaigns-${id()}`, { key: others })
  await tell(`texts-${id()}`, { words: [`see /files/${within}?w=320`] })
  expect(await orphans()).toEqual([])
})

test('an unnamed file in the folder of any thing is an orphan', async () => {
  const folders = personalData.storedFiles.flatMap((each) => each.folders)
  const lost = await Promise.all(folders.map((folder) => put(`${folder}/${id()}/0123456789abcdef.png`)))
  expect(folders).toContain('support')
  expect(await orphans()).toEqual(lost.toSorted())
})

test('what was made from a picture stays as long as an event is about the picture', async () => {
  const [known, gone] = [id(), id()]
  await tell(`images-${known}`, { began: true })
  const made = (of: string) => [
    ...[`thumbnails/${of}/${id()}-320.webp`, `downloads/${of}/${id()}.png`, `tokens/${of}/${id()}.png`],
    ...[`thumbnails/images/${of}/a.png-320.webp`, `prints/images/${of}/a.png-dm.png`],
  ]
  for (const key of [...made(known), ...made(gone)]) await put(key)
  expect((await orphans()).map((key) => key.includes(gone))).toEqual(Array(5).fill(true))
})

test('nothing is one that is younger than a week, awaited, named by a view, or of another shape', async () => {
  await put(picture(), 6)
  const sent = picture()
  await putAwaited(files, 'images-1', sent)
  await utimes(join(root, sent), days(8), days(8))
  const [campaignId, fileId] = [id(), id()]
  const shown = await put(`campaigns/${campaignId}/${fileId}/0123456789abcdef.pdf`)
  await pool.query(
    `insert into campaign_files (id, "campaignId", name, mime, size, key, "addedBy", "createdAt")
      values ($1, $2, 'x', 'application/pdf', 9, $3, $1, now())`,
    [fileId, campaignId, shown],
  )
  for (const key of ['exports/a.pdf', 'images/somebody-put-this-here.png', 'README.txt']) await put(key)
  expect(await orphans()).toEqual([])
})

test('orphans are removed by the next day, and told of no more', async () => {
  const lost = await put(picture())
  const beside = await put(`${lost}.plan.json`)
  const thumbnail = await put(`thumbnails/${id()}/${id()}-640.webp`)
  const kept = await put(picture())
  await tell(`campaigns-${id()}`, { key: kept })
  await awaitOrphans(pool, await found())
  expect([await orphans(), await sweep(), await isThere(lost)]).toEqual([[], 0, true])
  await aDayGoesBy()
  expect(await sweep()).toBe(2)
  expect(await Promise.all([lost, beside, thumbnail, kept].map(isThere))).toEqual([false, false, false, true])
})

test('an orphan that is named before it is removed stays, with what lies beside it; so does one that is sent again', async () => {
  const [lost, again] = [await put(picture()), await put(picture())]
  const beside = await put(`${lost}.plan.json`)
  await awaitOrphans(pool, await found())
  await aDayGoesBy()
  await tell(`images-${lost.split('/')[1]}`, { file: { key: lost } })
  await putAwaited(files, `images-${again.split('/')[1]}`, again)
  await sweep()
  expect(await Promise.all([lost, beside, again].map(isThere))).toEqual([true, true, true])
})

test('a large bucket is read by its pages, and a look that is broken off begins anew', async () => {
  const bucket = Array.from({ length: 2_500 }, () => ({ key: picture(), size: 1, modified: days(30) }))
  await tell('campaigns-1', { keys: bucket.filter((_, n) => n % 500 !== 7).map(({ key }) => key) })
  async function* list() {
    yield* bucket
  }
  expect((await found({ files: { list } })).map(({ key }) => key)).toEqual(
    bucket.filter((_, n) => n % 500 === 7).map(({ key }) => key),
  )
  await expect(found({ files: { list }, signal: AbortSignal.abort() })).rejects.toThrow()
})

afterAll(() => rm(root, { recursive: true, force: true }))
