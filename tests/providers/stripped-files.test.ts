import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folder } from '../../backend/providers/files/folder.ts'
import type { Files } from '../../backend/providers/files.ts'
import { strippedFiles } from '../../backend/queries/campaigns/stripped-files.ts'

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
  const file = { key: 'campaigns/a/one.jpg', mime: 'image/jpeg' }
  await files.put(file.key, await taken(), file.mime)
  expect(String(await files.get(file.key))).toContain(secret)

  const store = watched()
  const open = strippedFiles(store)
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(file)))
  for (const { size, stream } of answers) {
    const bytes = await buffer(stream)
    expect(bytes.length).toBe(size)
    expect(String(bytes)).not.toContain(secret)
  }
  expect([store.gets, store.puts]).toEqual([1, 1])
  expect(String(await files.get(file.key))).not.toContain(secret)
  // Another process, or this one after a restart, finds nothing to do.
  const later = watched()
  await buffer((await strippedFiles(later)(file)).stream)
  expect(later.puts).toBe(0)
})

it('leaves other files as they are', async () => {
  const store = watched()
  const [key, mime, bytes] = ['campaigns/a/two.pdf', 'application/pdf', Buffer.from('%PDF-1.7')]
  await files.put(key, bytes, mime)
  expect((await buffer((await strippedFiles(store)({ key, mime })).stream)).equals(bytes)).toBe(true)
  expect(store.puts).toBe(0)
})

it('draws anew what is damaged, and gives nothing out of what cannot be read', async () => {
  const open = strippedFiles(files)
  const whole = await taken()
  // A segment that claims to be longer than the file, behind what it says of where it was taken.
  const scan = whole.indexOf(Buffer.of(0xff, 0xdb))
  const damaged = Buffer.concat([whole.subarray(0, scan), Buffer.of(0xff, 0x01), Buffer.of(0x00), whole.subarray(scan)])
  const file = { key: 'campaigns/a/damaged.jpg', mime: 'image/jpeg' }
  await files.put(file.key, damaged, file.mime)
  const given = await buffer((await open(file)).stream)
  expect(String(given)).not.toContain(secret)
  expect(await sharp(given).metadata()).toMatchObject({ width: 40, height: 30, format: 'jpeg' })

  const half = { key: 'campaigns/a/half.jpg', mime: 'image/jpeg' }
  await files.put(half.key, whole.subarray(0, whole.indexOf(secret) + secret.length), half.mime)
  for (let n = 0; n < 2; n++) await expect(open(half)).rejects.toMatchObject({ code: 'picture_broken' })
})
