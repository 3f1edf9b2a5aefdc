import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createMetrics } from '../../backend/telemetry/metrics.ts'
import { type MonitoringOptions, monitoringServer } from '../../backend/telemetry/server.ts'

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

const warnings: unknown[] = []
const start = async (options: Partial<MonitoringOptions> = {}) => {
  const log = { warn: (facts: object) => void warnings.push(facts) }
  server = monitoringServer({ metrics: createMetrics(), token: undefined, checks: {}, log, ...options })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
}

test('metrics are as Prometheus reads them', async () => {
  const get = await start()
  const { status, type, text } = await get('/metrics?name[]=x')
  expect(status).toBe(200)
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toContain('# TYPE loreloom_scrape_failures_total counter')
})

test('with a token they are for whoever brings it, and health is for everybody', async () => {
  const get = await start({ token: 'sixteen-letters-or-more' })
  const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  expect((await get('/metrics')).status).toBe(401)
  expect((await get('/metrics', bearing('sixteen-letters-or-less'))).status).toBe(401)
  expect((await get('/metrics', bearing('sixteen-letters-or-more'))).status).toBe(200)
  expect((await get('/health/live')).status).toBe(200)
})

test('ready is whoever has all that it needs, and what fails is named but not explained', async () => {
  const checks: MonitoringOptions['checks'] = {
    database: async () => undefined,
    projector: async () => 'was interrupted',
  }
  const get = await start({ checks })
  const { status, text } = await get('/health/ready')
  expect(status).toBe(503)
  expect(JSON.parse(text)).toEqual({
    ready: false,
    checks: { database: { ok: true }, projector: { ok: false, detail: 'was interrupted' } },
  })
  checks.projector = async () => undefined
  expect((await get('/health/ready')).status).toBe(200)
  checks.database = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  const away = await get('/health/ready')
  expect(away.status).toBe(503)
  expect(away.text).not.toContain('10.0.0.7')
  expect(warnings.at(-1)).toMatchObject({ check: 'database', err: { message: expect.stringContaining('10.0.0.7') } })
})

test('there is nothing else to be had, and nothing to be changed', async () => {
  const get = await start()
  expect((await get('/')).status).toBe(404)
  expect((await get('/constructor')).status).toBe(404)
  expect((await get('/metrics', { method: 'POST' })).status).toBe(405)
})

test('a source of metrics that breaks is an answer too', async () => {
  const broken = async () => {
    throw new Error('no metrics')
  }
  const get = await start({ metrics: { read: broken } })
  expect((await get('/metrics')).status).toBe(500)
})
