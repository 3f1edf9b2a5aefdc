import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folder } from '../../backend/providers/files/folder.ts'
import { s3 } from '../../backend/providers/files/s3.ts'
import { FileMissing, type Files, type ListedFile } from '../../backend/providers/files.ts'

const temporary = () => mkdtemp(join(tmpdir(), 'files-'))
const roots: string[] = []
afterAll(() => Promise.all(roots.map((root) => rm(root, { recursive: true, force: true }))))

/** Where each adapter keeps its files in this run. */
const stores: Record<string, () => Promise<{ files: Files; stop(): Promise<void> }>> = {
  async folder() {
    const root = await temporary()
    roots.push(root)
    return { files: folder(root), stop: async () => undefined }
  },
  async s3() {
    const root = await temporary()
    roots.push(root)
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: root,
      configureBuckets: [{ name: 'media' }],
    })
    const { port } = await server.run()
    const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const files = s3({ bucket: 'media', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...keys })
    return {
      files,
      async stop() {
        await files.close()
        await server.close()
      },
    }
  },
}

describe.each(Object.keys(stores))('files in %s', (name) => {
  let files: Files
  let stop: () => Promise<void>
  beforeAll(async () => {
    const store = await stores[name]?.()
    if (!store) throw new Error(`No store ${name}`)
    ;({ files, stop } = store)
  })
  afterAll(() => stop())

  test('what was put comes back, byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
    await files.put('images/a.png', bytes, 'image/png')
    expect(Buffer.compare(await files.get('images/a.png'), bytes)).toBe(0)
    expect(Buffer.compare(await buffer(await files.stream('images/a.png')), bytes)).toBe(0)
  })

  test('a stream is stored, and a range of it is read', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
    const pieces = Readable.from([bytes.subarray(0, 200_000), bytes.subarray(200_000)])
    await files.putStream('exports/a.zip', pieces, { size: bytes.length, mime: 'application/zip' })
    expect(await files.stat('exports/a.zip')).toMatchObject({ size: bytes.length, mime: 'application/zip' })
    expect(Buffer.compare(await files.get('exports/a.zip'), bytes)).toBe(0)
    const range = await buffer(await files.stream('exports/a.zip', { start: 1_000, end: 250_999 }))
    expect(Buffer.compare(range, bytes.subarray(1_000, 251_000))).toBe(0)
  })

  test('size, type, time and a tag are known', async () => {
    const before = Date.now()
    await files.put('images/b.png', Buffer.from('four'), 'image/png')
    const stat = await files.stat('images/b.png')
    expect(stat).toMatchObject({ size: 4, mime: 'image/png', etag: expect.stringMatching(/^(W\/)?".+"$/) })
    expect(Math.abs((stat?.modified.getTime() ?? 0) - before)).toBeLessThan(60_000)
  })

  test('the type is the one that was given, whatever the key ends with', async () => {
    await files.put('images/c.png', Buffer.from('x'), 'image/webp')
    await files.put('images/no-ending', Buffer.from('x'), 'image/jpeg')
    expect(await files.stat('images/c.png')).toMatchObject({ mime: 'image/webp' })
    expect(await files.stat('images/no-ending')).toMatchObject({ mime: 'image/jpeg' })
  })

  test('all are listed, with their size and when they came, and nothing that the store keeps beside them', async () => {
    const before = Date.now()
    for (const key of ['lists/one.png', 'lists/deeper/two.webp']) await files.put(key, Buffer.from('four'), 'image/png')
    await files.put('lists/gone.png', Buffer.from('x'), 'image/png')
    await files.remove('lists/gone.png')
    const listed: ListedFile[] = []
    for await (const file of files.list()) if (file.key.startsWith('lists/')) listed.push(file)
    expect(listed.map(({ key, size }) => [key, size]).toSorted()).toEqual([
      ['lists/deeper/two.webp', 4],
      ['lists/one.png', 4],
    ])
    for (const { modified } of listed) expect(Math.abs(modified.getTime() - before)).toBeLessThan(60_000)
  })

  test('a second put replaces the first, and the tag says so', async () => {
    await files.put('images/d.png', Buffer.from('first'), 'image/png')
    const first = await files.stat('images/d.png')
    await files.put('images/d.png', Buffer.from('second one'), 'image/jpeg')
    expect(String(await files.get('images/d.png'))).toBe('second one')
    const second = await files.stat('images/d.png')
    expect(second).toMatchObject({ size: 10, mime: 'image/jpeg' })
    expect(second?.etag).not.toBe(first?.etag)
  })

  test('an empty file is a file', async () => {
    await files.put('images/empty', Buffer.alloc(0), 'image/png')
    expect(await files.stat('images/empty')).toMatchObject({ size: 0 })
    expect(await files.get('images/empty')).toHaveLength(0)
  })

  test('what is not there is missing, also when it is streamed', async () => {
    await files.put('images/e.png', Buffer.from('x'), 'image/png')
    for (const key of ['images/nothing.png', 'nowhere/nothing.png', 'images/e.png/below']) {
      expect(await files.stat(key)).toBeUndefined()
      await expect(files.get(key)).rejects.toBeInstanceOf(FileMissing)
      await expect(files.stream(key)).rejects.toBeInstanceOf(FileMissing)
    }
  })

  test('a folder is no file', async () => {
    await files.put('folder/inside.png', Buffer.from('x'), 'image/png')
    expect(await files.stat('folder')).toBeUndefined()
  })

  test('removing ends it, and removing again does nothing', async () => {
    await files.put('images/f.png', Buffer.from('x'), 'image/png')
    await files.remove('images/f.png')
    expect(await files.stat('images/f.png')).toBeUndefined()
    await files.remove('images/f.png')
  })

  test('many at once do not disturb each other', async () => {
    const keys = Array.from({ length: 20 }, (_, i) => `many/${i}.png`)
    await Promise.all(keys.map((key) => files.put(key, Buffer.from(key), 'image/png')))
    expect((await Promise.all(keys.map((key) => files.get(key)))).map(String)).toEqual(keys)
  })

  test.each([
    '../outside',
    'images/../../outside',
    'images/..',
    '/etc/passwd',
    'images//a.png',
    'images\\..\\a.png',
    '.mime/images/a.png',
    'images/.hidden',
    'images/a\u0000.png',
    'images/',
    '.',
    '',
    'a'.repeat(600),
  ])('%j is no key', async (key) => {
    for (const attempt of [
      () => files.put(key, Buffer.from('x'), 'image/png'),
      () => files.get(key),
      () => files.stream(key),
      () => files.stat(key),
      () => files.remove(key),
    ])
      await expect(attempt()).rejects.toThrow('Not a file key')
  })
})

describe('the folder', () => {
  test('readers see the old file or the new one, never a part', async () => {
    const root = await temporary()
    roots.push(root)
    const files = folder(root)
    const versions = ['a', 'b'].map((letter) => Buffer.alloc(2_000_000, letter))
    await files.put('images/a.png', Buffer.alloc(2_000_000, 'a'), 'image/png')
    let writing = true
    const writes = (async () => {
      for (let i = 0; i < 10; i++) await files.put('images/a.png', versions[i % 2] ?? Buffer.alloc(0), 'image/png')
      writing = false
    })()
    while (writing) {
      const seen = await files.get('images/a.png')
      expect(versions.some((version) => version.equals(seen))).toBe(true)
    }
    await writes
  })

  test('a write that fails leaves nothing behind', async () => {
    const root = await temporary()
    roots.push(root)
    await writeFile(join(root, 'images'), 'a file where a folder should be')
    await expect(folder(root).put('images/a.png', Buffer.from('x'), 'image/png')).rejects.toThrow()
    expect(await readdir(join(root, '.writing'))).toEqual([])
    expect(String(await readFile(join(root, 'images')))).toBe('a file where a folder should be')
  })

  test('a file that was copied in by hand is typed by its ending', async () => {
    const root = await temporary()
    roots.push(root)
    await writeFile(join(root, 'a.png'), 'x')
    expect(await folder(root).stat('a.png')).toMatchObject({ mime: 'image/png' })
  })
})
