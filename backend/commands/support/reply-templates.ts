import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { ReplyTemplateContent, ReplyTemplates, replyTemplates, replyTemplatesId } from '#domain/reply-templates.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'

const config = { policy: admin }

/** Templates of replies to requests for support. They are few and small, so the list is the state of their stream. */
export const replyTemplateRoutes =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = { response: { 200: ReplyTemplates } }
    app.get('/admin/support/templates', { config, schema: list }, async () => {
      const { templates } = await handler.stateOf(replyTemplates, replyTemplatesId)
      const data = templates.toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
      return { data, total: data.length }
    })

    const create = { body: ReplyTemplateContent, response: { 200: Receipt.extend({ id: uuid() }) } }
    app.post('/admin/support/templates', { config, schema: create }, async (request, reply) => {
      const act = actOf(request, handler)
      const templateId = act.idFor('reply template')
      const data = { templateId, ...request.body }
      await act.send(replyTemplates, replyTemplatesId, { type: 'CreateReplyTemplate', data })
      return receipt(reply, act, { id: templateId })
    })

    const params = z.object({ id: uuid() })
    const response = { 200: Receipt }
    const body = ReplyTemplateContent.extend({ version: z.int().min(0) })
    app.patch(
      '/admin/support/templates/:id',
      { config, schema: { params, body, response } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const data = { templateId: request.params.id, ...request.body }
        await act.send(replyTemplates, replyTemplatesId, { type: 'ChangeReplyTemplate', data })
        return receipt(reply, act, {})
      },
    )

    app.delete('/admin/support/templates/:id', { config, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const data = { templateId: request.params.id }
      await act.send(replyTemplates, replyTemplatesId, { type: 'DeleteReplyTemplate', data })
      return receipt(reply, act, {})
    })
  }
