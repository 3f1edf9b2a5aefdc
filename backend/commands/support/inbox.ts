import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { AdminSupportRequests, SupportStatus, SupportText, support } from '#domain/support.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../../queries/page.ts'
import { answersOf } from './answers-of.ts'

const allRequests = `select r.id, r.type, r.description, r.diagnostics, r.status, r.screenshot is not null as "hasScreenshot", r.position,
    r."createdAt", r."updatedAt", r."isPriority", r."userId",
    u.name as username, coalesce(r.email, u.email) as email, r."assigneeId", a.name as "assigneeName",
    ${answersOf(`, 'by', b.name`, 'left join auth."user" b on b.id = s."answeredBy"::text')}
  from support_requests r left join auth."user" u on u.id = r."userId"::text left join auth."user" a on a.id = r."assigneeId"::text
  where r.status = $1 order by r."isPriority" desc, r."createdAt", r.id limit $2 offset $3`

const config = { policy: admin }

/** The requests of all users and visitors, for administrators. */
export const supportInbox =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const inbox = {
      querystring: Page(25).extend({ status: SupportStatus.default('open') }),
      response: { 200: AdminSupportRequests },
    }
    app.get('/admin/support', { config, schema: inbox }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { status, limit, offset } = request.query
        const data = await read<AdminSupportRequests['data'][number]>(allRequests, [status, limit, offset])
        const rows = await read<{ status: SupportStatus; count: number }>(
          'select status, count(*) as count from support_requests group by status',
        )
        const counted = Object.fromEntries(rows.map((row) => [row.status, row.count]))
        const counts = { open: counted.open ?? 0, answered: counted.answered ?? 0, closed: counted.closed ?? 0 }
        return { data, total: counts[status], counts }
      }),
    )
  }

/** The commands of administrators for one request. */
export const supportInboxCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ id: uuid() })
    const response = { 200: Receipt }
    const ownerOf = async (requestId: string) => {
      const [row] = await reading(pool)<{ userId: string | null }>(
        'select "userId" from support_requests where id = $1',
        [requestId],
      )
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
