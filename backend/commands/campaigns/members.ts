import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { Receipt } from '#domain/me.ts'
import { sentences } from '#domain/rights.ts'
import { AssignableRole, isOwner } from '#domain/roles.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { dmOf, memberOf, ownerOf, param, signedIn } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { whileFewCampaigns } from './count.ts'

const id = uuid()
const response = { 200: Receipt }

/**
 * Commands of a campaign's members and their roles. The campaign's stream enforces the rules; the policies only exclude
 * non-members.
 */
export const campaignMemberCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler } = deps
    const params = z.object({ id, memberId: uuid() })
    const removing = {
      policy: { ...dmOf(param('id')), sentence: sentences.removeMember },
    }
    const remove = { params, response }
    app.delete('/campaigns/:id/members/:memberId', { config: removing, schema: remove }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: campaignId, memberId: userId } = request.params
      const data = { campaignId, userId, by: act.userId }
      await act.send(campaigns, campaignId, { type: 'RemoveMember', data })
      return receipt(reply, act, {})
    })

    const leaving = { policy: { ...signedIn, sentence: sentences.leave } }
    const leave = { params: z.object({ id }), response }
    app.post('/campaigns/:id/members/leave', { config: leaving, schema: leave }, async (request, reply) => {
      const act = actOf(request, handler)
      const campaignId = request.params.id
      await act.send(campaigns, campaignId, { type: 'LeaveCampaign', data: { campaignId, userId: act.userId } })
      return receipt(reply, act, {})
    })

    const change = { params, body: z.object({ role: AssignableRole }), response }
    app.patch(
      '/campaigns/:id/members/:memberId/role',
      { config: { policy: ownerOf(param('id'), 'changeRoles') }, schema: change },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: campaignId, memberId: userId } = request.params
        const data = { campaignId, userId, role: request.body.role, by: act.userId }
        await act.send(campaigns, campaignId, { type: 'ChangeMemberRole', data })
        return receipt(reply, act, {})
      },
    )

    // Open to all members: a repeated transfer is sent by the former owner, and must get the same answer as the first.
    const transferring = { policy: { ...memberOf(param('id')), sentence: sentences.transfer } }
    const transfer = { params: z.object({ id }), body: z.object({ newOwnerId: uuid() }), response }
    app.post(
      '/campaigns/:id/members/transfer-ownership',
      { config: transferring, schema: transfer },
      async (request, reply) => {
        const act = actOf(request, handler)
        const campaignId = request.params.id
        const { newOwnerId } = request.body
        const data = { campaignId, newOwnerId, by: act.userId }
        const transferNow = () => act.send(campaigns, campaignId, { type: 'TransferOwnership', data })
        const { members } = await handler.stateOf(campaigns, campaignId)
        // The campaign's rules on the transfer take precedence over the quota.
        const isBegun = isOwner(members[act.userId]) && newOwnerId in members && newOwnerId !== act.userId
        await (isBegun
          ? whileFewCampaigns(deps, newOwnerId, transferNow, 'new_owner_has_too_many_campaigns')
          : transferNow())
        return receipt(reply, act, {})
      },
    )
  }
