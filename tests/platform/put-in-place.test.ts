import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataDir } from '../../backend/platform/data-dir.ts'
import { installRestored, markComplete, wasInterrupted } from '../../backend/platform/put-in-place.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loreloom-put-'))
  mkdirSync(join(dataDir, 'restore-draft/files'), { recursive: true })
  writeFileSync(join(dataDir, 'restore-draft/files/a'), 'new')
  writeFileSync(join(dataDir, 'restore-draft/auth-secret'), 'new')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const there = () => {
  mkdirSync(join(dataDir, 'files'))
  for (const name of ['files/a', 'auth-secret']) writeFileSync(join(dataDir, name), 'old')
}
const contents = (dir: string) => ['files/a', 'auth-secret'].map((name) => readFileSync(join(dir, name), 'utf8'))

test('nothing is put anywhere before all of it is whole', () => {
  there()
  expect(wasInterrupted(dataDir)).toBe(false)
  expect(installRestored(dataDir)).toBeUndefined()
  expect(contents(dataDir)).toEqual(['old', 'old'])
})

test('what is whole takes its place, and what was there stays beside it', () => {
  there()
  markComplete(join(dataDir, 'restore-draft'), dataDir)
  const { replaced = '' } = installRestored(dataDir) ?? {}
  expect(contents(dataDir)).toEqual(['new', 'new'])
  expect(contents(replaced)).toEqual(['old', 'old'])
  expect(existsSync(join(dataDir, 'restored'))).toBe(false)
})

test('a part that the copy has none of is put aside as well: the heads of what is replaced are of another chain', () => {
  there()
  writeFileSync(join(dataDir, 'audit-heads.jsonl'), 'old')
  markComplete(join(dataDir, 'restore-draft'), dataDir)
  const { replaced = '' } = installRestored(dataDir) ?? {}
  expect(existsSync(join(dataDir, 'audit-heads.jsonl'))).toBe(false)
  expect(readFileSync(join(replaced, 'audit-heads.jsonl'), 'utf8')).toBe('old')
})

test('in an empty folder nothing is replaced', () => {
  markComplete(join(dataDir, 'restore-draft'), dataDir)
  expect(installRestored(dataDir)).toEqual({ replaced: undefined })
  expect(contents(dataDir)).toEqual(['new', 'new'])
})

test.each([
  ['before anything was moved', []],
  ['when the old one was put aside', ['aside']],
  ['between two parts', ['aside', 'in']],
])('interrupted %s, whoever starts next goes on', (_when, steps) => {
  there()
  markComplete(join(dataDir, 'restore-draft'), dataDir)
  const [first = ''] = readdirSync(join(dataDir, 'restored')).filter((name) => name !== 'absent.json')
  mkdirSync(join(dataDir, 'replaced-before'))
  if (steps.includes('aside')) renameSync(join(dataDir, first), join(dataDir, 'replaced-before', first))
  if (steps.includes('in')) renameSync(join(dataDir, 'restored', first), join(dataDir, first))
  expect(wasInterrupted(dataDir)).toBe(true)
  claimDataDir(dataDir).release()
  expect(contents(dataDir)).toEqual(['new', 'new'])
  const old = readdirSync(dataDir).filter((name) => name.startsWith('replaced'))
  expect(old.flatMap((name) => readdirSync(join(dataDir, name))).sort()).toEqual(['auth-secret', 'files'])
})
