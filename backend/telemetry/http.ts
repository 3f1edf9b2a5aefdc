import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram } from 'prom-client'
import { secondsBuckets, stopwatch } from './metrics.ts'
import type { Facts } from './scope.ts'
import type { Telemetry } from './telemetry.ts'
import type { Span } from './tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    observed: { facts: Facts; span: Span; seconds: () => number; route: string } | undefined
  }
}

/** Measures and traces every request, and logs one line for it. Must be registered before hooks that may refuse a request. */
export const observeHttp = (app: FastifyInstance, { scope, metrics: { registry }, tracer }: Telemetry): void => {
  const metrics = createHttpMetrics(registry)
  app.decorateRequest('observed', undefined)

  app.addHook('onRequest', (request, _reply, done) => {
    // The route's pattern, not the request's path, so that the number of label values is bounded.
    const route = request.routeOptions.url ?? 'unmatched'
    const { traceparent } = request.headers
    const span = tracer.begin(`${request.method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'loreloom.request_id': request.id },
    })
    const facts: Facts = { requestId: request.id, ...(span.traceId ? { traceId: span.traceId } : {}) }
    request.observed = { facts, span, seconds: stopwatch(), route }
    scope.within(facts, () => span.run(done))
  })

  app.addHook('preHandler', async ({ observed, session }) => {
    if (observed && session) observed.facts.userId = session.userId
  })

  app.addHook('onResponse', async (request, reply) => finish(metrics, scope, request, reply.statusCode))
  // A websocket's response ends with the socket, hours later: its request counts as finished once it is admitted.
  app.addHook('preHandler', async (request) => {
    if (request.ws) finish(metrics, scope, request, 101)
  })
}

const createHttpMetrics = (registry: Telemetry['metrics']['registry']) => ({
  duration: new Histogram({
    name: 'loreloom_http_request_seconds',
    help: 'From a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  }),
  refusals: new Counter({
    name: 'loreloom_http_refusals_total',
    help: 'Requests refused, by the code of the problem',
    labelNames: ['code'],
    registers: [registry],
  }),
})

/** Measures a request, ends its span and writes its line, once. */
const finish = (
  { duration, refusals }: ReturnType<typeof createHttpMetrics>,
  scope: Telemetry['scope'],
  request: FastifyRequest,
  statusCode: number,
) => {
  const { observed, method, refusal, session } = request
  if (!observed) return
  request.observed = undefined
  const { facts, span, seconds, route } = observed
  const took = seconds()
  duration.observe({ method, route, status: `${Math.floor(statusCode / 100)}xx` }, took)
  if (refusal) refusals.inc({ code: refusal })
  if (session) facts.userId = session.userId
  span.set({ 'http.response.status_code': statusCode })
  if (statusCode >= 500) span.fail(refusal)
  span.end()
  const line = {
    method,
    route,
    status: statusCode,
    ms: Math.round(took * 1e5) / 100,
    ...(refusal ? { code: refusal } : {}),
  }
  // `onResponse` runs in the asynchronous context of the connection, not of the request.
  scope.within(facts, () => request.log.info(line, 'Request'))
}

/** Counts look-ups in the response cache, by whether a valid answer was found. */
export const observeResponseCache = ({ metrics: { registry } }: Telemetry) => {
  const looked = new Counter({
    name: 'loreloom_kept_answers_total',
    help: 'Lists looked for in the response cache: served from it, or read anew',
    labelNames: ['found'],
    registers: [registry],
  })
  return (found: boolean): void => looked.inc({ found: String(found) })
}
