import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operatorHeader } from '../platform/running.ts'
import { meansApi } from './address.ts'
import { isSame } from './bears-token.ts'
import type { Deps } from './deps.ts'
import { problem } from './problems.ts'
import { RequestCounts } from './request-counts.ts'
import { workLimits } from './work-limits.ts'

/**
 * The key under which a client is counted: its account, so that further sessions and tokens share one budget; otherwise
 * its IPv4 address or 64-bit IPv6 network, the usual allocation of a subscriber. A cookie or token without a valid
 * session is no account.
 */
export const clientKey = ({ session, ip }: Pick<FastifyRequest, 'session' | 'ip'>): string =>
  session ? `account ${session.userId}` : `address ${ip ? normalizeIP(ip) : 'of a closed connection'}`

/** True for requests of the machine's operator, whose commands have no rate limit. */
export const operatorIn =
  ({ operatorKey }: Pick<Deps, 'operatorKey'>) =>
  ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
    isSame(headers[operatorHeader], operatorKey)

/**
 * Limits requests per minute and client. Routes with their own limit count separately, together with all routes of the
 * same `groupId`; the web app's pages and files are not counted. The route decides, since an address can be written in
 * many ways.
 */
export async function rateLimits(
  app: FastifyInstance,
  { limits, operatorKey, work }: Pick<Deps, 'limits' | 'operatorKey' | 'work'>,
) {
  const isOperator = operatorIn({ operatorKey })
  workLimits(app, work, isOperator)
  await app.register(rateLimit, {
    global: true,
    max: limits.everyone,
    timeWindow: 60_000,
    store: RequestCounts,
    keyGenerator: clientKey,
    allowList: (request) => (request.routeOptions.config.page === true && !meansApi(request)) || isOperator(request),
    errorResponseBuilder(_request, { ttl }) {
      const { detail } = problem('too_many_requests', { seconds: Math.ceil(ttl / 1000) })
      return Object.assign(new Error(detail), { statusCode: 429, seconds: Math.ceil(ttl / 1000) })
    },
  })
}
