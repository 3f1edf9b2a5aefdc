/** @module-tag long */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { imageModels } from '#domain/image-catalogue.ts'
import { quickFolder } from '../temporary.ts'
import { drawn, type StabilityCall, type StabilityEmulator, startStability } from '../vendors/stability.ts'
import { startServer } from './server.ts'

let dataDir: string
let stability: StabilityEmulator
let server: ReturnType<typeof startServer>
let cookie = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(quickFolder(), 'loreloom-killed-'))
  // Run by root, the database is another user's, who must be able to pass.
  await chmod(dataDir, 0o711)
  stability = await startStability()
  server = start()
})
afterEach(async () => {
  server.process.kill('SIGTERM')
  await server.ended
  await stability.close()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () => startServer(dataDir, { STABILITY_API_KEY: 'sk-test', STABILITY_BASE_URL: stability.url })

const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const origin = await server.url
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { origin, cookie, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const cookies = answer.headers.getSetCookie().map((set) => set.split(';', 1)[0])
  if (cookies.length > 0) cookie = cookies.join('; ')
  expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true)
  return answer.json()
}

const killAndRestart = async () => {
  server.process.kill('SIGKILL')
  await server.ended
  server = start()
  await server.url
}

test('a server killed between the request and the pictures draws each once after its restart, and charges for each once', {
  timeout: 300_000,
}, async () => {
  const account = { name: 'Ines', email: 'ines@example.org', password: 'correct horse' }
  await call('POST', '/api/auth/sign-up/email', account)
  const { id: campaignId, position } = await call('POST', '/api/campaigns', { name: 'The Drowned Bells' })
  await vi.waitFor(async () => expect((await call('GET', '/api/users/me')).imageCredits).toBe(100), 60_000)

  const model = imageModels.find(({ slug }) => slug === 'sd3-5-medium')
  const key = randomUUID()
  const wanted = { modelId: model?.id, prompt: 'A low moon', count: 3, width: 1024, height: 1024, campaignId }
  const ask = () => call('POST', '/api/images', wanted, { 'idempotency-key': key, 'min-position': position })
  const killed = Promise.withResolvers<void>()
  const afterwards = async (call: StabilityCall) => {
    await killed.promise
    return drawn(call, 'SUCCESS')
  }
  stability.next(afterwards, afterwards, afterwards)
  const { images } = await ask()
  await killAndRestart()
  killed.resolve()

  // The browser heard nothing of it and asks again, as browsers do.
  expect((await ask()).images).toEqual(images)

  const gallery = () => call('GET', `/api/images/gallery?campaignId=${campaignId}`)
  const statuses = async () => (await gallery()).images.map(({ status }: { status: string }) => status)
  await vi.waitFor(async () => expect(await statuses()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']), 90_000)

  const price = Math.abs(model?.creditCost ?? 0)
  const lines = async () =>
    (await call('GET', '/api/users/credits')).data.map(({ status }: { status: string }) => status)
  await vi.waitFor(async () => expect(await lines()).toEqual(['captured', 'captured', 'captured', 'granted']), 60_000)
  expect((await call('GET', '/api/users/credits')).balance).toBe(100 - 3 * price)
})
