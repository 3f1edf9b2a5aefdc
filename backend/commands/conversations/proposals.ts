import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { workFor } from '#domain/access.ts'
import { readParts } from '#domain/answers.ts'
import { conversations } from '#domain/conversations.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { type Proposal, targetsOf } from '#domain/proposals.ts'
import { writings } from '#domain/writings.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { param, viewerNow } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { ownsConversation } from '../../policies/conversations.ts'
import { refuseWithoutPlan } from '../../queries/conversations/plan.ts'
import { isTooWide } from '../../queries/conversations/reach.ts'
import { isSeen, loadSeen } from '../../queries/conversations/seen.ts'
import { executeChange } from './execute-change.ts'

const params = z.object({ id: uuid(), answerId: uuid(), proposalId: uuid() })
/** `tags` are those of the entry before the proposal changed them; null if it changed none or was accepted before. */
const Accepted = Receipt.extend({ id: uuid(), tags: z.array(z.string()).nullable() })

/** Accepts or dismisses Weavy's proposals. Accepting one executes the change as a command of the user. */
export const proposalCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool, handler } = deps
    const config = { policy: ownsConversation(param('id')) }
    const url = '/conversations/:id/answers/:answerId/proposals/:proposalId'

    /** Throws `proposal_not_found`. */
    const findProposal = async ({ id, answerId, proposalId }: z.infer<typeof params>) => {
      const { owner, messages, proposals } = await handler.stateOf(conversations, id)
      const isIn = messages.some(({ answers }) => answers.includes(answerId))
      const parts = isIn ? readParts((await handler.stateOf(writings, answerId)).text) : []
      const proposal = parts.find((part): part is Proposal => part.kind === 'proposal' && part.id === proposalId)
      if (!owner || !proposal) throw new Rejection('proposal_not_found')
      return { proposal, owner, outcome: proposals[proposalId] }
    }

    /** Throws `Rejection` where the proposal's basis or target is not visible any more, or more members would now see it. */
    const refuseStale = async (proposal: Proposal, { userId, campaignId }: { userId: string; campaignId: string }) => {
      const [read, viewer] = [reading(pool), await viewerNow(pool, workFor(userId, { isInPerson: true }))]
      const seen = await loadSeen(read, viewer, campaignId, [proposal])
      if (targetsOf(proposal.change).some((id) => !seen.lore.has(id))) throw new Rejection('proposal_target_gone')
      if (!isSeen(proposal, seen)) throw new Rejection('proposal_source_hidden')
      const { change, basis } = proposal
      if (await isTooWide(read, { change, basis, userId, campaignId })) throw new Rejection('proposal_too_wide')
    }

    const accept = { params, response: { 200: Accepted } }
    app.post(`${url}/accept`, { config, schema: accept }, async (request, reply) => {
      const { id: conversationId, proposalId } = request.params
      // The key is the proposal's id, so that repeated and further requests make one change.
      const act = actOf(request, handler, { key: proposalId })
      await refuseWithoutPlan(pool, act.userId)
      const { proposal, owner, outcome } = await findProposal(request.params)
      if (outcome === 'dismissed') throw new Rejection('proposal_dismissed')
      if (outcome === 'accepted') return receipt(reply, act, { id: proposalId, tags: null })
      await refuseStale(proposal, owner)
      const tags = await executeChange(act, deps, { request, reply, proposal, campaignId: owner.campaignId })
      await act.send(conversations, conversationId, { type: 'AcceptProposal', data: { conversationId, proposalId } })
      return receipt(reply, act, { id: proposalId, tags })
    })

    const dismiss = { params, response: { 200: Receipt } }
    app.post(`${url}/dismiss`, { config, schema: dismiss }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: conversationId, proposalId } = request.params
      await findProposal(request.params)
      await act.send(conversations, conversationId, { type: 'DismissProposal', data: { conversationId, proposalId } })
      return receipt(reply, act, {})
    })
  }
