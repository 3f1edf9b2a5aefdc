import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EventStoreUnavailable } from '#eventstore'
import { migrateAwaitedFiles } from '../../backend/commands/awaited-files.ts'
import { claimPlan, operationOf } from '../../backend/commands/imports/stored-plan.ts'
import { folder } from '../../backend/providers/files/folder.ts'
import { sweepFiles } from '../../backend/reactors/sweep-files.ts'
import { memoryStore } from '../memory-store.ts'
import { type Database, freshDatabase, openPool } from '../postgres.ts'

let database: Database
let pool: pg.Pool
let root: string
let store: ReturnType<typeof memoryStore>

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool({ ...database.options, max: 6 })
  await migrateAwaitedFiles(pool)
  root = await mkdtemp(join(tmpdir(), 'sweep-'))
})
beforeEach(async () => {
  store = memoryStore()
  await pool.query('truncate awaited_files')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

const files = () => folder(root)
const stream = 'images-1'
let made = 0
const newKey = () => `images/1/${++made}.png`
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
const put = (key: string, at = files()) => putAwaited(at, stream, key)
/** What tells of a file: an event that has its key somewhere. */
const tell = (key: string, of = stream) =>
  store.append(of, [{ id: crypto.randomUUID(), type: 'Said', data: { file: { key } }, metadata: {} }], 'any')
const aDayGoesBy = () => pool.query(`update awaited_files set "putAt" = "putAt" - interval '25 hours'`)
const isThere = async (key: string) => (await files().stat(key)) !== undefined
const sweep = (more: Partial<Parameters<typeof sweepFiles>[0]> = {}) =>
  sweepFiles({ pool, store, files: files(), mismatch: () => undefined, ...quiet, ...more })
const quiet = { warn: () => undefined, signal: new AbortController().signal }
const awaited = async () => (await pool.query('select key from awaited_files')).rows.length

test('what was sent and never told of goes after a day, and not before', async () => {
  const key = newKey()
  await put(key)
  await files().put(`${key}.plan.json`, Buffer.from('{}'), 'application/json')
  expect([await sweep(), await isThere(key)]).toEqual([0, true])
  await aDayGoesBy()
  expect([await sweep(), await isThere(key), await isThere(`${key}.plan.json`)]).toEqual([1, false, false])
  expect([await sweep(), await awaited()]).toEqual([0, 0])
})

test('what any event names stays for ever, wherever in a long stream, whatever came after', async () => {
  const [first, last, removed] = [newKey(), newKey(), newKey()]
  for (const key of [first, last, removed]) await put(key)
  await tell(first)
  const others = Array.from({ length: 1200 }, () => ({
    id: crypto.randomUUID(),
    type: 'Other',
    data: {},
    metadata: {},
  }))
  await store.append(stream, others, 'any')
  await tell(last)
  await tell(removed)
  await store.append(stream, [{ id: crypto.randomUUID(), type: 'FileRemoved', data: {}, metadata: {} }], 'any')
  await aDayGoesBy()
  expect([await sweep(), await awaited()]).toEqual([0, 0])
  for (const key of [first, last, removed]) expect(await isThere(key)).toBe(true)
})

test('the files of an import stay while its operation runs, however long, and go after a day without one', async () => {
  const [importId, operationId] = [crypto.randomUUID(), crypto.randomUUID()]
  const key = `imports/${importId}/plan.json`
  await putAwaited(files(), `imports-${importId}`, key)
  await claimPlan(pool, importId, { operationId, parts: [] })
  const happens = (type: string) =>
    store.append(`operations-${operationId}`, [{ id: crypto.randomUUID(), type, data: {}, metadata: {} }], 'any')
  await happens('OperationBegun')
  await aDayGoesBy()
  expect([await sweep(), await isThere(key)]).toEqual([0, true])
  await happens('OperationCancelled')
  await aDayGoesBy()
  expect([await sweep(), await isThere(key)]).toEqual([0, true])
  await happens('OperationEnded')
  await aDayGoesBy()
  expect([await sweep(), await isThere(key), await awaited()]).toEqual([1, false, 0])

  // Its operation never began.
  await putAwaited(files(), `imports-${importId}`, key)
  await claimPlan(pool, importId, { operationId: crypto.randomUUID(), parts: [] })
  await aDayGoesBy()
  expect(await sweep()).toBe(1)
})

test('an import cannot begin once the sweep has removed one of its files', async () => {
  const importId = crypto.randomUUID()
  const claim = () => claimPlan(pool, importId, { operationId: crypto.randomUUID(), parts: [10, 20] })
  for (const name of ['0', 'plan.json']) await putAwaited(files(), `imports-${importId}`, `imports/${importId}/${name}`)
  await aDayGoesBy()
  await putAwaited(files(), `imports-${importId}`, `imports/${importId}/1`)
  expect(await sweep()).toBe(2)
  await expect(claim()).rejects.toMatchObject({ code: 'import_not_found' })
  expect(await operationOf(pool, importId)).toBeUndefined()
  for (const name of ['0', 'plan.json']) await putAwaited(files(), `imports-${importId}`, `imports/${importId}/${name}`)
  await claim()
  expect(await operationOf(pool, importId)).toBeDefined()
})

test('nothing is removed while the log cannot be read or believed', async () => {
  const key = newKey()
  await put(key)
  await aDayGoesBy()
  const away = { read: () => Promise.reject(new EventStoreUnavailable('away')) }
  await expect(sweep({ store: away })).rejects.toThrow('away')
  expect(await sweep({ mismatch: () => 'This is another log' })).toBe(0)
  expect([await isThere(key), await awaited()]).toEqual([true, 1])
  expect(await sweep()).toBe(1)
})

test('a file that cannot be judged or removed keeps none of the others waiting, and is tried a day later', async () => {
  const [stuck, other] = [newKey(), newKey()]
  await put(stuck)
  await put(other)
  // Of an event without any.
  await store.append(stream, [{ id: crypto.randomUUID(), type: 'Bare', data: undefined, metadata: {} }], 'any')
  await aDayGoesBy()
  const warned: unknown[] = []
  const remove = (key: string) => (key === stuck ? Promise.reject(new Error('It is held')) : files().remove(key))
  const held = { files: { ...files(), remove }, warn: (error: unknown) => warned.push(error) }
  expect([await sweep(held), await isThere(other), await isThere(stuck)]).toEqual([1, false, true])
  expect([warned.length, await sweep(held)]).toEqual([1, 0])
  await aDayGoesBy()
  expect([await sweep(), await awaited()]).toEqual([1, 0])
})

test('a worker that stops leaves the rest to the next', async () => {
  const key = newKey()
  await put(key)
  await aDayGoesBy()
  expect([await sweep({ signal: AbortSignal.abort() }), await isThere(key)]).toEqual([0, true])
  expect(await sweep()).toBe(1)
})

test('what is sent again at the moment of its removal is there afterwards', async () => {
  const key = newKey()
  await put(key)
  await aDayGoesBy()
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = {
    ...files(),
    async remove(key: string) {
      begun.resolve()
      await gate.promise
      await files().remove(key)
    },
  }
  const sweeping = sweep({ files: slow })
  await begun.promise
  const again = put(key).then(() => tell(key))
  gate.resolve()
  await Promise.all([sweeping, again])
  expect(await isThere(key)).toBe(true)
  await aDayGoesBy()
  expect([await sweep(), await isThere(key)]).toEqual([0, true])
})

test('however sending, telling and sweeping fall together, exactly what was told of is there', { tags: 'long' }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ isOld: fc.boolean(), isSentAgain: fc.boolean(), isTold: fc.boolean() }), { maxLength: 6 }),
      async (sent) => {
        const all = sent.map((each) => ({ ...each, key: newKey() }))
        for (const { key } of all.filter(({ isOld }) => isOld)) await put(key)
        await aDayGoesBy()
        await Promise.all([
          ...all.map(async ({ key, isOld, isSentAgain, isTold }) => {
            if (!isOld || isSentAgain) await put(key)
            if (isTold && (!isOld || isSentAgain)) await tell(key)
          }),
          sweep(),
          sweep(),
        ])
        await aDayGoesBy()
        await sweep()
        for (const { key, isOld, isSentAgain, isTold } of all)
          expect(await isThere(key)).toBe(isTold && (!isOld || isSentAgain))
      },
    ),
    { numRuns: 25 },
  ),
)

test('what was being written when a process was killed goes as well, and what is being written stays', async () => {
  await put(newKey())
  const aside = join(root, '.writing')
  const before = new Date(Date.now() - 25 * 3_600_000)
  for (const name of ['old', 'new']) await writeFile(join(aside, name), 'half')
  await utimes(join(aside, 'old'), before, before)
  await sweep()
  expect(await readdir(aside)).toEqual(['new'])
  await rm(join(aside, 'new'))
})
