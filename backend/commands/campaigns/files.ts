import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, signedIn } from '../../http/policy.ts'
import { receiveUpload, type UploadedFile } from '../../http/receive-upload.ts'
import { uuid } from '../../http/uuid.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'
import { storeUnclaimed } from '../conversations/unclaimed-files.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { refuseFullStorage } from '../storage/room.ts'

const megabytes = 25

const id = uuid()
const Added = Receipt.extend({ id, name: z.string(), uri: z.string() })
/** A file for the next message to Weavy has no address before it is attached. */
const Uploaded = Added.extend({ uri: z.string().nullable() })

/**
 * Adds, removes and restores the files of a campaign: rulebooks, handouts, notes. Removing one is an event; its bytes
 * stay.
 */
export const campaignFileCommands = (deps: Deps): FastifyPluginAsyncZod => {
  const { handler, pool, files, quotas, limits, untrusted } = deps
  return async (app) => {
    // Refused uploads count too: their bytes were received and inspected.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const response = { 201: Added }
    const consumes = ['multipart/form-data']
    const params = z.object({ id })
    app.post(
      '/campaigns/:id/files',
      { config: { policy: memberOf(param('id')), rateLimit }, schema: { params, response, consumes } },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: campaignId } = request.params
        await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId, bytes: 0 })
        const { upload } = await receiveUpload(request, reply, { untrusted, megabytes })
        const added = await addFile(deps, act, campaignId, upload)
        return reply.code(201).send(receipt(reply, act, added))
      },
    )

    // The campaign is a field of the form, so access can be checked only after the form is read.
    const anywhere = {
      ...signedIn,
      sentence:
        'Members of the campaign may that the form names. Without one, whoever may converse with Weavy attaches the file to their next message.',
    }
    app.post(
      '/files/upload',
      { config: { policy: anywhere, rateLimit }, schema: { response: { 201: Uploaded }, consumes } },
      async (request, reply) => {
        const act = actOf(request, handler)
        await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId: null, bytes: 0 })
        const { upload, fields } = await receiveUpload(request, reply, { untrusted, megabytes })
        if (fields.campaignId === undefined) {
          if (request.session?.impersonatorId) throw new Rejection('not_as_somebody_else')
          await refuseWithoutPlan(pool, act.userId)
          const fileId = act.idFor('file')
          await storeUnclaimed({ pool, files, quotas, untrusted }, { userId: act.userId, fileId }, upload)
          return reply.code(201).send(receipt(reply, act, { id: fileId, name: upload.name, uri: null }))
        }
        const named = z.object({ campaignId: uuid('Please select a campaign') })
        const added = await addFile(deps, act, named.parse(fields).campaignId, upload)
        return reply.code(201).send(receipt(reply, act, added))
      },
    )

    const removing = {
      ...memberOf(param('id')),
      sentence: 'DMs, the owner of the campaign and who added the file may.',
    }
    const remove = { params: z.object({ id, fileId: uuid() }), response: { 200: Receipt } }
    const change = (
      act: Act,
      type: 'RemoveCampaignFile' | 'RestoreCampaignFile',
      { id: campaignId, fileId }: z.infer<typeof remove.params>,
    ) => act.send(campaigns, campaignId, { type, data: { campaignId, fileId, by: act.userId } })
    app.delete(
      '/campaigns/:id/files/:fileId',
      { config: { policy: removing }, schema: remove },
      async (request, reply) => {
        const act = actOf(request, handler)
        await change(act, 'RemoveCampaignFile', request.params)
        return receipt(reply, act, {})
      },
    )
    app.post(
      '/campaigns/:id/files/:fileId/restore',
      { config: { policy: removing }, schema: remove },
      async (request, reply) => {
        const act = actOf(request, handler)
        await change(act, 'RestoreCampaignFile', request.params)
        return receipt(reply, act, {})
      },
    )
  }
}

const addFile = async (
  { handler, pool, files, quotas }: Deps,
  act: Act,
  campaignId: string,
  { name, bytes, mime, extension, hash }: UploadedFile,
) => {
  const fileId = act.idFor('file')
  const key = `campaigns/${campaignId}/${fileId}/${hash}.${extension}`
  const data = { campaignId, addedBy: act.userId, file: { fileId, name, key, mime, size: bytes.length } }
  // Decides first, so that refused and repeated files are not stored.
  const decided = campaigns.decide.AddCampaignFile(await handler.stateOf(campaigns, campaignId), data)
  if (decided.length > 0)
    await storeAwaited({ pool, files, quotas }, `${campaigns.category}-${campaignId}`, {
      key,
      bytes,
      mime,
      campaignId,
      userId: act.userId,
    })
  await act.send(campaigns, campaignId, { type: 'AddCampaignFile', data })
  return { id: fileId, name, uri: `/api/campaigns/${campaignId}/files/${fileId}/download` }
}
