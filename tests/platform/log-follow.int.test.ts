/** @module-tag long */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeLog } from '../../eventstore/move/store-log.ts'
import { freshEventStore } from '../eventstore/embedded.ts'
import { type Program, startProgram } from '../faults/lib/program.ts'
import { quickFolder } from '../temporary.ts'
import { type Server, startServer } from './server.ts'

/** `npm run log -- copy --follow` from an installation whose PostgreSQL and event store are its own, and end with it. */

let base: string
let target: Awaited<ReturnType<typeof freshEventStore>>
let server: Server | undefined
let copying: Program | undefined
beforeEach(async () => {
  base = await mkdtemp(join(quickFolder(), 'loreloom-follow-'))
  await chmod(base, 0o755)
  target = await freshEventStore('tcp')
})
afterEach(async () => {
  server?.process.kill('SIGTERM')
  await server?.ended
  await copying?.end('SIGKILL')
  await target.stop()
  await rm(base, { recursive: true, force: true })
})

const says = (program: Program, text: string) =>
  vi.waitUntil(() => program.complaints().includes(text), { timeout: 90_000, interval: 50 })

test('a followed copy ends once its application was stopped, and both logs are the same', async () => {
  const dataDir = join(base, 'data')
  server = startServer(dataDir)
  const url = await server.url
  const ada = { name: 'Ada', email: 'ada@example.org', password: 'a password to keep' }
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(ada),
  })
  expect(signedUp.status).toBe(200)

  const args = ['copy', '--to', target.url, '--follow']
  copying = startProgram('backend/cli/log.ts', { DATA_DIR: dataDir }, { args })
  await says(copying, 'Following.')
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  process.kill(copying.pid, 'SIGUSR2')
  expect(await copying.ended, copying.complaints()).toBe(0)

  const copy = storeLog(target.url, 'the copy')
  const types = (await copy.tail()).map(({ type }) => type)
  await copy.close()
  expect(types).toContain('UserRegistered')
})
