import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourcesUp } from '../../backend/telemetry/image-sources.ts'
import { openLog } from '../../backend/telemetry/log.ts'
import { createMetrics } from '../../backend/telemetry/metrics.ts'
import { otlpTracer } from '../../backend/telemetry/otlp.ts'
import { createScope } from '../../backend/telemetry/scope.ts'
import { measuredOutages } from '../../backend/telemetry/store-outages.ts'
import { tabs, types } from '../api/socket.ts'
import { wantedPicture } from '../api/wanted-picture.ts'
import { baseUrl, eventually, type Person, type Stack, startStack } from '../stack.ts'
import { type CollectedSpan, startCollector } from './collector.ts'
import { figure } from './figures.ts'

const token = 'a token for prometheus'.replaceAll(' ', '-')
const traceId = randomUUID().replaceAll('-', '')
const callersSpan = traceId.slice(16)
const anyUuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

type Line = Record<string, unknown>
const lines: Line[] = []
const windows = tabs()
let collector: Awaited<ReturnType<typeof startCollector>>
let tracer: ReturnType<typeof otlpTracer>
let stack: Stack
let admin: Person
let owner: Person
let campaignId: string

beforeAll(async () => {
  collector = await startCollector()
  const scope = createScope()
  const { log } = openLog(scope, { write: (line) => void lines.push(JSON.parse(line)) }, 'info')
  const { url: endpoint } = collector
  tracer = otlpTracer({ endpoint, headers: { 'x-key': 'k' }, serviceName: 'test', version: '1', ratio: 1, log })
  const telemetry = { scope, metrics: createMetrics({ ofProcess: true }), tracer }
  // As the program does where it opens its sources of pictures and the event store.
  sourcesUp(telemetry.metrics.registry)
  measuredOutages(telemetry.metrics)
  stack = await startStack({ telemetry, log, metricsToken: token })
  admin = await stack.member('Admin')
  owner = await stack.member('Owner')
  campaignId = (await owner.post('/api/campaigns', { name: 'Tidewater' })).body.id
})
afterAll(async () => {
  windows.close()
  await stack?.stop()
  await tracer?.close()
  await collector?.close()
})

const wanted = (over: object = {}) => wantedPicture(campaignId, over)

/** Asks for a picture, as a client that traces, and waits until it is there. */
const draw = async (headers: Record<string, string> = {}) => {
  const imageId = randomUUID()
  const asked = await owner.post('/api/images', wanted({ imageIds: [imageId] }), headers)
  expect(asked.status).toBe(202)
  await eventually(async () => (await owner.get(`/api/images/${imageId}`)).body.generating === false)
  return { imageId, requestId: String(asked.headers['x-request-id']) }
}

const scrape = async () => (await stack.anyone().get('/metrics', { authorization: `Bearer ${token}` })).text
describe('/metrics', () => {
  test('is for admins and for whoever brings the token', async () => {
    const asked = async (person: Person, authorization?: string) =>
      (await person.get('/metrics', authorization ? { authorization } : {})).status
    expect(await asked(stack.anyone())).toBe(401)
    expect(await asked(owner)).toBe(403)
    expect(await asked(admin)).toBe(200)
    expect(await asked(stack.anyone(), `Bearer ${token}`)).toBe(200)
    expect(await asked(stack.anyone(), `Bearer ${token}x`)).toBe(401)
    expect(await asked(stack.anyone(), token)).toBe(401)
  })

  test('the token opens nothing else', async () => {
    const authorization = `Bearer ${token}`
    expect((await stack.anyone().get('/api/admin/users', { authorization })).status).toBe(401)
  })

  test('tells what a picture set in motion, from the request to the socket', async () => {
    const tab = await windows.listen(stack, owner)
    const before = await scrape()
    await draw()
    await eventually(() => types(tab).includes('ImageGenerated'))
    const after = await scrape()
    const grew = (name: string, labels: Record<string, string> = {}) =>
      (figure(after, name, labels) ?? 0) - (figure(before, name, labels) ?? 0)

    expect(grew('loreloom_http_request_seconds_count', { method: 'POST', route: '/api/images', status: '2xx' })).toBe(1)
    expect(grew('loreloom_command_seconds_count', { command: 'RequestImage', outcome: 'decided' })).toBe(1)
    expect(grew('loreloom_events_appended_total', { type: 'ImageRequested' })).toBe(1)
    expect(grew('loreloom_event_store_seconds_count', { operation: 'append', outcome: 'ok' })).toBeGreaterThan(1)
    expect(grew('loreloom_projector_events_total')).toBeGreaterThan(1)
    expect(grew('loreloom_projector_batch_seconds_count')).toBeGreaterThan(0)
    expect(grew('loreloom_projector_event_age_seconds_count')).toBeGreaterThan(0)
    expect(grew('loreloom_feed_delivery_seconds_count')).toBeGreaterThan(1)
    expect(grew('loreloom_socket_messages_total')).toBeGreaterThan(1)
    expect(grew('loreloom_job_wait_seconds_count', { task: 'generate-images' })).toBe(1)
    expect(grew('loreloom_picture_seconds_count', { model: 'studio-vista', outcome: 'ok' })).toBe(1)
    expect(grew('loreloom_files_seconds_count', { operation: 'put', outcome: 'ok' })).toBe(1)
    expect(figure(after, 'loreloom_sockets', { state: 'live' })).toBe(1)
    expect(figure(after, 'loreloom_projector_leading')).toBe(1)
    expect(figure(after, 'loreloom_jobs', { task: 'expire-images', state: 'waiting' })).toBe(1)
    expect(figure(after, 'loreloom_view_stopped', { view: 'images' })).toBe(0)
    await eventually(
      async () => (figure(await scrape(), 'loreloom_job_seconds_count', { task: 'generate-images' }) ?? 0) > 0,
    )
    await eventually(async () => figure(await scrape(), 'loreloom_projector_lag_positions') === 0)
    await eventually(async () => figure(await scrape(), 'loreloom_feed_lag_positions') === 0)
  })

  test('counts refusals by code', async () => {
    const asked = await owner.post('/api/images', wanted({ modelId: randomUUID() }))
    expect(asked.body.code).toBe('model_not_found')
    const text = await scrape()
    expect(figure(text, 'loreloom_http_refusals_total', { code: 'model_not_found' })).toBe(1)
  })

  test('counts the sockets that are closed, and why', async () => {
    const someone = await stack.member()
    const tab = await windows.listen(stack, someone)
    await admin.post('/api/auth/admin/ban-user', { userId: someone.id, banReason: 'Spam' })
    await eventually(() => tab.closed)
    expect(figure(await scrape(), 'loreloom_socket_closes_total', { reason: 'sessionEnded' })).toBe(1)
  })

  test('has no label that grows with what people do', async () => {
    for (const _ of [1, 2]) await stack.anyone().get(`/${randomUUID()}/${randomUUID()}`)
    await stack.anyone().get(`/api/auth/${randomUUID()}`)
    const text = await scrape()
    expect(text).not.toMatch(anyUuid)
    expect(text).not.toContain(owner.email)
    expect(figure(text, 'loreloom_http_request_seconds_count', { route: '/api/auth/sign-up/email' })).toBe(3)
    expect(figure(text, 'loreloom_http_request_seconds_count', { route: 'unmatched' })).toBe(3)
  })

  test('is what the operations page says, no more and no less', async () => {
    const page = await fs.readFile(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    const inPage = [...page.matchAll(/loreloom_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    const told = [...(await scrape()).matchAll(/^# TYPE (loreloom_\w+)/gm)].map(([, name]) => name)
    expect([...new Set(inPage)].sort()).toEqual(told.sort())
  })

  test('says nothing of the queue while the database does not know, rather than what was', async () => {
    await stack.pool.query('alter table graphile_worker._private_tasks rename to hidden')
    try {
      const text = await scrape()
      expect(figure(text, 'loreloom_jobs')).toBeUndefined()
      expect(figure(text, 'loreloom_scrape_failures_total', { source: 'jobs' })).toBe(1)
      expect(figure(text, 'loreloom_projector_lag_positions')).toBeDefined()
    } finally {
      await stack.pool.query('alter table graphile_worker.hidden rename to _private_tasks')
    }
  })
})

describe('the log', () => {
  const requestsOf = (requestId: unknown) =>
    lines.filter((line) => line.msg === 'Request' && line.requestId === requestId)

  test('has one line for each request: what was asked, by whom, how it ended and how long it took', async () => {
    const { headers } = await owner.get(`/api/campaigns/${campaignId}?secret=hunter2`)
    const [line, ...others] = requestsOf(headers['x-request-id'])
    expect(others).toEqual([])
    expect(line).toMatchObject({ method: 'GET', route: '/api/campaigns/:id', status: 200, userId: owner.id })
    expect(line?.ms).toBeGreaterThan(0)
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  test('names the code of a refusal: of the request, and of the command that it sent', async () => {
    const { headers, status } = await owner.post(`/api/campaigns/${campaignId}/members/leave`, {})
    expect(status).toBe(409)
    expect(requestsOf(headers['x-request-id'])).toMatchObject([{ status, code: 'owner_stays' }])
    const said = lines.find(({ msg, requestId }) => msg === 'Command refused' && requestId === headers['x-request-id'])
    expect(said).toMatchObject({ code: 'owner_stays', userId: owner.id })
  })

  test('knows the request behind a body that comes over the network in many pieces', async () => {
    const url = await stack.app.listen({ host: '127.0.0.1', port: 0 })
    const made = await fetch(`${url}/api/campaigns`, {
      method: 'POST',
      headers: { origin: baseUrl, cookie: owner.cookies(), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Over the network', padding: 'x'.repeat(220_000) }),
    })
    const line = { status: 201, userId: owner.id, correlationId: expect.any(String) }
    expect(requestsOf(made.headers.get('x-request-id'))).toMatchObject([line])
  })

  test('follows a request by its correlation id into the jobs it set in motion', async () => {
    const { requestId } = await draw()
    const [{ correlationId } = {}] = requestsOf(requestId)
    expect(correlationId).toMatch(anyUuid)
    const jobs = () => lines.filter((line) => line.correlationId === correlationId && line.job === 'generate-images')
    await eventually(() => jobs().length > 0)
    expect(jobs()[0]).toMatchObject({
      msg: 'Job',
      outcome: 'ok',
      eventId: expect.stringMatching(anyUuid),
      traceId: expect.stringMatching(/^\w{32}$/),
    })
  })
})

describe('a trace', () => {
  test('spans a request, its command, its event, the job and the provider, as the client’s own', async () => {
    const tab = await windows.listen(stack, owner)
    await draw({ traceparent: `00-${traceId}-${callersSpan}-01` })
    await eventually(() => types(tab).includes('ImageGenerated'))
    // The picture may be told before the job that drew it is over.
    await eventually(() => lines.some((line) => line.job === 'generate-images' && line.traceId === traceId))
    // What is not yet sent is sent now; later spans are nobody's.
    await tracer.close()

    const spans = collector.spans.filter((span) => span.traceId === traceId)
    const called = (name: string, below?: CollectedSpan) => {
      const found = spans.find((span) => span.name === name && (!below || span.parentSpanId === below.spanId))
      if (!found) throw new Error(`No ${name} among ${spans.map((span) => span.name).join(', ')}`)
      return found
    }
    const request = called('POST /api/images')
    expect(request).toMatchObject({ parentSpanId: callersSpan, kind: 2, service: 'test' })
    expect(request.attributes).toMatchObject({ 'http.route': '/api/images', 'http.response.status_code': 202 })
    const command = called('command RequestImage', request)
    called('event store append', command)
    called('project ImageRequested', command)
    called('feed ImageRequested', command)
    const job = called('job generate-images', command)
    called('provider picture', job)
    const outcome = called('command RecordPicture', job)
    called('project ImageGenerated', outcome)
    called('feed ImageGenerated', outcome)
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) expect(endTimeUnixNano >= startTimeUnixNano).toBe(true)
    expect(collector.headers[0]?.get('x-key')).toBe('k')
  })
})
