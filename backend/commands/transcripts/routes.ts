import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { refuseUnlessPresent, transcripts } from '#domain/transcripts.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { memberOf, param, stillMay, viewerOf } from '../../http/policy.ts'
import { readWith } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { mayEditTranscript } from '../../policies/transcripts.ts'
import { refusePrivate } from '../../queries/conjurations/may-keep-private.ts'
import { visible, visibleIn } from '../../queries/visible.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { addTranscript, PlayedOn, readTranscriptForm, SessionNumber, Title } from './add.ts'

const params = z.object({ id: uuid() })
const response = { 200: Receipt }
const member = 'select from members where "campaignId" = $1 and "userId" = $2'
const seenLore = `select l.id from conjurations l join access a on a.id = l.id
  where l.id = @conjurationId and l."campaignId" = @campaignId and l."deletedAt" is null and ${visible}`

/** Commands on the recaps and transcripts of a campaign's Story Vault. */
export const transcriptCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, quotas, limits, untrusted } = deps
    const editing = { policy: mayEditTranscript }

    // Refused uploads count too: their bytes were received and parsed.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const add = { params, response: { 201: Receipt.extend({ id: uuid() }) }, consumes: ['multipart/form-data'] }
    app.post(
      '/campaigns/:id/story-vault',
      { config: { policy: memberOf(param('id')), rateLimit }, schema: add },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: campaignId } = request.params
        await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId, bytes: 0 })
        const form = await readTranscriptForm(request, reply, untrusted)
        // A member may have been removed while a long upload arrived.
        await stillMay(request, act.userId, pool)
        const id = await addTranscript(act, campaignId, form, deps)
        return reply.code(201).send(receipt(reply, act, { id }))
      },
    )

    const Change = z
      .object({
        title: Title,
        session: SessionNumber.nullable(),
        playedOn: PlayedOn.nullable(),
        visibility: Visibility,
      })
      .partial()
    const change = { params, body: Change, response }
    app.patch('/story-vault/:id', { config: editing, schema: change }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: transcriptId } = request.params
      const before = await handler.stateOf(transcripts, transcriptId)
      refuseUnlessPresent(before)
      const { title = before.title, session = before.sessionNumber, playedOn = before.playedOn } = request.body
      const { visibility = before.visibility } = request.body
      if (visibility !== before.visibility)
        await refusePrivate(pool, act.userId, { visibility, campaignId: before.campaignId })
      await act.send(transcripts, transcriptId, [
        { type: 'DescribeTranscript', data: { transcriptId, title, sessionNumber: session, playedOn } },
        { type: 'ChangeTranscriptVisibility', data: { transcriptId, visibility } },
      ])
      return receipt(reply, act, {})
    })

    const Assigned = z.object({
      userId: uuid('userId must be a member').nullable(),
      conjurationId: uuid('conjurationId must be lore').nullable(),
    })
    const position = z.coerce.number().int().min(0).max(1_000)
    const assign = { params: params.extend({ speaker: position }), body: Assigned, response }
    app.put('/story-vault/:id/speakers/:speaker', { config: editing, schema: assign }, async (request, reply) => {
      const act = actOf(request, handler)
      await assignSpeaker(deps, act, request.params, request.body)
      return receipt(reply, act, {})
    })

    app.delete('/story-vault/:id', { config: editing, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: transcriptId } = request.params
      await act.send(transcripts, transcriptId, { type: 'DeleteTranscript', data: { transcriptId } })
      return receipt(reply, act, {})
    })

    app.post('/story-vault/:id/restore', { config: editing, schema: { params, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: transcriptId } = request.params
      await act.send(transcripts, transcriptId, { type: 'RestoreTranscript', data: { transcriptId } })
      return receipt(reply, act, {})
    })
  }

const assignSpeaker = async (
  { handler, pool }: Deps,
  act: Act,
  { id: transcriptId, speaker }: { id: string; speaker: number },
  { userId, conjurationId }: { userId: string | null; conjurationId: string | null },
) => {
  const before = await handler.stateOf(transcripts, transcriptId)
  refuseUnlessPresent(before)
  const { campaignId, members, characters } = before
  // Existing assignments are not checked again: a member may have left since, and lore may be hidden from this editor.
  if (userId !== null && userId !== members[speaker]) {
    const { rowCount } = await pool.query(member, [campaignId, userId])
    if (rowCount === 0) throw new Rejection('speaker_not_member')
  }
  if (conjurationId !== null && conjurationId !== characters[speaker]) {
    const values = { ...visibleIn(await viewerOf(pool, act.userId), campaignId), conjurationId }
    const [seen] = await readWith(pool)(seenLore, values)
    if (!seen) throw new Rejection('speaker_not_lore')
  }
  const data = { transcriptId, speaker, userId, conjurationId }
  await act.send(transcripts, transcriptId, { type: 'AssignSpeaker', data })
}
