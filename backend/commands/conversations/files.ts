import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { attachmentMegabytes, conversations } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { saveFilePassages } from '#projections/file-passages.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, stillMay } from '../../http/policy.ts'
import { receiveUpload } from '../../http/receive-upload.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsConversation } from '../../policies/conversations.ts'
import { isReadable } from '../../providers/document-types.ts'
import { attachedFile } from '../../queries/conversations/attached-file.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'
import { derivedId } from '../ids.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { refuseFullStorage } from '../storage/room.ts'

const Attached = Receipt.extend({ id: uuid(), name: z.string() })
const Kept = Receipt.extend({ id: uuid(), name: z.string() })

/**
 * Files that a member attaches to a conversation. Other members cannot see them until the member adds one to the
 * campaign's files.
 */
export const attachedFileCommands =
  ({ pool, handler, files, quotas, limits, untrusted }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const policy = ownsConversation(param('id'))
    // Refused uploads count too: their bytes were received and read.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const storage = { pool, files, quotas }

    const attach = { params: z.object({ id: uuid() }), response: { 201: Attached }, consumes: ['multipart/form-data'] }
    app.post('/conversations/:id/files', { config: { policy, rateLimit }, schema: attach }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const { id: conversationId } = request.params
      await refuseWithoutPlan(pool, userId)
      await refuseFullStorage(storage, { userId, campaignId: null, bytes: 0 })
      const { upload } = await receiveUpload(request, reply, { untrusted, megabytes: attachmentMegabytes })
      const { name, bytes, mime, extension, hash } = upload
      if (!isReadable(mime)) throw new Rejection('document_type')
      const { value: text } = await untrusted.run('document', { bytes, options: { mime } })
      await stillMay(request, userId, pool)
      const fileId = act.idFor('file')
      const key = `conversations/${conversationId}/${fileId}/${hash}.${extension}`
      const state = await handler.stateOf(conversations, conversationId)
      const { campaignId } = state.owner ?? {}
      if (campaignId === undefined) throw new Rejection('conversation_not_found')
      const data = { conversationId, userId, campaignId, fileId, name, key, mime, size: bytes.length }
      // Decides first, so that refused and repeated files are not stored.
      if (conversations.decide.AttachFile(state, data).length > 0) {
        await storeAwaited(storage, `${conversations.category}-${conversationId}`, {
          key,
          bytes,
          mime,
          campaignId,
          userId,
        })
        await saveFilePassages(pool, key, { text })
      }
      await act.send(conversations, conversationId, { type: 'AttachFile', data })
      return reply.code(201).send(receipt(reply, act, { id: fileId, name }))
    })

    const params = z.object({ id: uuid(), fileId: uuid() })
    const remove = { params, response: { 200: Receipt } }
    app.delete('/conversations/:id/files/:fileId', { config: { policy }, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId, fileId } = request.params
      const data = { conversationId, fileId }
      await act.send(conversations, conversationId, { type: 'RemoveAttachedFile', data })
      return receipt(reply, act, {})
    })

    const keep = { params, response: { 201: Kept } }
    const copying = { policy, rateLimit }
    app.post('/conversations/:id/files/:fileId/keep', { config: copying, schema: keep }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId, fileId } = request.params
      const state = await handler.stateOf(conversations, conversationId)
      const { file, userId, campaignId } = attachedFile(state, fileId)
      // The id is derived, so that a repeat does not add the file a second time.
      const keptId = derivedId(fileId, 'kept')
      const { name, mime, size } = file
      const key = `campaigns/${campaignId}/${keptId}/${file.key.slice(file.key.lastIndexOf('/') + 1)}`
      const data = { campaignId, addedBy: userId, file: { fileId: keptId, name, key, mime, size } }
      const decided = campaigns.decide.AddCampaignFile(await handler.stateOf(campaigns, campaignId), data)
      if (decided.length > 0) {
        const bytes = await files.get(file.key)
        await storeAwaited(storage, `${campaigns.category}-${campaignId}`, { key, bytes, mime, campaignId, userId })
      }
      await act.send(campaigns, campaignId, { type: 'AddCampaignFile', data })
      return reply.code(201).send(receipt(reply, act, { id: keptId, name }))
    })
  }
