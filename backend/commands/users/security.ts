import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Security } from '#domain/security.ts'
import { deviceOf } from '../../auth/devices.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson, signedIn, withAuditors } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import type { Cause } from '../context.ts'

const passwordOf = `select "updatedAt" from auth.account
  where "userId" = $1 and "providerId" = 'credential' and password is not null`

/**
 * Lists the devices on which the user is signed in, and signs them out. Sessions are identified by their ids; their
 * tokens are not returned.
 */
export const securityRoutes =
  ({ pool, auth }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = { response: { 200: Security } }
    app.get('/users/me/security', { config: { policy: withAuditors(signedIn) }, schema: read }, async (request) => {
      const { userId, sessionId } = sessionOf(request)
      const [password] = await reading(pool)<{ updatedAt: string }>(passwordOf, [userId])
      const sessions = await auth.sessions.list(userId)
      return {
        hasPassword: password !== undefined,
        passwordChangedAt: password ? new Date(password.updatedAt).toISOString() : null,
        sessions: sessions
          .map(({ id, userAgent, createdAt, updatedAt }) => ({
            id,
            device: deviceOf(userAgent),
            isCurrent: id === sessionId,
            signedInAt: createdAt.toISOString(),
            usedAt: updatedAt.toISOString(),
          }))
          .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
      }
    })

    const config = { policy: withAuditors(inPerson) }
    const response = { 200: z.object({ ended: z.int() }) }
    const causeOf = (request: FastifyRequest): Cause => ({ actor: sessionOf(request).userId, requestId: request.id })

    const one = { params: z.object({ sessionId: z.string().max(100) }), response }
    app.delete('/users/me/sessions/:sessionId', { config, schema: one }, async (request) => {
      const { userId } = sessionOf(request)
      const ended = await auth.sessions.end(userId, request.params.sessionId, causeOf(request))
      if (ended === 0) throw new Rejection('session_not_found')
      return { ended }
    })

    app.delete('/users/me/sessions', { config, schema: { response } }, async (request) => {
      const { userId, sessionId } = sessionOf(request)
      return { ended: await auth.sessions.endOthers(userId, sessionId, causeOf(request)) }
    })
  }
