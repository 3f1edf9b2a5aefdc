import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { enjoys } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { type ConvertedFormat, modelPromptLimit } from '#domain/model-words.ts'
import { convertedUri, models } from '#domain/models.ts'
import { stlBytes } from '#domain/storage.ts'
import { ModelConverting, ModelPromptReading, ModelRenamed, ModelRequested } from '#projections/model-answers.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import { bulk, bulkAnswer, ids } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { body, memberOf, signedIn, spendsCredits } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { every, maySeeConjuration } from '../../policies/items.ts'
import { mayEditModel, maySeeModel, unmovableModel } from '../../policies/models.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { ModelName, ModelWanted } from './model-request.ts'
import { requestModel } from './request.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }

/**
 * Readings that are permitted per permitted generation: screens request one up to every half second while the user
 * types.
 */
const readingsPerGeneration = 6

/** Commands on 3D models. A worker creates the models, and publishes its progress on their topics. */
export const modelCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, limits } = deps
    const limited = acceptedLimit(limits.generation)
    const editing = { policy: mayEditModel }

    const wanted = { body: ModelWanted, response: { 202: ModelRequested } }
    const asking = spendsCredits(every(memberOf(body('campaignId')), maySeeConjuration(body('conjurationId'))))
    app.post('/models', { config: { policy: asking }, schema: wanted, ...limited }, async (request, reply) => {
      const act = actOf(request, handler)
      const id = await requestModel(act, request.body, deps)
      return reply.code(202).send(receipt(reply, act, { id }))
    })

    const read = {
      body: z.object({ prompt: z.string().max(modelPromptLimit) }),
      response: { 200: ModelPromptReading },
    }
    const readings = {
      policy: signedIn,
      rateLimit: { max: readingsPerGeneration * limits.generation, timeWindow: 60_000, groupId: 'readings' },
    }
    app.post('/models/reading', { config: readings, schema: read }, async ({ body: { prompt } }) => {
      const everything = { isUnderstood: prompt.trim() !== '', understood: [], ignored: [] }
      return deps.models.read?.(prompt) ?? everything
    })

    const rename = { params, body: z.object({ name: ModelName }), response: { 200: ModelRenamed } }
    app.patch('/models/:id', { config: editing, schema: rename }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: modelId } = request.params
      const { name } = request.body
      await act.send(models, modelId, { type: 'RenameModel', data: { modelId, name } })
      return receipt(reply, act, { name })
    })

    app.delete('/models/:id', { config: editing, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { id: modelId } = request.params
      // An impersonator is recorded as `by`, since they may not spend the owner's credits.
      const by = sessionOf(request).impersonatorId ?? act.userId
      await act.send(models, modelId, { type: 'DeleteModel', data: { modelId, by } })
      return receipt(reply, act, {})
    })

    app.post('/models/:id/restore', { config: editing, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: modelId } = request.params
      await act.send(models, modelId, { type: 'RestoreModel', data: { modelId } })
      return receipt(reply, act, {})
    })

    const Move = z.object({
      modelIds: ids(200, { none: 'Please select models to move', many: 'models' }),
      campaignId: uuid('Please select a campaign'),
    })
    const moving = { body: Move, response: bulkAnswer }
    const there = { policy: memberOf(body('campaignId')) }
    app.patch('/models/bulk/move-to-campaign', { config: there, schema: moving }, async (request, reply) => {
      const act = actOf(request, handler, { bulk: true })
      const { campaignId, modelIds } = request.body
      const given = { ids: modelIds, campaignId }
      return bulk(act, reply, deps, { ids: modelIds, judge: unmovableModel, kind: 'move-models', given })
    })

    const convert = { params, response: { 200: ModelConverting } }
    const seeing = { policy: maySeeModel }
    // One path per format, so that the API document names an operation for each.
    for (const format of ['stl', '3mf', 'obj'] as const)
      app.post(
        `/models/:id/convert/${format}`,
        { config: seeing, schema: convert, ...limited },
        async (request, reply) => {
          const act = actOf(request, handler)
          const { id: modelId } = request.params
          const targetFormat = format.toUpperCase() as ConvertedFormat
          const standing = await loadEntitlements(reading(pool), sessionOf(request).userId)
          if (!enjoys(standing, 'downloadStl', standing.now)) throw new Rejection('stl_needs_plan')
          const { conversions, report, userId, campaignId } = await handler.stateOf(models, modelId)
          const alreadyConverted = conversions[targetFormat]?.status === 'done'
          if (!conversions[targetFormat] && report)
            await refuseFullStorage(deps, { userId, campaignId, bytes: stlBytes(report.triangles) })
          await act.send(models, modelId, { type: 'ConvertModel', data: { modelId, targetFormat } })
          const convertedFileUri = alreadyConverted ? convertedUri(modelId, targetFormat) : null
          return receipt(reply, act, { alreadyConverted, convertedFileUri })
        },
      )
  }
