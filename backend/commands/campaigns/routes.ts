import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { z } from 'zod'
import type { Thing } from '#domain/access.ts'
import { defaultRpgSystem } from '#domain/campaign-words.ts'
import { CampaignName, campaigns } from '#domain/campaigns.ts'
import type { MessageOf } from '#domain/decider.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { can } from '#domain/rights.ts'
import type { ImageRow } from '#projections/images.ts'
import { type Act, actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { dmOf, ownerOf, param, signedIn, viewerOf } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { refuseTakenId } from '../new-id.ts'
import { whileFewCampaigns } from './count.ts'

/** The key of the file behind a picture that may become a campaign's background; null for none. Throws `Rejection`. */
async function backgroundFor(
  pool: pg.Pool,
  userId: string,
  campaignId: string,
  imageId: string | null,
): Promise<string | null> {
  if (imageId === null) return null
  const { rows } = await pool.query<Pick<Thing, 'channels'> & Pick<ImageRow, 'file'>>(
    `select i.file, a.channels from images i join access a on a.id = i.id
      where i.id = $1 and i."campaignId" = $2 and i."deletedAt" is null`,
    [imageId, campaignId],
  )
  const [image] = rows
  if (!image || !can(await viewerOf(pool, userId), 'see', image)) throw new Rejection('image_not_found')
  if (!image.file) throw new Rejection('image_not_ready')
  return image.file.key
}

const description = z.string().max(10_000, 'Description cannot exceed 10000 characters')
const rpgSystemCode = z
  .string()
  .trim()
  .max(100, 'The system cannot exceed 100 characters')
  .transform((code) => code || defaultRpgSystem)

const NewCampaign = z.object({
  id: uuid().optional(),
  name: CampaignName.default('').transform((name) => CampaignName.parse(name)),
  description: description.default(''),
  rpgSystemCode: rpgSystemCode.default(defaultRpgSystem),
  publicAdventureCode: z.string().max(100).nullable().default(null),
})

const Changes = z
  .object({
    name: CampaignName,
    description,
    rpgSystemCode,
    welcomeMessage: z.string().trim().max(5_000, 'The welcome message cannot exceed 5000 characters'),
    /** A picture of the campaign's gallery; null for none. */
    backgroundImageId: uuid().nullable(),
  })
  .partial()
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'There is nothing to change')

export const campaignCommands =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { handler, pool } = deps
    const create = { body: NewCampaign, response: { 201: Receipt.extend({ id: uuid() }) } }
    app.post('/campaigns', { config: { policy: signedIn }, schema: create }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id = act.idFor('campaign'), ...campaign } = request.body
      await refuseTakenId(pool, { table: 'campaigns', id, userId: act.userId })
      const data = { campaignId: id, ownerId: act.userId, ...campaign }
      const make = () => act.send(campaigns, id, { type: 'CreateCampaign', data })
      const isRepeat = (await handler.stateOf(campaigns, id)).exists
      await (isRepeat ? make() : whileFewCampaigns(deps, act.userId, make))
      return reply.code(201).send(receipt(reply, act, { id }))
    })

    const params = z.object({ campaignId: uuid() })
    const change = { params, body: Changes, response: { 200: Receipt } }
    const dm = { policy: dmOf(param('campaignId')) }
    app.patch('/campaigns/:campaignId', { config: dm, schema: change }, async (request, reply) => {
      const act = actOf(request, handler)
      const { campaignId } = request.params
      const { name, description, rpgSystemCode, welcomeMessage, backgroundImageId } = request.body
      // Checks that may refuse precede all changes.
      const key =
        backgroundImageId === undefined
          ? undefined
          : await backgroundFor(pool, act.userId, campaignId, backgroundImageId)
      const commands: MessageOf<typeof campaigns.commands>[] = []
      if (name !== undefined) commands.push({ type: 'RenameCampaign', data: { campaignId, name } })
      if (description !== undefined) commands.push({ type: 'DescribeCampaign', data: { campaignId, description } })
      if (rpgSystemCode !== undefined)
        commands.push({ type: 'ChangeCampaignSystem', data: { campaignId, rpgSystemCode } })
      if (welcomeMessage !== undefined)
        commands.push({ type: 'ChangeWelcomeMessage', data: { campaignId, welcomeMessage } })
      if (key !== undefined) commands.push({ type: 'ChangeBackgroundImage', data: { campaignId, key } })
      await act.send(campaigns, campaignId, commands)
      return receipt(reply, act, {})
    })

    const one = { params: z.object({ id: uuid() }), response: { 200: Receipt } }
    const dataOf = (act: Act, campaignId: string) => ({ campaignId, by: act.userId })
    const deleting = { policy: ownerOf(param('id'), 'deleteCampaign') }
    app.delete('/campaigns/:id', { config: deleting, schema: one }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id } = request.params
      await act.send(campaigns, id, { type: 'DeleteCampaign', data: dataOf(act, id) })
      return receipt(reply, act, {})
    })

    const restoring = { policy: ownerOf(param('id'), 'restoreCampaign') }
    app.post('/campaigns/:id/restore', { config: restoring, schema: one }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id } = request.params
      await act.send(campaigns, id, { type: 'RestoreCampaign', data: dataOf(act, id) })
      return receipt(reply, act, {})
    })
  }
