import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { uploadLimit } from './commands/images/upload.ts'
import { authRoutes } from './http/auth-routes.ts'
import { compressAnswers } from './http/compress.ts'
import { loadNothing } from './http/csp.ts'
import { deadlines } from './http/deadlines.ts'
import type { Deps } from './http/deps.ts'
import { handleErrors, notFound } from './http/error-handler.ts'
import { gate } from './http/gate.ts'
import { countRequests, limitLoad } from './http/load-limit.ts'
import { logController } from './http/logging.ts'
import { decodable, handleMalformedRequest } from './http/malformed-request.ts'
import { docsPage, openapi } from './http/openapi.ts'
import { paceFiles } from './http/paced-files.ts'
import { anyone, monitor } from './http/policy.ts'
import { operatorIn, rateLimits } from './http/rate-limits.ts'
import { paceRefusedBodies } from './http/refused-bodies.ts'
import { limitRequestsAtOnce } from './http/request-slots.ts'
import { cacheResponses } from './http/response-cache.ts'
import { simulatedStripe } from './http/simulated-stripe.ts'
import { webApp } from './http/web-app.ts'
import { zodMessages } from './http/zod-messages.ts'

/** Builds the HTTP application, ready to listen. Throws if a route has no policy. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  z.config({ customError: zodMessages })
  const app = Fastify(serverOptionsOf(deps))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  deadlines(app)
  gracefulShutdown(app)
  deps.observe?.(app)

  await app.register(helmet, {
    // Set per route instead: pages have a policy with a nonce, all other responses one that permits nothing.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: deps.baseUrl.startsWith('https:'),
  })
  loadNothing(app)
  paceRefusedBodies(app)
  countRequests(app, deps.requests)
  await limitLoad(app, deps.limits, deps.requests)
  await app.register(multipart, { limits: { fileSize: uploadLimit + 1, files: 1 } })
  await rateLimits(app, deps)
  // The web app sets a handler of its own, which serves its page.
  if (!deps.webApp) app.setNotFoundHandler({ preHandler: app.rateLimit() }, notFound)
  gate(app, deps)
  limitRequestsAtOnce(app, deps.limits, operatorIn(deps))
  paceFiles(app, deps.limits, operatorIn(deps))
  await openapi(app, deps.version)

  await app.register(
    async (api) => {
      await api.register(async (answering) => {
        compressAnswers(answering)
        // Registered after compression, so that answers are cached in compressed form.
        cacheResponses(answering, deps)
        for (const each of deps.routes) await answering.register(each(deps))
      })
      await api.register(authRoutes(deps))
      api.get('/openapi.json', { config: { policy: anyone }, schema: { hide: true } }, async () => app.swagger())
    },
    { prefix: '/api' },
  )
  await app.register(docsPage)
  await metricsRoute(app, deps)
  if (deps.simulatedStripe) await simulatedStripe(app, deps.simulatedStripe)
  if (deps.webApp) await webApp(app, deps.webApp, deps.auth.reader, deps.pageHosts)
  // Registered last: routes registered after it would open sockets as well, though only to close them.
  if (deps.realtime) await deps.realtime(app)
  await app.ready()
  return app
}

const sweepMs = 50

/**
 * Answers all requests while the server closes (the application's option `return503OnClosing` is off) and requests that
 * clients reconnect. Closes idle connections, which would keep the server open.
 */
const gracefulShutdown = (app: FastifyInstance): void => {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (sweeping) reply.header('connection', 'close')
  })
  app.server.once('close', () => clearInterval(sweeping))
  app.addHook('onClose', async () => clearInterval(sweeping))
}

/** `GET /metrics`, at Prometheus' default path outside of the API; of this process only. */
const metricsRoute = async (app: FastifyInstance, { metrics }: Pick<Deps, 'metrics'>) => {
  const config = { policy: monitor, rateLimit: false as const }
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
    const { type, text } = await metrics.read()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

const serverOptionsOf = (deps: Deps): FastifyHttpOptions<Server> => ({
  ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
  // Each request logs one line, at its end; other lines name their request by the log's scope.
  logController,
  childLoggerFactory: (logger) => logger,
  trustProxy: trusted(deps.trustProxy),
  bodyLimit: 256 * 1024,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  forceCloseConnections: 'idle',
  return503OnClosing: false,
  // More than a request line can hold, so that an overlong id is answered like any other invalid id.
  routerOptions: { maxParamLength: 16_384 },
  rewriteUrl: ({ url = '/' }) => decodable(url),
  // Limits how long slow clients may occupy a connection; a large upload gets more time.
  requestTimeout: 300_000,
  connectionTimeout: 120_000,
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
  clientErrorHandler: handleMalformedRequest,
})

/** Converts the setting for Fastify; a number is the count of proxies in front of the server. */
const trusted = (proxies: Deps['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
