import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { effectivePlan } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import {
  AdminSupportRequests,
  Diagnostics,
  OwnSupportRequests,
  SupportStatus,
  SupportText,
  SupportType,
  support,
  supportLimits,
} from '#domain/support.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin, inPerson, signedIn } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../../queries/page.ts'
import { standingOf } from '../../queries/users/standing.ts'

const answersOf = (columns: string, from = '') =>
  `coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'text', s.text, 'createdAt', s."createdAt"${columns}) order by s."createdAt", s.id)
    from support_answers s ${from} where s."requestId" = r.id), '[]') as answers`

const own = `select r.id, r.type, r.description, r.diagnostics, r.status, r."createdAt", r."updatedAt", ${answersOf('')}
  from support_requests r where r."userId" = $1 order by r."createdAt" desc, r.id limit $2 offset $3`
const ofAll = `select r.id, r.type, r.description, r.diagnostics, r.status, r."createdAt", r."updatedAt", r."isPriority", r."userId",
    u.name as username, u.email, r."assigneeId", a.name as "assigneeName",
    ${answersOf(`, 'by', b.name`, 'left join auth."user" b on b.id = s."answeredBy"::text')}
  from support_requests r left join auth."user" u on u.id = r."userId"::text left join auth."user" a on a.id = r."assigneeId"::text
  where r.status = $1 order by r."isPriority" desc, r."createdAt", r.id limit $2 offset $3`
const sent = `select count(*) filter (where status <> 'closed') as open,
    count(*) filter (where "createdAt" > now() - interval '1 day') as today
  from support_requests where "userId" = $1`

/** Requests of users to the people who run this installation, and the inbox of administrators. */
export const supportRoutes =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Request = z.object({ type: SupportType, description: SupportText, diagnostics: Diagnostics.default({}) })
    const ask = { body: Request, response: { 200: Receipt.extend({ id: z.uuid() }) } }
    app.post('/support', { config: { policy: inPerson }, schema: ask }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const read = reading(pool)
      const [counts] = await read<{ open: number; today: number }>(sent, [userId])
      const requestId = act.idFor('support request')
      const [repeated] = await read('select from support_requests where id = $1', [requestId])
      if (!repeated && counts && (counts.open >= supportLimits.open || counts.today >= supportLimits.perDay))
        throw new Rejection('too_many_support_requests')
      const standing = await standingOf(read, userId)
      const isPriority = effectivePlan(standing, standing.now) === 'PRO'
      const data = { requestId, userId, isPriority, ...request.body }
      await act.send(support, requestId, { type: 'RequestSupport', data })
      return receipt(reply, act, { id: requestId })
    })

    const list = { querystring: Page(20), response: { 200: OwnSupportRequests } }
    app.get('/support', { config: { policy: signedIn }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { userId } = sessionOf(request)
        const { limit, offset } = request.query
        const data = await read<OwnSupportRequests['data'][number]>(own, [userId, limit, offset])
        const [count] = await read<{ total: number }>(
          'select count(*) as total from support_requests where "userId" = $1',
          [userId],
        )
        return { data, total: count?.total ?? 0 }
      }),
    )

    const config = { policy: admin }
    const inbox = {
      querystring: Page(25).extend({ status: SupportStatus.default('open') }),
      response: { 200: AdminSupportRequests },
    }
    app.get('/admin/support', { config, schema: inbox }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { status, limit, offset } = request.query
        const data = await read<AdminSupportRequests['data'][number]>(ofAll, [status, limit, offset])
        const rows = await read<{ status: SupportStatus; count: number }>(
          'select status, count(*) as count from support_requests group by status',
        )
        const counted = Object.fromEntries(rows.map((row) => [row.status, row.count]))
        const counts = { open: counted.open ?? 0, answered: counted.answered ?? 0, closed: counted.closed ?? 0 }
        return { data, total: counts[status], counts }
      }),
    )

    const params = z.object({ id: uuid() })
    const response = { 200: Receipt }
    const ownerOf = async (requestId: string) => {
      const [row] = await reading(pool)<{ userId: string }>('select "userId" from support_requests where id = $1', [
        requestId,
      ])
      if (!row) throw new Rejection('support_request_not_found')
      return { requestId, userId: row.userId }
    }

    const answer = { params, body: z.object({ text: SupportText }), response }
    app.post('/admin/support/:id/answer', { config, schema: answer }, async (request, reply) => {
      const act = actOf(request, handler)
      const about = await ownerOf(request.params.id)
      const { text } = request.body
      const data = { ...about, answerId: act.idFor('support answer'), answeredBy: act.userId, text }
      await act.send(support, about.requestId, { type: 'AnswerSupportRequest', data })
      return receipt(reply, act, {})
    })

    const assign = { params, body: z.object({ isMine: z.boolean() }), response }
    app.post('/admin/support/:id/assign', { config, schema: assign }, async (request, reply) => {
      const act = actOf(request, handler)
      const about = await ownerOf(request.params.id)
      const data = { ...about, assigneeId: request.body.isMine ? act.userId : null }
      await act.send(support, about.requestId, { type: 'AssignSupportRequest', data })
      return receipt(reply, act, {})
    })

    for (const [path, type] of [
      ['close', 'CloseSupportRequest'],
      ['reopen', 'ReopenSupportRequest'],
    ] as const)
      app.post(`/admin/support/:id/${path}`, { config, schema: { params, response } }, async (request, reply) => {
        const act = actOf(request, handler)
        const about = await ownerOf(request.params.id)
        await act.send(support, about.requestId, { type, data: about })
        return receipt(reply, act, {})
      })
  }
