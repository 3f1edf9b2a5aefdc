import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conversations } from '#domain/conversations.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsConversation } from '../../policies/conversations.ts'
import { FileMissing } from '../../providers/files.ts'
import { attachedFile } from './attached-file.ts'

/** Requires no plan: members can download their attached files after a downgrade. */
export const attachedFileQueries =
  ({ handler, files, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const policy = ownsConversation(param('id'))
    const config = { policy, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    const one = { params: z.object({ id: uuid(), fileId: uuid() }) }
    app.get('/conversations/:id/files/:fileId/download', { config, schema: one }, async (request, reply) => {
      const { id, fileId } = request.params
      const { file } = attachedFile(await handler.stateOf(conversations, id), fileId)
      const stored = await files.stat(file.key)
      if (!stored) throw new FileMissing(file.key)
      return reply
        .type(file.mime)
        .header('content-length', stored.size)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(file.name))
        .send(await files.stream(file.key))
    })
  }
