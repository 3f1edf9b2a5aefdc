import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeArchive, endingOf, tarOf } from '../../backend/backup/file-stream.ts'
import { writeList } from '../../backend/backup/list.ts'
import { type Manifest, manifestText } from '../../backend/backup/manifest.ts'
import { readArchive } from '../../backend/backup/read.ts'
import { createArchive } from '../../backend/backup/write.ts'

const base = mkdtempSync(join(tmpdir(), 'loreloom-archive-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const { signal } = new AbortController()
const told = () => undefined
const passphrase = 'a lantern under the quay'

const picture = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251))
let manifest: Manifest
let tar: Buffer
beforeAll(async () => {
  const dir = join(base, 'gathered')
  mkdirSync(join(dir, 'files/.mime/images'), { recursive: true })
  mkdirSync(join(dir, 'files/images'))
  writeFileSync(join(dir, 'auth-secret'), 'secret')
  writeFileSync(join(dir, 'files/images/a.png'), picture)
  writeFileSync(join(dir, 'files/images/empty.png'), '')
  writeFileSync(join(dir, 'files/.mime/images/a.png'), 'image/png')
  manifest = {
    format: 'loreloom-backup',
    version: 1,
    id: '019a0000-0000-7000-8000-000000000000',
    createdAt: '2026-11-23T10:00:00.000Z',
    loreloom: '2.17.2',
    database: null,
    log: 'elsewhere',
    media: 'files',
    counts: null,
    ...(await writeList(dir, signal, told)),
  }
  tar = await buffer(createArchive({ dir, manifest, signal, onBytes: told }))
})

let made = 0
/** Reads bytes as a backup into an empty folder. */
const read = async (bytes: Buffer, given?: string) => {
  const dir = join(base, `read-${made++}`)
  mkdirSync(dir)
  const accept = () => undefined
  return {
    dir,
    manifest: await readArchive(await tarOf(Readable.from([bytes]), given), { dir, accept, signal, onBytes: told }),
  }
}

test('what was gathered is laid out as it was, after a manifest that counts it', async () => {
  const { dir, manifest: found } = await read(tar)
  expect(found).toEqual(manifest)
  expect(manifest).toMatchObject({ mediaCount: 2, list: { entries: 4, total: picture.length + 6 + 9 } })
  expect(readFileSync(join(dir, 'files/images/a.png')).equals(picture)).toBe(true)
  expect(readFileSync(join(dir, 'files/.mime/images/a.png'), 'utf8')).toBe('image/png')
  expect(readFileSync(join(dir, 'auth-secret'), 'utf8')).toBe('secret')
})

describe.each(['a.tar', 'a.tar.gz', 'a.tgz', 'a.tar.zst', '-', 'a.tar.gz.age'])('as %s', (name) => {
  const file = (given?: string) => encodeArchive(Readable.from([tar]), endingOf(name), given).then(buffer)

  test('it is read without its name', async () => {
    expect((await read(await file())).manifest).toEqual(manifest)
  })

  test.each([0.999, 0.5, 0.02])('%d of it is refused', async (part) => {
    const whole = await file()
    await expect(read(whole.subarray(0, Math.floor(whole.length * part)))).rejects.toThrow()
  })
})

test.each(['tar', 'lore.zip', 'lore', 'lore.tar.xz'])(
  'a name such as %s is refused, with the endings that are taken',
  (name) => {
    expect(() => endingOf(name)).toThrow('must end in .tar, .tar.gz, .tgz, .tar.zst')
  },
)

test('a bit that changed anywhere is found', async () => {
  // Headers hold what nobody reads, such as dates: those are of no matter, and are none of these.
  const places = [
    tar.indexOf('0000-7000-8000') + 20,
    tar.indexOf('"name"'),
    tar.indexOf(picture.subarray(0, 64)),
    tar.lastIndexOf('image/png'),
  ]
  for (const place of places) {
    const altered = Buffer.from(tar)
    altered[place] = (altered[place] ?? 0) ^ 1
    await expect(read(altered), `at ${place}`).rejects.toThrow()
  }
})

test('encrypted, only its passphrase opens it, and a changed bit is found', async () => {
  const file = await buffer(await encodeArchive(Readable.from([tar]), '.tar.zst', passphrase, 8))
  expect(file.includes('loreloom-backup')).toBe(false)
  expect((await read(file, passphrase)).manifest).toEqual(manifest)
  await expect(read(file)).rejects.toThrow('The backup is encrypted: set BACKUP_PASSPHRASE, or say --passphrase-file.')
  await expect(read(file, 'a lantern over the quay')).rejects.toThrow('The passphrase is not the one of this backup.')
  const altered = Buffer.from(file)
  altered[file.length - 40] = (altered[file.length - 40] ?? 0) ^ 1
  await expect(read(altered, passphrase)).rejects.toThrow()
})

test('an encrypted one costs what age asks of who tries passphrases', { tags: 'long' }, async () => {
  const file = await buffer(await encodeArchive(Readable.from([]), '.tar', passphrase))
  expect(file.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/)
})

const archive = async (entries: Record<string, string>) => {
  const other = pack()
  for (const [name, text] of Object.entries(entries)) other.entry({ name }, text)
  other.finalize()
  return buffer(Readable.from(other as unknown as AsyncIterable<Buffer>))
}

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a picture', () => picture],
  ['another tar', () => archive({ 'notes.txt': 'Hello' })],
  ['another manifest', () => archive({ 'manifest.json': '{"format":"other"}' })],
])('%s is no backup', async (_name, bytes) => {
  await expect(read(await bytes())).rejects.toThrow(/^This is no backup of Loreloom/)
})

test('an empty file is no backup', async () => {
  const file = join(base, 'empty.tar.zst')
  writeFileSync(file, '')
  await expect(tarOf(createReadStream(file), undefined)).rejects.toThrow('This is no backup of Loreloom: it is empty.')
})

test('a format that came later is left to the version that wrote it', async () => {
  const later = await archive({ 'manifest.json': '{"format":"loreloom-backup","version":2}' })
  await expect(read(later)).rejects.toThrow('The backup has format 2, and this version of Loreloom reads 1')
})

test('a list that leads out of the folder is refused', async () => {
  const line = `{"name":"files/../../escaped","bytes":2,"sha256":"${'a'.repeat(64)}"}\n`
  const sha256 = createHash('sha256').update(line).digest('hex')
  const list = { entries: 1, total: 2, bytes: line.length, sha256 }
  const crafted = {
    'manifest.json': manifestText({ ...manifest, list }),
    'list.jsonl': line,
    'files/../../escaped': 'no',
  }
  await expect(read(await archive(crafted))).rejects.toThrow()
  expect(() => readFileSync(join(base, 'escaped'))).toThrow('ENOENT')
})

test('a file that is another than was listed stops the writing', async () => {
  const dir = join(base, 'changing')
  mkdirSync(join(dir, 'files/images'), { recursive: true })
  writeFileSync(join(dir, 'files/images/a.png'), 'before')
  const counted = await writeList(dir, signal, told)
  writeFileSync(join(dir, 'files/images/a.png'), 'after!')
  const writing = buffer(createArchive({ dir, manifest: { ...manifest, ...counted }, signal, onBytes: told }))
  await expect(writing).rejects.toThrow('files/images/a.png was changed while it was written')
})

test('a file that is gone before it is read stops the writing', async () => {
  const dir = join(base, 'losing')
  mkdirSync(join(dir, 'files/images'), { recursive: true })
  writeFileSync(join(dir, 'files/images/a.png'), 'there')
  const counted = await writeList(dir, signal, told)
  rmSync(join(dir, 'files/images/a.png'))
  const writing = buffer(createArchive({ dir, manifest: { ...manifest, ...counted }, signal, onBytes: told }))
  await expect(writing).rejects.toThrow('ENOENT')
})
