import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CampaignName, campaigns, defaultRpgSystem } from '#domain/campaigns.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { dmOf, param, signedIn } from '../http/policy.ts'

const NewCampaign = z.object({
  id: z.uuid().optional(),
  name: CampaignName.default('').transform((name) => CampaignName.parse(name)),
  description: z.string().max(10_000).default(''),
  rpgSystemCode: z
    .string()
    .trim()
    .max(100)
    .default('')
    .transform((code) => code || defaultRpgSystem),
  publicAdventureCode: z.string().max(100).nullable().default(null),
})

export const campaignCommands =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const create = { body: NewCampaign, response: { 201: Receipt.extend({ id: z.uuid() }) } }
    app.post('/campaigns', { config: { policy: signedIn }, schema: create }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('campaign'), ...campaign } = request.body
      const data = { campaignId: id, ownerId: act.userId, ...campaign }
      await act.send(campaigns, id, { type: 'CreateCampaign', data })
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const params = z.object({ campaignId: z.uuid() })
    const rename = { params, body: z.object({ name: CampaignName }), response: { 200: Receipt } }
    const dm = { policy: dmOf(param('campaignId')) }
    app.patch('/campaigns/:campaignId', { config: dm, schema: rename }, async (request, reply) => {
      const act = actOf(request, handler)
      const { campaignId } = request.params
      await act.send(campaigns, campaignId, { type: 'RenameCampaign', data: { campaignId, name: request.body.name } })
      return receipt(reply, act, {})
    })
  }
