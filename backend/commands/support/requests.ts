import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import {
  Diagnostics,
  OwnSupportRequests,
  SupportEmail,
  SupportText,
  SupportType,
  support,
  supportLimits,
} from '#domain/support.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { anyone, inPerson, signedIn } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../../queries/page.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { visitorContext } from '../context.ts'
import { answersOf } from './answers-of.ts'

const ownRequests = `select r.id, r.type, r.description, r.diagnostics, r.status, r.screenshot is not null as "hasScreenshot",
    r."createdAt", r."updatedAt", ${answersOf('')}
  from support_requests r where r."userId" = $1 order by r."createdAt" desc, r.id limit $2 offset $3`
const countOfUser = `select count(*) filter (where status <> 'closed') as open,
    count(*) filter (where "createdAt" > now() - interval '1 day') as today
  from support_requests where "userId" = $1`
const openOfVisitors = `select count(*) as open from support_requests where "userId" is null and status <> 'closed'`

const written = { type: SupportType, description: SupportText, diagnostics: Diagnostics.default({}) }
const response = { 200: Receipt.extend({ id: uuid() }) }

/** Requests of users to the administrators of this installation. */
export const supportRequests =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = reading(pool)
    const isSent = async (requestId: string) =>
      (await read('select from support_requests where id = $1', [requestId])).length > 0

    const config = { policy: inPerson }
    app.post('/support', { config, schema: { body: z.object(written), response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const requestId = act.idFor('support request')
      const [counts] = await read<{ open: number; today: number }>(countOfUser, [userId])
      const isFull = counts && (counts.open >= supportLimits.open || counts.today >= supportLimits.perDay)
      if (isFull && !(await isSent(requestId))) throw new Rejection('too_many_support_requests')
      const entitlements = await loadEntitlements(read, userId)
      const isPriority = effectivePlan(entitlements, entitlements.now) === 'PRO'
      const data = { requestId, userId, email: null, isPriority, ...request.body }
      await act.send(support, requestId, { type: 'RequestSupport', data })
      return receipt(reply, act, { id: requestId })
    })

    const list = { querystring: Page(20), response: { 200: OwnSupportRequests } }
    app.get('/support', { config: { policy: signedIn }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const { limit, offset } = request.query
        const data = await read<OwnSupportRequests['data'][number]>(ownRequests, [userId, limit, offset])
        const [count] = await read<{ total: number }>(
          'select count(*) as total from support_requests where "userId" = $1',
          [userId],
        )
        return { data, total: count?.total ?? 0 }
      }),
    )
  }

/**
 * Requests of visitors who cannot sign in. The response is the same for every address, whether or not an account has
 * it, and no mail is sent to it before an administrator answers.
 */
export const visitorSupportRequests =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const read = reading(pool)
    // Counted after the origin check, so that pages of other sites cannot use up a visitor's requests.
    const rateLimit = { max: supportLimits.visitorPerDay, timeWindow: 24 * 3_600_000, hook: 'preHandler' as const }
    const Request = z.object({ id: uuid(), ...written, email: SupportEmail })
    const schema = { body: Request, response: { 200: z.object({}) } }
    app.post('/support/visitors', { config: { policy: anyone, rateLimit }, schema }, async (request) => {
      const { id: requestId, ...given } = request.body
      const [count] = await read<{ open: number }>(openOfVisitors)
      if ((count?.open ?? 0) >= supportLimits.visitorsOpen) throw new Rejection('too_many_visitor_requests')
      const data = { requestId, userId: null, isPriority: false, ...given }
      const context = visitorContext(requestId, request.id)
      await handler.dispatch(context, support, requestId, { type: 'RequestSupport', data })
      return {}
    })
  }
