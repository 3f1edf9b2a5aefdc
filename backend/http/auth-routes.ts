import { STATUS_CODES } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { operatorSignUpHeader, reasonHeader } from '../auth/hook-context.ts'
import { impersonationStands } from '../auth/impersonation-sql.ts'
import { bearerOf } from '../auth/session.ts'
import { lastAdminConstraint } from '../auth/tables.ts'
import { addressHeader } from '../auth.ts'
import { operatorHeader } from '../platform/running.ts'
import { authEndpoints } from './auth-endpoints.ts'
import { isSame } from './bears-token.ts'
import type { Deps } from './deps.ts'
import { ownOrigins, sentByOthers } from './gate.ts'
import { problem } from './problems.ts'

const bodyLimit = 64 * 1024
/** Headers that our hooks trust. */
const ownHeaders = [reasonHeader, operatorSignUpHeader]

/**
 * Forwards public routes under `/api/auth` to the authentication library, as web requests rebuilt from the validated
 * input, and converts its errors into problems. The library therefore never interprets a request differently from its
 * schema.
 */
export const authRoutes =
  ({
    auth,
    baseUrl,
    origins,
    limits,
    operatorKey,
  }: Pick<Deps, 'auth' | 'baseUrl' | 'origins' | 'limits' | 'operatorKey'>) =>
  async (app: FastifyInstance) => {
    const own = ownOrigins({ baseUrl, origins })
    app.removeAllContentTypeParsers()
    const parse = async (_request: FastifyRequest, text: string) => (text === '' ? undefined : parsedBody(text))
    app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, parse)
    app.addHook('preParsing', async (request) => {
      // Also without a session, so that another site cannot sign a user in to an account of its choice.
      if (request.method === 'POST' && sentByOthers(request, own)) throw new Rejection('cross_origin')
    })
    // For the library's own client, which reads `message`.
    app.addHook('preSerialization', async (_request, _reply, answer) =>
      hasDetail(answer) ? { message: answer.detail, ...answer } : answer,
    )

    const byAccount = { max: limits.passwords, timeWindow: 60_000 }
    for (const { method, path, policy, body, query, params, guesses, headers } of authEndpoints)
      app.route({
        method,
        url: `/auth${path}`,
        bodyLimit,
        exposeHeadRoute: false,
        config: { policy, ...(guesses ? { rateLimit: byAccount } : {}) },
        schema: {
          hide: true,
          ...(body ? { body } : {}),
          ...(query ? { querystring: query } : {}),
          ...(params ? { params } : {}),
        },
        async handler(request, reply) {
          const webRequest = asWebRequest(request, baseUrl, {
            body: body && request.body,
            query: query && request.query,
          })
          const extraHeaders = headers?.(request.body as Record<string, unknown>) ?? {}
          for (const [name, value] of Object.entries(extraHeaders)) webRequest.headers.set(name, value)
          // Processes that can read the key can read and write every account anyway.
          if (path === '/sign-up/email' && isSame(request.headers[operatorHeader], operatorKey))
            webRequest.headers.set(operatorSignUpHeader, 'yes')
          return send(await auth.handle(webRequest).catch(refusedByTables), request, reply)
        },
      })
  }

const parsedBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Rejection('invalid_request')
  }
}

const hasDetail = (answer: unknown): answer is { detail: string } =>
  typeof answer === 'object' && answer !== null && 'detail' in answer

/**
 * Builds the library's request from the route's address and the validated body and query. Drops the client's own values
 * of the trusted headers.
 */
const asWebRequest = (
  request: FastifyRequest,
  baseUrl: string,
  { body, query = {} }: { body: unknown; query: unknown },
): Request => {
  const url = new URL(baseUrl)
  const params = request.params as Record<string, string>
  url.pathname = (request.routeOptions.url ?? '').replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(params[name] ?? ''),
  )
  for (const [name, value] of Object.entries(query as Record<string, string | undefined>))
    if (value !== undefined) url.searchParams.set(name, value)
  const headers = fromNodeHeaders(request.headers)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'content-length', ...ownHeaders])
    headers.delete(name)
  passCredential(headers, request)
  headers.set(addressHeader, normalizeIP(request.ip))
  headers.set('x-request-id', request.id)
  return new Request(url, { method: request.method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

/**
 * Passes the bearer token to the library only if the policy checked the session of this token. Otherwise, a header that the two
 * parse differently would be checked as one session and act as the cookie's.
 */
const passCredential = (headers: Headers, { session, headers: { authorization } }: FastifyRequest) => {
  headers.delete('authorization')
  const token = session?.by === 'bearer' ? bearerOf(authorization) : undefined
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
}

/** Converts violated constraints of the library's tables into refusals. */
const refusedByTables = (error: unknown): never => {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  if (constraint === lastAdminConstraint) throw new Rejection('last_admin')
  if (constraint === impersonationStands) throw new Rejection('only_users_impersonated')
  throw error
}

const tokenHeader = 'set-auth-token'
/** Removes session tokens from the answer: the session is in the cookie, which scripts cannot read. */
const withoutToken = (text: string) =>
  text && JSON.stringify(JSON.parse(text, (name, value) => (name === 'token' ? undefined : value)))

async function send(response: Response, request: FastifyRequest, reply: FastifyReply) {
  void reply.code(response.status).header('cache-control', 'no-store')
  const isByCookie = request.session?.by === 'cookie'
  response.headers.forEach((value, name) => {
    if (name === 'set-cookie' || name === 'content-length' || (isByCookie && name === tokenHeader)) return
    void reply.header(name, value)
  })
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (response.status < 400) return reply.send((isByCookie && isJson ? withoutToken(text) : text) || null)
  const answer = asProblem(response, text)
  request.refusal = answer.code
  return reply.type('application/problem+json').serializer(JSON.stringify).send(answer)
}

const asProblem = (response: Response, text: string) => {
  const { status } = response
  const { code, message } = parsed(text)
  if (status === 429)
    return problem('too_many_requests', { seconds: Number(response.headers.get('x-retry-after') ?? 60) })
  const detail = message ?? STATUS_CODES[status] ?? 'Error'
  const known =
    code?.toLowerCase() ?? (status === 401 ? 'unauthenticated' : status === 404 ? 'not_found' : 'invalid_request')
  return {
    type: `urn:loreloom:problem:${known}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code: known,
  }
}

const parsed = (text: string): { code?: string | undefined; message?: string | undefined } => {
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>
    return {
      code: typeof code === 'string' ? code : undefined,
      message: typeof message === 'string' ? message : undefined,
    }
  } catch {
    return {}
  }
}
