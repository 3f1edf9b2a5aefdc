import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { dmOf, param, signedIn } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { invitationBehind, linkOf } from '../../queries/campaigns/invitations.ts'

const id = uuid()
const days = 'An invitation can be open for 1 to 365 days'
const dayMs = 24 * 60 * 60 * 1000

const NewInvitation = z.object({
  id: uuid().optional(),
  /** Null for an invitation that is valid until it is revoked. */
  expiresInDays: z.int(days).min(1, days).max(365, days).nullable().default(null),
})

export const invitationCommands = (deps: Deps): FastifyPluginAsyncZod => {
  const { handler, pool, inviteCodes, now } = deps

  /**
   * Throws `invitation_exists` if another campaign has an invitation with this id: the id is part of the link, which
   * must keep leading to the same campaign.
   */
  const refuseTaken = async (inviteId: string, campaignId: string) => {
    const [row] = await reading(pool)('select 1 from invitations where id = $1 and "campaignId" <> $2', [
      inviteId,
      campaignId,
    ])
    if (row) throw new Rejection('invitation_exists')
  }

  return async (app) => {
    const config = { policy: dmOf(param('id'), 'invite') }
    const Made = Receipt.extend({ id, code: z.string(), link: z.url() })
    const create = { params: z.object({ id }), body: NewInvitation, response: { 201: Made } }
    app.post('/campaigns/:id/invitations', { config, schema: create }, async (request, reply) => {
      const act = actOf(request, handler)
      const campaignId = request.params.id
      const { id: inviteId = act.idFor('invitation'), expiresInDays } = request.body
      await refuseTaken(inviteId, campaignId)
      const expiresAt = expiresInDays === null ? null : new Date(now() + expiresInDays * dayMs).toISOString()
      const data = { campaignId, inviteId, createdBy: act.userId, expiresAt }
      await act.send(campaigns, campaignId, { type: 'CreateInvitation', data })
      const code = inviteCodes.codeOf(inviteId)
      return reply.code(201).send(receipt(reply, act, { id: inviteId, code, link: linkOf(deps, code) }))
    })

    const revoke = { params: z.object({ id, inviteId: uuid() }), response: { 200: Receipt } }
    app.delete('/campaigns/:id/invitations/:inviteId', { config, schema: revoke }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: campaignId, inviteId } = request.params
      await act.send(campaigns, campaignId, { type: 'RevokeInvitation', data: { campaignId, inviteId } })
      return receipt(reply, act, {})
    })

    const joining = { policy: { ...signedIn, sentence: 'Whoever is signed in and has the code may.' } }
    const Joined = Receipt.extend({ campaignId: uuid() })
    const join = { params: z.object({ code: z.string() }), response: { 200: Joined } }
    app.post('/campaigns/invites/:code', { config: joining, schema: join }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: inviteId, campaignId } = await invitationBehind(request.params.code, deps)
      const data = { campaignId, inviteId, userId: act.userId, now: new Date(now()).toISOString() }
      await act.send(campaigns, campaignId, { type: 'JoinCampaign', data })
      return receipt(reply, act, { campaignId })
    })
  }
}
