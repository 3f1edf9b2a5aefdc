import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { adminCommands } from './commands/admin.ts'
import { bulkConjurationCommands } from './commands/bulk-conjurations.ts'
import { bulkImageCommands } from './commands/bulk-images.ts'
import { campaignFileCommands } from './commands/campaign-files.ts'
import { campaignMemberCommands } from './commands/campaign-members.ts'
import { campaignCommands } from './commands/campaigns.ts'
import { collectedLoreCommands } from './commands/collected-lore.ts'
import { collectionCommands } from './commands/collections.ts'
import { conjurationCommands } from './commands/conjurations.ts'
import { copyLoreCommands } from './commands/copy-lore.ts'
import { imageCommands } from './commands/images.ts'
import { invitationCommands } from './commands/invitations.ts'
import { loreHistoryCommands } from './commands/lore-history.ts'
import { trashCommands } from './commands/trash.ts'
import { uploadCommand, uploadLimit } from './commands/upload.ts'
import { authRoutes } from './http/auth-routes.ts'
import { compressAnswers } from './http/compress.ts'
import { apiCsp } from './http/csp.ts'
import { deadlines } from './http/deadlines.ts'
import type { Deps } from './http/deps.ts'
import { handleErrors, notFound, underLoad } from './http/error-handler.ts'
import { decodable, refuseGarbage } from './http/garbage.ts'
import { gate } from './http/gate.ts'
import { health } from './http/health.ts'
import { keepAnswers } from './http/kept-answers.ts'
import { leaveOpenly } from './http/leaving.ts'
import { logController } from './http/logging.ts'
import { metricsRoute } from './http/metrics.ts'
import { docsPage, openapi } from './http/openapi.ts'
import { anyone } from './http/policy.ts'
import { rateLimits } from './http/rate-limits.ts'
import { webApp } from './http/web-app.ts'
import { inWords } from './http/words.ts'
import { adminEventQueries } from './queries/admin-events.ts'
import { adminUserQueries } from './queries/admin-users.ts'
import { campaignFileQueries } from './queries/campaign-files.ts'
import { campaignQueries } from './queries/campaigns.ts'
import { collectionQueries } from './queries/collections.ts'
import { conjurationQueries } from './queries/conjurations.ts'
import { historyQueries } from './queries/history.ts'
import { imageFileQueries } from './queries/image-files.ts'
import { imageQueries } from './queries/images.ts'
import { invitationQueries } from './queries/invitations.ts'
import { modelQueries } from './queries/models.ts'
import { searchQueries } from './queries/search.ts'
import { trashQueries } from './queries/trash.ts'
import { userQueries } from './queries/users.ts'

const routes = [
  userQueries,
  modelQueries,
  campaignQueries,
  campaignCommands,
  campaignMemberCommands,
  campaignFileQueries,
  campaignFileCommands,
  invitationQueries,
  invitationCommands,
  collectionQueries,
  collectionCommands,
  collectedLoreCommands,
  searchQueries,
  conjurationQueries,
  conjurationCommands,
  bulkConjurationCommands,
  copyLoreCommands,
  historyQueries,
  loreHistoryCommands,
  trashQueries,
  trashCommands,
  imageQueries,
  imageFileQueries,
  imageCommands,
  bulkImageCommands,
  uploadCommand,
  adminUserQueries,
  adminEventQueries,
  adminCommands,
  health,
]

/** The HTTP application, ready to listen. Fails when a route does not say who may call it. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const options: FastifyHttpOptions<Server> = {
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: false }),
    // Each request has one line, at its end, and what is logged on the way knows by itself which request it is of.
    logController,
    childLoggerFactory: (logger) => logger,
    trustProxy: trusted(deps.trustProxy),
    bodyLimit: 256 * 1024,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Longer ones than a request line can be: what is no id is said to be none, like all others.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // Who is slow to ask, or to take the answer, does not keep a connection for ever; a large upload may take its time.
    requestTimeout: 300_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    clientErrorHandler: refuseGarbage,
  }
  z.config({ customError: inWords })
  const app = Fastify(options)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app)
  deadlines(app)
  leaveOpenly(app)
  deps.observe?.(app)
  // The web app brings its own, which answers pages.
  if (!deps.webApp) app.setNotFoundHandler(notFound)

  await app.register(helmet, {
    // Pages bring their own policy, with a nonce; everything else may load nothing.
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: deps.baseUrl.startsWith('https:'),
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('content-security-policy', apiCsp)
  })
  await app.register(underPressure, {
    maxEventLoopDelay: deps.limits.eventLoopDelayMs,
    retryAfter: 5,
    pressureHandler: underLoad,
  })
  await app.register(multipart, { limits: { fileSize: uploadLimit + 1, files: 1 } })
  await rateLimits(app, deps)
  gate(app, deps)
  await openapi(app, deps.version)

  await app.register(
    async (api) => {
      await api.register(async (answering) => {
        compressAnswers(answering)
        // As they are sent: what is given again is not compressed again.
        keepAnswers(answering, deps)
        for (const each of routes) await answering.register(each(deps))
      })
      await api.register(authRoutes(deps))
      api.get('/openapi.json', { config: { policy: anyone }, schema: { hide: true } }, async () => app.swagger())
    },
    { prefix: '/api' },
  )
  await app.register(docsPage)
  await metricsRoute(app, deps)
  if (deps.webApp) await webApp(app, deps.webApp, deps.auth.reader)
  // Last: routes that come after it would open sockets as well, though only to close them.
  if (deps.realtime) await deps.realtime(app)
  await app.ready()
  return app
}

/** A number is how many proxies stand in front. */
const trusted = (proxies: Deps['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
