import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sampleCampaignCode } from '#domain/campaign-words.ts'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { Receipt } from '#domain/me.ts'
import { operations } from '#domain/operations.ts'
import { planSample } from '#exchange/sample/plan.ts'
import { parseContents, parseLinks, parsePages } from '#exchange/sample/texts.ts'
import { actOf, receipt } from '../../http/act.ts'
import { begin } from '../../http/bulk.ts'
import type { Deps } from '../../http/deps.ts'
import { signedIn } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { derivedId } from '../ids.ts'
import { type Importing, rootVisibility } from '../imports/import-campaign.ts'
import { claimPlan, partStore, savePlan } from '../imports/stored-plan.ts'

const description = `A harbour city lies lower than its sea. Seven bells were hung to tell the water where to stand, and five still ring.

A sample campaign to look around in: this copy is yours alone.`

const dir = join(import.meta.dirname, '../../../exchange/sample')
const textOf = (file: string) => readFileSync(join(dir, file), 'utf8')
const sampleTexts = () => ({
  pages: readdirSync(join(dir, 'lore'))
    .sort()
    .flatMap((file) => parsePages(textOf(join('lore', file)))),
  contents: parseContents(textOf('contents.md')),
  links: parseLinks(textOf('relationships.md')),
})

/** The one sample campaign of a user; it does not count towards the campaigns that they may own. */
export const sampleCampaignOf = (userId: string): string => derivedId('sample campaign', userId)

/** Creates a private copy of the sample campaign, or restores it where the user deleted it. */
export const sampleCommand =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool, files, quotas } = deps
    const schema = { response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/campaigns/sample', { config: { policy: signedIn }, schema }, async (request, reply) => {
      const id = sampleCampaignOf(actOf(request, handler).userId)
      // The campaign is filled once, whatever the request's key is: content that the user deleted in it stays deleted.
      const act = actOf(request, handler, { bulk: true, key: id })
      const { userId } = act
      if ((await handler.stateOf(operations, act.id)).begun) {
        const restoring = actOf(request, handler)
        await restoring.send(campaigns, id, { type: 'RestoreCampaign', data: { campaignId: id, by: userId } })
        return reply.code(201).send(receipt(reply, restoring, { id }))
      }
      const importId = derivedId(id, 'import')
      const { plan, parts } = planSample(sampleTexts(), (...of) => derivedId(importId, ...of))
      const { put } = partStore({ pool, files, quotas }, { importId, userId })
      for (const part of parts) await put(part)
      await savePlan({ pool, files, quotas }, { importId, userId, campaignId: id, plan })
      const campaign = { name: plan.name, description, rpgSystemCode: 'D&D', publicAdventureCode: sampleCampaignCode }
      await act.send(campaigns, id, { type: 'CreateCampaign', data: { campaignId: id, ownerId: userId, ...campaign } })
      const collectionId = derivedId(importId, 'root')
      const given: Importing = { campaignId: id, importId, collectionId, visibility: 'PAGE' }
      const folder = { campaignId: id, collectionId, name: 'Orison', userId, parentCollectionId: null }
      await act.send(collections, id, {
        type: 'CreateCollection',
        data: { ...folder, visibility: rootVisibility(plan, given) },
      })
      await claimPlan(pool, importId, { operationId: act.id, parts: plan.parts })
      const total = plan.pages.length + (plan.links?.length ?? 0)
      await begin(act, { kind: 'import-campaign', campaignId: id, total, arguments: { ...given } }, deps)
      return reply.code(201).send(receipt(reply, act, { id }))
    })
  }
