import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectEventStore } from '../../eventstore/client.ts'
import { certificateFiles } from '../certificates.ts'
import { freshDatabase } from '../postgres.ts'
import { serveProgram } from '../serve-program.ts'
import { freshStream, numbers } from './embedded.ts'

/** `npm run eventstore`: the store alone, for other tools. */
const program = fileURLToPath(new URL('../../backend/cli/serve-eventstore.ts', import.meta.url))
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const serve = (...args: string[]) => serveProgram(program, database.options, args)

async function line(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return String(chunk)
}

test('prints the connection string that any client takes, refuses a second one, and ends at Ctrl-C', {
  tags: 'long',
}, async () => {
  const { child, ended } = serve('--port', '0')
  const [url = ''] = /esdb:\S+/.exec(await line(child)) ?? []
  const store = connectEventStore(url)
  expect((await store.append(freshStream(), numbers(2), 'none')).revision).toBe(1n)

  const second = serve('--port', '0')
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toBe('another event store serves this database: stop it, or use another database')

  await store.close()
  child.kill('SIGINT')
  expect(await ended).toBe(0)

  const { port } = new URL(url.replace('esdb:', 'http:'))
  const again = serve('--port', port)
  expect(await line(again.child)).toContain(`:${port}`)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
})

test('with a user and a certificate it listens for other machines, and nobody else may call', {
  tags: 'long',
}, async () => {
  const { folder, cert, key } = certificateFiles()
  const passwordFile = path.join(folder, 'password')
  writeFileSync(passwordFile, 'a secret\n')
  const access = ['--user', 'loreloom', '--password-file', passwordFile, '--cert', cert, '--key', key]
  const { child, ended, output } = serve('--port', '0', '--host', '0.0.0.0', ...access)
  const [, port] = /Event store at esdb:\/\/localhost:(\d+)\?tls=true/.exec(await line(child)) ?? []
  const addressOf = (password: string) => `esdb://loreloom:${password}@localhost:${port}?tlsCAFile=${cert}`
  const [store, stranger] = [connectEventStore(addressOf('a%20secret')), connectEventStore(addressOf('another'))]
  expect((await store.append(freshStream(), numbers(2), 'none')).revision).toBe(1n)
  await expect(stranger.append(freshStream(), numbers(2), 'none')).rejects.toThrow(/UNAUTHENTICATED/)
  await Promise.all([store.close(), stranger.close()])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output()).toContain('It takes calls of loreloom alone; its certificate is valid until ')
  expect(output()).not.toContain('a secret')
})

test.each([
  [['--host', '0.0.0.0'], '--host 0.0.0.0 would let whoever reaches this machine read and write the whole log.'],
  [['--user', 'loreloom'], '--password-file, --cert and --key must be given too'],
  [['--port', 'x'], '--port takes a number from 0 to 65535'],
  [['--live-limit', '0'], '--live-limit takes a number from 1 to 999999'],
  [['--prot', '1'], 'usage: npm run eventstore'],
])('%j is answered with what it takes', async (args, text) => {
  const { ended, output } = serve(...args)
  expect(await ended).toBe(1)
  expect(output()).toContain(text)
})
