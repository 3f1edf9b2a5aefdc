import { STATUS_CODES } from 'node:http'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { addressHeader } from '../auth.ts'
import { jsonOf, refuseUnfit } from './auth-input.ts'
import type { Deps } from './deps.ts'
import { ownOrigins, sentByOthers } from './gate.ts'
import { anyone } from './policy.ts'
import { problem } from './problems.ts'

const bodyLimit = 64 * 1024

/** Hands `/api/auth/*` to the authentication library as web requests, and its errors back as problems. */
export const authRoutes =
  ({ auth, baseUrl, origins, pool }: Pick<Deps, 'auth' | 'baseUrl' | 'origins' | 'pool'>) =>
  async (app: FastifyInstance) => {
    const own = ownOrigins({ baseUrl, origins })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))

    app.route({
      method: ['GET', 'POST'],
      url: '/auth/*',
      bodyLimit,
      config: { policy: anyone },
      schema: { hide: true },
      async handler(request, reply) {
        const path = request.url.split('?', 1)[0]?.replace(/^\/api\/auth/, '') ?? ''
        // Also without a session: nobody is signed in to an account of somebody else's choice.
        if (request.method === 'POST' && sentByOthers(request, own)) throw new Rejection('cross_origin')
        if (path === '/admin/impersonate-user' && request.session?.by === 'bearer')
          throw new Rejection('impersonation_needs_cookie')
        const body = jsonOf(request)
        refuseUnfit({ ...body, ...(request.query as object) })
        if (path === '/admin/set-role') await keepOneAdmin(pool, request, body ?? {})
        const response = await auth.handle(asWebRequest(request, baseUrl, body))
        return send(response, request, reply)
      },
    })
  }

/** The address is the one that we trust; what a client says of it, and of its own address, is dropped. The body is as we read it. */
const asWebRequest = (request: FastifyRequest, baseUrl: string, json: object | undefined): Request => {
  const headers = fromNodeHeaders(request.headers)
  headers.delete('x-forwarded-for')
  headers.delete('x-forwarded-host')
  headers.delete('x-forwarded-proto')
  headers.set(addressHeader, request.ip)
  headers.set('x-request-id', request.id)
  headers.delete('content-length')
  const body = json ? { body: JSON.stringify(json) } : {}
  return new Request(new URL(request.url, baseUrl), { method: request.method, headers, ...body })
}

async function send(response: Response, request: FastifyRequest, reply: FastifyReply) {
  void reply.code(response.status).header('cache-control', 'no-store')
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie' && name !== 'content-length') void reply.header(name, value)
  })
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) void reply.header('set-cookie', cookies)
  const text = await response.text()
  if (response.status < 400) return reply.send(text || null)
  const answer = asProblem(response, text)
  request.refusal = answer.code
  return reply.type('application/problem+json').send(JSON.stringify(answer))
}

/** `message` stays beside `detail` for the library's own client. */
const asProblem = (response: Response, text: string) => {
  const { status } = response
  const { code, message } = parsed(text)
  if (status === 429) {
    const answer = problem('too_many_requests', { seconds: Number(response.headers.get('x-retry-after') ?? 60) })
    return { ...answer, message: answer.detail }
  }
  const detail = specified(code, message) ?? message ?? STATUS_CODES[status] ?? 'Error'
  const known =
    code?.toLowerCase() ?? (status === 401 ? 'unauthenticated' : status === 404 ? 'not_found' : 'invalid_request')
  return {
    type: `urn:loreloom:problem:${known}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code: known,
    message: detail,
  }
}

const passwordLength = 'Password must be 8-128 characters long'

/** The library's own words are for programmers; the specification has better ones. */
const specified = (code = '', message = ''): string | undefined => {
  if (code === 'PASSWORD_TOO_SHORT' || code === 'PASSWORD_TOO_LONG') return passwordLength
  if (code === 'INVALID_EMAIL' || message.startsWith('[body.email]')) return 'Please enter a valid email address'
  return undefined
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

/** An installation that nobody can administer could only be mended in its database. */
async function keepOneAdmin(
  pool: Deps['pool'],
  { session }: FastifyRequest,
  { userId, role }: Readonly<Record<string, unknown>>,
) {
  if (session?.role !== 'admin') return
  if ([role].flat().includes('admin')) return
  const { rows } = await pool.query<{ id: string }>(
    `select id from auth."user" where 'admin' = any(string_to_array(replace(role, ' ', ''), ',')) limit 2`,
  )
  if (rows.length === 1 && rows[0]?.id === userId) throw new Rejection('last_admin')
}
