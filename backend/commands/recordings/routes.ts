import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { mostRecordingParts, RecordingConsent, recordings } from '#domain/recordings.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson, memberOf, param, stillMay } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every } from '../../policies/items.ts'
import { mayEditRecording } from '../../policies/recordings.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { PlayedOn, SessionNumber, Title } from '../transcripts/add.ts'
import {
  addRecording,
  PartHash,
  RecordingForm,
  receivePart,
  recordingIdOf,
  refuseTranscription,
  storePart,
} from './add.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }

/** Recordings of sessions, and their transcription. A recording is sent in parts, which `POST` then joins. */
export const recordingCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, quotas, limits } = deps
    // Consent must be declared by the uploader in person, not by an impersonator.
    const policy = every(inPerson, memberOf(param('id')))

    const position = z.coerce
      .number()
      .int()
      .min(0)
      .max(mostRecordingParts - 1)
    const part = {
      params: z.object({ id: uuid(), uploadId: uuid(), position }),
      response: { 200: z.object({ part: PartHash }) },
      consumes: ['multipart/form-data'],
    }
    // The largest recording has 32 parts.
    const rateLimit = { max: limits.generation * 3, timeWindow: 60_000, groupId: 'recordings' }
    app.put(
      '/campaigns/:id/recordings/:uploadId/parts/:position',
      { config: { policy, rateLimit }, schema: part },
      async (request) => {
        const { userId } = actOf(request, handler)
        const { id: campaignId, uploadId, position } = request.params
        await refuseTranscription(deps, userId)
        await refuseFullStorage({ pool, quotas }, { userId, campaignId, bytes: 0 })
        const bytes = await receivePart(request, position)
        // A member may have been removed while a long upload arrived.
        await stillMay(request, userId, pool)
        const recordingId = recordingIdOf(userId, campaignId, uploadId)
        return { part: await storePart({ userId, campaignId, recordingId, position }, bytes, deps) }
      },
    )

    const Wanted = RecordingForm.extend({
      title: Title,
      session: SessionNumber.nullable(),
      playedOn: PlayedOn.nullable(),
      visibility: Visibility.default('DM'),
      consent: RecordingConsent,
    })
    const add = { params, body: Wanted, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/campaigns/:id/recordings', { config: { policy }, schema: add }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: campaignId } = request.params
      const { session: sessionNumber, ...wanted } = request.body
      const transcriber = await refuseTranscription(deps, act.userId)
      await refusePrivate(pool, act.userId, { visibility: wanted.visibility, campaignId })
      const id = await addRecording(act, campaignId, { ...wanted, sessionNumber }, { ...deps, transcriber })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const editing = { config: { policy: mayEditRecording }, schema: { params, response } }
    app.post('/recordings/:id/retry', editing, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: recordingId } = request.params
      // Checked before the plan, so that unknown ids get the same answer on every plan.
      if (!(await handler.stateOf(recordings, recordingId)).added) throw new Rejection('no_such_recording')
      await refuseTranscription(deps, act.userId)
      await act.send(recordings, recordingId, { type: 'RetryTranscription', data: { recordingId } })
      return receipt(reply, act, {})
    })

    app.delete('/recordings/:id', editing, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: recordingId } = request.params
      await act.send(recordings, recordingId, { type: 'CancelTranscription', data: { recordingId } })
      return receipt(reply, act, {})
    })
  }
