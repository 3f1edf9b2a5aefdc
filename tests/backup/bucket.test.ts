import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingIn } from '../../backend/backup/bucket.ts'
import { writeLines } from '../../backend/backup/lines.ts'
import { s3 } from '../../backend/providers/files/s3.ts'

const directory = mkdtempSync(join(tmpdir(), 'loreloom-bucket-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'media' }],
})
let bucket: ReturnType<typeof s3>
const list = join(directory, 'bucket.jsonl')
const { signal } = new AbortController()
const put = (key: string, text: string) => bucket.put(key, Buffer.from(text), 'image/png')

beforeAll(async () => {
  const { port } = await server.run()
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  bucket = s3({ bucket: 'media', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, ...keys })
  for (const name of ['a', 'b', 'c']) await put(`images/${name}.png`, name)
  await writeLines(list, bucket.list(), signal)
})
afterAll(async () => {
  await bucket.close()
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a bucket that has all that it had then, and more, lacks nothing', async () => {
  await put('images/aa.png', 'later')
  expect(await missingIn(() => bucket.list(), list)).toEqual({ missing: 0, first: '' })
})

test('files that are gone, or of another size, are missing', async () => {
  await bucket.remove('images/c.png')
  await put('images/b.png', 'another')
  expect(await missingIn(() => bucket.list(), list)).toEqual({ missing: 2, first: 'images/b.png' })
})
