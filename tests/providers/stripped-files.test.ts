import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder } from '../../backend/providers/files/folder.ts'
import { FileMissing, type Files } from '../../backend/providers/files.ts'
import { strippedFiles } from '../../backend/queries/campaigns/stripped-files.ts'
import { untrusted } from '../untrusted.ts'

let dir: string
let files: Files
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'loreloom-stripped-'))
  files = folder(dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const secret = 'Salt Lane 7'
const taken = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .withMetadata({ exif: { IFD0: { Artist: secret } } })
    .jpeg()
    .toBuffer()

const campaignId = 'a'
const byAnother = { isAddedByRequester: false }
/** No campaign is forgotten, unless said so. */
const pool = (forgotten = 0) => ({ query: async () => ({ rowCount: forgotten }) }) as unknown as pg.Pool

/** What is read and written, beside what is done. */
const watched = (): Files & { gets: number; puts: number } => ({
  ...files,
  gets: 0,
  puts: 0,
  get(key) {
    this.gets++
    return files.get(key)
  },
  put(key, ...rest) {
    this.puts++
    return files.put(key, ...rest)
  },
})

it('strips a picture of before pictures were stripped once, however many ask at once, and keeps it so', async () => {
  const file = { key: 'campaigns/a/one.jpg', mime: 'image/jpeg', campaignId }
  await files.put(file.key, await taken(), file.mime)
  expect(String(await files.get(file.key))).toContain(secret)

  const store = watched()
  const open = strippedFiles({ pool: pool(), files: store, untrusted })
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(file, byAnother)))
  for (const { size, stream } of answers) {
    const bytes = await buffer(stream)
    expect(bytes.length).toBe(size)
    expect(String(bytes)).not.toContain(secret)
  }
  expect([store.gets, store.puts]).toEqual([1, 1])
  expect(String(await files.get(file.key))).not.toContain(secret)
  // Another process, or this one after a restart, finds nothing to do.
  const later = watched()
  await buffer((await strippedFiles({ pool: pool(), files: later, untrusted })(file, byAnother)).stream)
  expect(later.puts).toBe(0)
})

it('leaves other files as they are', async () => {
  const store = watched()
  const [key, mime, bytes] = ['campaigns/a/two.pdf', 'application/pdf', Buffer.from('%PDF-1.7')]
  await files.put(key, bytes, mime)
  expect(
    (
      await buffer(
        (
          await strippedFiles({ pool: pool(), files: store, untrusted })({ key, mime, campaignId }, byAnother)
        ).stream,
      )
    ).equals(bytes),
  ).toBe(true)
  expect(store.puts).toBe(0)
})

it('draws what is damaged again where all of it can be read, and gives what cannot be to the user alone who added it', async () => {
  const open = strippedFiles({ pool: pool(), files, untrusted })
  const whole = await taken()
  // A segment that claims to be longer than the file, behind all pixels.
  const damaged = Buffer.concat([whole.subarray(0, -2), Buffer.of(0xff, 0xe1, 0xff, 0xff, 0x00)])
  const file = { key: 'campaigns/a/damaged.jpg', mime: 'image/jpeg', campaignId }
  await files.put(file.key, damaged, file.mime)
  const given = await buffer((await open(file, byAnother)).stream)
  expect(String(given)).not.toContain(secret)
  expect(await sharp(given).metadata()).toMatchObject({ width: 40, height: 30, format: 'jpeg' })

  const scan = whole.indexOf(Buffer.of(0xff, 0xdb))
  const torn = { key: 'campaigns/a/torn.jpg', mime: 'image/jpeg', campaignId }
  await files.put(torn.key, Buffer.concat([whole.subarray(0, scan), Buffer.of(0), whole.subarray(scan)]), torn.mime)
  const kept = await files.get(torn.key)
  await expect(open(torn, byAnother)).rejects.toMatchObject({ code: 'picture_broken' })
  expect((await files.get(torn.key)).equals(kept)).toBe(true)

  const half = { key: 'campaigns/a/half.jpg', mime: 'image/jpeg', campaignId }
  await files.put(half.key, whole.subarray(0, whole.indexOf(secret) + secret.length), half.mime)
  for (let n = 0; n < 2; n++) {
    await expect(open(half, byAnother)).rejects.toMatchObject({ code: 'picture_broken' })
    const own = await buffer((await open(half, { isAddedByRequester: true })).stream)
    expect(own.equals(await files.get(half.key))).toBe(true)
  }
})

it('keeps every frame of a moving picture that is drawn anew', async () => {
  const frames = Buffer.concat([0, 90, 180].map((grey) => Buffer.alloc(4 * 4 * 3, grey)))
  const raw = { width: 4, height: 12, channels: 3, pageHeight: 4 } as const
  const moving = await sharp(frames, { raw }).gif().toBuffer()
  const file = { key: 'campaigns/a/moving.gif', mime: 'image/gif', campaignId }
  await files.put(file.key, Buffer.concat([moving.subarray(0, -1), Buffer.of(0x21, 0xfe, 5, 65)]), file.mime)
  const given = await buffer((await strippedFiles({ pool: pool(), files, untrusted })(file, byAnother)).stream)
  expect(await sharp(given).metadata()).toMatchObject({ width: 4, height: 4, pages: 3 })
})

it('brings no file back that was forgotten while it was stripped', async () => {
  const file = { key: 'campaigns/a/forgotten.jpg', mime: 'image/jpeg', campaignId }
  await files.put(file.key, await taken(), file.mime)
  await expect(strippedFiles({ pool: pool(1), files, untrusted })(file, byAnother)).rejects.toBeInstanceOf(FileMissing)
  expect(await files.stat(file.key)).toBeUndefined()
})
