import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { isAdmin, isAuditor, mayAudit } from '#domain/roles.ts'
import type { Session } from '../auth/session.ts'
import { bearsToken } from './bears-token.ts'
import { catchUp, catchUpTimeoutMs } from './catch-up.ts'
import type { Deps } from './deps.ts'
import { type Policy, refuseUnless, viewerNow } from './policy.ts'
import type { ProblemCode } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
  }
}

/** Checks all requests except the web app's: reads the session, refuses cross-site requests, applies policies, awaits `Min-Position`. */
export function gate(
  app: FastifyInstance,
  deps: Pick<Deps, 'auth' | 'pool' | 'store' | 'progress' | 'anotherLog' | 'baseUrl' | 'origins' | 'metricsToken'>,
) {
  requirePolicies(app)
  app.decorateRequest('session', undefined)
  const origins = ownOrigins(deps)
  const isMonitor = ({ headers }: FastifyRequest, { who }: Policy) =>
    who === 'monitor' && bearsToken(headers, deps.metricsToken)

  // Answers neither from the views nor from caches while they belong to another log.
  app.addHook('onRequest', async ({ routeOptions: { config, url } }) => {
    const watched = url?.startsWith('/api/health/') || config.policy?.who === 'monitor'
    if (config.policy && !watched && deps.anotherLog() !== undefined) throw new Rejection('another_log')
  })

  // The rate limits count by account and run next, as hooks of the routes: `preParsing` is the first that sees only counted requests.
  app.addHook('onRequest', async (request) => {
    const { policy } = request.routeOptions.config
    if (policy && !isMonitor(request, policy)) request.session = await deps.auth.reader.sessionOf(request.headers)
  })

  app.addHook('preParsing', async (request) => {
    const { policy } = request.routeOptions.config
    if (!policy || isMonitor(request, policy)) return
    const { session } = request
    if (session?.by === 'bearer' && session.impersonatorId) throw new Rejection('impersonation_needs_cookie')
    if (session?.by === 'cookie' && isUnsafe(request) && !sentByUs(request, origins))
      throw new Rejection('cross_origin')
    if (policy.who !== 'anyone') admit(policy, session)
    const wanted = request.headers['min-position']
    if (typeof wanted !== 'string' || !/^\d{1,19}$/.test(wanted)) return
    if (!(await deps.progress.waitFor(BigInt(wanted), catchUpTimeoutMs))) throw new Rejection('not_caught_up')
  })

  app.addHook('preHandler', async (request) => {
    const { policy } = request.routeOptions.config
    // A role or an impersonation may have ended while the request waited.
    if (policy && isRevocable(policy, request) && hasWaited(request)) {
      request.session = await deps.auth.reader.sessionOf(request.headers)
      admit(policy, request.session)
    }
    if (!policy?.may) return
    const { session } = request
    if (!session) throw new Rejection('unauthenticated')
    const { pool } = deps
    const viewer = hasWaited(request) ? () => viewerNow(pool, session) : async () => session
    await refuseUnless({ request, userId: session.userId, viewer, pool }, policy, () => catchUp(deps))
  })

  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (reply.getHeader('event-position') === undefined)
      void reply.header('event-position', String(deps.progress.position()))
    // Private content of a campaign is not written to the disk of the client.
    if (!request.routeOptions.config.page && reply.getHeader('cache-control') === undefined)
      void reply.header('cache-control', 'no-store')
  })
}

/** Applies the part of a policy that needs only the session: its kind and role. Throws `Rejection`. */
export const admit = (policy: Policy, session: Session | undefined): void => {
  if (!session || !(policy.for ?? ['session']).includes(session.kind)) throw new Rejection('unauthenticated')
  const refusal = refusalOf(policy, session)
  if (refusal) throw new Rejection(refusal)
}
const refusalOf = ({ who, forAuditors }: Policy, { role, impersonatorId }: Session): ProblemCode | undefined => {
  if (isAuditor(role) && !forAuditors) return 'audit_only'
  if (who === 'auditor' && !mayAudit(role)) return 'auditors_only'
  if (who === 'auditor' && impersonatorId) return 'not_as_somebody_else'
  return who === 'admin' || who === 'monitor' ? (isAdmin(role) ? undefined : 'admins_only') : undefined
}

/** Origins whose pages are ours. */
export const ownOrigins = ({ baseUrl, origins }: Pick<Deps, 'baseUrl' | 'origins'>): ReadonlySet<string> =>
  new Set([new URL(baseUrl).origin, ...origins])

/** True if access depends on the role of admin or auditor, or on an impersonation, which may end at any time. */
const isRevocable = ({ who }: Policy, { session }: FastifyRequest) =>
  who === 'auditor' || who === 'admin' || (who === 'signedIn' && typeof session?.impersonatorId === 'string')

/** True if the request waited for its body or for the views after its session was read: its rights may have changed. */
const hasWaited = (request: FastifyRequest) => isUnsafe(request) || request.headers['min-position'] !== undefined

const isUnsafe = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'

/** True if the browser reports one of our origins, which pages cannot forge. Requests without such headers do not count as ours. */
export const sentByUs = ({ headers }: Pick<FastifyRequest, 'headers'>, origins: ReadonlySet<string>): boolean => {
  if (headers.origin !== undefined) return origins.has(headers.origin)
  return headers['sec-fetch-site'] === 'same-origin'
}

/** True if the browser reports a request from another site. A client without such headers may be no browser, and has no cookies of ours. */
export const sentByOthers = (request: Pick<FastifyRequest, 'headers'>, origins: ReadonlySet<string>): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers
  return (origin !== undefined || site !== undefined) && !sentByUs(request, origins)
}

/** Throws at startup if a route has no policy; only the web app's pages need none. */
export function requirePolicies(app: FastifyInstance) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const open = routes.filter(({ config, method }) => !config?.policy && !config?.page && method !== 'OPTIONS')
    if (open.length > 0)
      throw new Error(`No policy says who may call ${open.map(({ method, url }) => `${method} ${url}`).join(', ')}`)
  })
}
