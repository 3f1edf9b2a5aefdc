import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operatorHeader } from '../platform/running.ts'
import { meansApi } from './address.ts'
import { isSame } from './bears-token.ts'
import type { Deps } from './deps.ts'
import { problem } from './problems.ts'
import { RequestCounts } from './request-counts.ts'

/**
 * Counts requests per minute and client: a signed-in browser by its signed cookie, so that people behind one address do not share
 * a count; everybody else by address. Routes with limits of their own count apart, and those of the web app not at all. It is the
 * route that decides, since its address can be written in many ways.
 */
export async function rateLimits(
  app: FastifyInstance,
  { auth, limits, operatorKey }: Pick<Deps, 'auth' | 'limits' | 'operatorKey'>,
) {
  await app.register(rateLimit, {
    global: true,
    max: limits.everyone,
    timeWindow: 60_000,
    store: RequestCounts,
    keyGenerator: (request: FastifyRequest) => auth.reader.tokenOf(request.headers) ?? request.ip,
    allowList: (request) =>
      (request.routeOptions.config.page === true && !meansApi(request)) ||
      isSame(request.headers[operatorHeader], operatorKey),
    errorResponseBuilder(_request, { ttl }) {
      const { detail } = problem('too_many_requests', { seconds: Math.ceil(ttl / 1000) })
      return Object.assign(new Error(detail), { statusCode: 429, seconds: Math.ceil(ttl / 1000) })
    },
  })
}
