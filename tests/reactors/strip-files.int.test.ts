import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipped } from '../../backend/platform/zip.ts'
import { folder } from '../../backend/providers/files/folder.ts'
import type { Files } from '../../backend/providers/files.ts'
import { migrateStrippedFiles, stripFiles } from '../../backend/reactors/strip-files.ts'
import { sealingKeys } from '../../backend/sealing/keys.ts'
import { type Database, migratedDatabase, openPool } from '../postgres.ts'
import { untrusted } from '../untrusted.ts'

let database: Database
let pool: pg.Pool
let root: string
let files: Files
let keys: Awaited<ReturnType<typeof sealingKeys>>
let gets = 0

beforeAll(async () => {
  database = await migratedDatabase()
  pool = openPool(database.options)
  await migrateStrippedFiles(pool)
  keys = await sealingKeys(pool)
  root = await mkdtemp(join(tmpdir(), 'strip-'))
  const all = folder(root)
  files = {
    ...all,
    get(key) {
      gets++
      return all.get(key)
    },
  }
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

const position = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitude: '13/1 24/1 0/1' } }
const photo = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Artist: 'Salt Lane 7' }, ...position })
    .toFormat(format)
    .toBuffer()
interface Kept {
  bytes: Buffer
  isRemoved: boolean
  campaignId: string
  mime: string
}
/** As it was kept before pictures were stripped when they come. */
const keep = async (
  format: 'jpeg' | 'png' | 'webp',
  { bytes, isRemoved = false, campaignId = crypto.randomUUID(), mime = `image/${format}` }: Partial<Kept> = {},
) => {
  const key = `campaigns/c/${crypto.randomUUID()}.${format}`
  if (bytes?.length !== 0) await files.put(key, bytes ?? (await photo(format)), mime)
  await pool.query(
    `insert into campaign_files (id, "campaignId", name, mime, size, key, "addedBy", "createdAt", "deletedAt")
      values (gen_random_uuid(), $4, 'x', $1, 1, $2, gen_random_uuid(), now(), $3)`,
    [mime, key, isRemoved ? new Date() : null, campaignId],
  )
  return key
}
const strip = (given: Partial<Parameters<typeof stripFiles>[0]> = {}) =>
  stripFiles({ pool, files, untrusted, signal: new AbortController().signal, warn: () => undefined, ...given })
const metadata = async (key: string) => (await sharp(await files.get(key)).metadata()).exif

test('no kept picture says where it was taken, though nobody asked for it yet; each is gone over once', {
  tags: 'long',
}, async () => {
  const kept = [await keep('jpeg'), await keep('png'), await keep('webp'), await keep('jpeg', { isRemoved: true })]
  for (const key of kept) expect(await metadata(key)).toBeDefined()
  const half = await keep('jpeg', { bytes: (await photo('jpeg')).subarray(0, 60) })
  const gone = await keep('png', { bytes: Buffer.alloc(0) })
  await strip()
  for (const key of kept) expect(await metadata(key)).toBeUndefined()

  // What cannot be read is never given out; what is not there may come back.
  gets = 0
  await strip()
  expect(gets).toBe(1)
  await files.put(gone, await photo('png'), 'image/png')
  await strip()
  expect(await metadata(gone)).toBeUndefined()
  expect((await files.get(half)).length).toBe(60)
})

test('nor does a picture in a kept document', { tags: 'long' }, async () => {
  const document = zipped([
    { name: 'word/document.xml', bytes: Buffer.from('The bells') },
    { name: 'word/media/image1.jpeg', bytes: await photo('jpeg') },
  ])
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const key = await keep('jpeg', { bytes: document, mime })
  expect((await files.get(key)).includes('Salt Lane 7')).toBe(true)
  await strip()
  const kept = await files.get(key)
  expect([kept.includes('Salt Lane 7'), kept.includes('The bells')]).toEqual([false, true])
  gets = 0
  await strip()
  expect(gets).toBe(0)
})

test('a worker that stops goes on at the next start', { tags: 'long' }, async () => {
  const key = await keep('jpeg')
  await strip({ signal: AbortSignal.abort() })
  expect(await metadata(key)).toBeDefined()
  await strip()
  expect(await metadata(key)).toBeUndefined()
})

test('one that cannot be reached now keeps none of the others waiting', { tags: 'long' }, async () => {
  const kept = [await keep('jpeg'), await keep('jpeg')].toSorted()
  const warned: unknown[] = []
  const away = {
    ...files,
    get: (key: string) => (key === kept[0] ? Promise.reject(new Error('The bucket is away')) : files.get(key)),
  }
  await strip({ files: away, warn: (error) => warned.push(error) })
  expect(warned).toHaveLength(1)
  expect((await Promise.all(kept.map(metadata))).map((exif) => exif === undefined)).toEqual([false, true])
  await strip()
  expect(await metadata(kept[0] ?? '')).toBeUndefined()
})

test('a file that is forgotten while it is gone over stays away, and is not asked for again', async () => {
  const campaignId = crypto.randomUUID()
  const key = await keep('jpeg', { campaignId })
  const slow = {
    ...files,
    async put(...file: Parameters<Files['put']>) {
      await keys.forget([`campaign:${campaignId}`])
      await files.remove(key)
      await files.put(...file)
    },
  }
  await strip({ files: slow })
  expect(await files.stat(key)).toBeUndefined()
  gets = 0
  await strip()
  expect(gets).toBe(0)
})
