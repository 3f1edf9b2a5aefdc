import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tryLock, whileLocked } from '../../backend/platform/kernel-lock.ts'

const dir = mkdtempSync(join(tmpdir(), 'loreloom-lock-'))
afterAll(() => rmSync(dir, { recursive: true }))

const module = join(import.meta.dirname, '../../backend/platform/kernel-lock.ts')
/** Another process that takes the lock and holds it until it is killed. */
const holder = async (file: string) => {
  const code = `import { tryLock } from ${JSON.stringify(module)}
    globalThis.lock = tryLock(${JSON.stringify(file)}); console.log(globalThis.lock ? 'held' : 'refused'); setInterval(() => {}, 1e6)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { said: String(said).trim(), kill: () => Promise.all([once(child, 'exit'), child.kill('SIGKILL')]) }
}

test('one holds it at a time, in this process too', () => {
  const file = join(dir, 'one')
  const lock = tryLock(file)
  expect(tryLock(file)).toBeUndefined()
  lock?.release()
  lock?.release()
  tryLock(file)?.release()
})

test('another process cannot take it, by whatever name it knows the file; a SIGKILL frees it', async () => {
  const file = join(dir, 'two')
  const other = await holder(file)
  expect(other.said).toBe('held')
  expect(tryLock(file)).toBeUndefined()
  symlinkSync(dir, join(dir, 'elsewhere'))
  expect(tryLock(join(dir, 'elsewhere/two'))).toBeUndefined()
  await other.kill()
  const lock = tryLock(file)
  expect(lock).toBeDefined()
  lock?.release()
})

test('shared ones go together, and keep an exclusive one out until the last', () => {
  const file = join(dir, 'three')
  const [first, second] = [tryLock(file, 'shared'), tryLock(file, 'shared')]
  first?.release()
  expect(tryLock(file)).toBeUndefined()
  second?.release()
  expect(tryLock(file)).toBeDefined()
})

test('work under a lock takes turns, and lets go when it fails', async () => {
  const file = join(dir, 'four')
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
  }
  const [failed] = await Promise.allSettled([whileLocked(file, work('a')), whileLocked(file, work('b'))])
  expect(failed?.status).toBe('rejected')
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
