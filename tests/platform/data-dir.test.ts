import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CannotStart } from '../../backend/platform/cannot-start.ts'
import { claimDataDir } from '../../backend/platform/data-dir.ts'
import { externalPostgres } from '../../backend/platform/databases.ts'
import { tryLock } from '../../backend/platform/kernel-lock.ts'
import { recordRunning, whatRuns } from '../../backend/platform/running.ts'
import { folder } from '../../backend/providers/files/folder.ts'

let base: string
let dataDir: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'loreloom-data-dir-'))
  dataDir = join(base, 'data')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const isOpen = (name: string) => (statSync(join(dataDir, name)).mode & 0o077) !== 0
const parentsOf = (name: string): string[] => {
  const parent = dirname(name)
  return parent === '.' ? [] : [parent, ...parentsOf(parent)]
}
/** What others than its owner may do anything with: a closed folder keeps them from all that is in it. */
const open = () =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => isOpen(name) && parentsOf(name).every(isOpen))

test('what is made in it is for its owner alone, whatever the umask', async () => {
  const before = process.umask(0)
  try {
    const lock = claimDataDir(dataDir)
    await folder(join(dataDir, 'files')).put('images/a/b.png', Buffer.from('picture'), 'image/png')
    lock.release()
  } finally {
    process.umask(before)
  }
  expect(readdirSync(dataDir, { recursive: true })).toContain('files/images/a/b.png')
  expect(open()).toEqual([])
  // The database of root has a user of its own, who passes through.
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
})

/** Runs with each umask that installations use, and restores the one before. */
const withUmask = (umask: number, work: () => void) => {
  const before = process.umask(umask)
  try {
    work()
  } finally {
    process.umask(before)
  }
}

test.each([0o000, 0o022, 0o027, 0o077])(
  'what an older version left open is closed, and what is there stays (umask %o)',
  (umask) =>
    withUmask(umask, () => {
      for (const file of [
        'server.lock',
        'server.pid',
        'auth-secret',
        'files/images/a/b.png',
        'files/.mime/images/a/b.png',
      ]) {
        mkdirSync(dirname(join(dataDir, file)), { recursive: true })
        writeFileSync(join(dataDir, file), '')
        chmodSync(join(dataDir, file), 0o644)
      }
      expect(open()).toContain('server.lock')
      claimDataDir(dataDir).release()
      expect(open()).toEqual([])
      expect(existsSync(join(dataDir, 'files/images/a/b.png'))).toBe(true)
    }),
)

test('what runs in it is known for as long as it runs, and not after it was killed', () => {
  const running = { url: 'http://127.0.0.1:1', origin: 'https://lore.example.org' }
  const lock = claimDataDir(dataDir)
  const over = recordRunning(dataDir, running)
  expect([whatRuns(dataDir), open()]).toEqual([running, []])
  lock.release()
  expect(whatRuns(dataDir)).toBeUndefined()
  over()
  expect(readdirSync(dataDir)).not.toContain('running.json')
})

test('a lock that is found open is closed, and held all the same', () => {
  mkdirSync(dataDir)
  const file = join(dataDir, 'lock')
  const held = tryLock(file)
  chmodSync(file, 0o666)
  expect(tryLock(file)).toBeUndefined()
  expect(open()).toEqual([])
  // Looking at it did not let go of it.
  expect(tryLock(file)).toBeUndefined()
  held?.release()
  tryLock(file)?.release()
})

describe('a start that cannot have it says why in a line', () => {
  test('where it cannot be made', () => {
    expect(() => claimDataDir('/proc/nowhere')).toThrow(/^DATA_DIR \/proc\/nowhere cannot be used: .+$/)
    expect(() => claimDataDir('/proc/nowhere')).toThrow(CannotStart)
  })

  test('where it is a file', () => {
    writeFileSync(dataDir, '')
    expect(() => claimDataDir(dataDir)).toThrow(
      new CannotStart(`DATA_DIR ${dataDir} cannot be used: it is not a folder`),
    )
  })
})

test('a start on a database that is not there says why in a line', async () => {
  await expect(externalPostgres('postgres://nobody@127.0.0.1:1/nothing')).rejects.toThrow(
    new CannotStart(
      'Nothing listens at 127.0.0.1:1, where DATABASE_URL says that PostgreSQL is: start it, or correct DATABASE_URL.',
    ),
  )
})
