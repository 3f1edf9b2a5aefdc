import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { may } from '#domain/entitlements.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { campaignColourOf, rounded, TokenLook, tokenUri } from '#domain/tokens.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { mayEditImage } from '../../http/policy.ts'
import { type Read, reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { suggestedCut } from '../../providers/token.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'
import { derivedId } from '../ids.ts'

const params = z.object({ id: uuid() })
/** The token's look; by default plain and centred on the picture's focus. */
const body = TokenLook.partial().nullish()
const response = { 200: Receipt.extend({ tokenUri: z.string(), token: TokenLook }) }

/** Tokens for virtual tabletops, for primary pictures of lore. */
export const tokenCommands =
  ({ handler, pool, files, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = {
      policy: mayEditImage,
      rateLimit: { max: limits.generation, timeWindow: 60_000, groupId: 'tokens' },
    }
    const read = reading(pool)

    /**
     * The lore's own stream records its primary picture; in old logs the pictures' streams do, and the view is used.
     */
    const isPrimary = async (imageId: string, conjurationId: string) => {
      const { primaryImageId } = await handler.stateOf(conjurations, conjurationId)
      return primaryImageId === null ? isPrimaryByView(read, imageId) : primaryImageId === imageId
    }

    app.post('/images/:id/generate-token', { config, schema: { params, body, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const entitlements = await loadEntitlements(read, act.userId)
      if (!may(entitlements, 'tokens', entitlements.now)) throw new Rejection('tokens_need_pro')
      const image = await handler.stateOf(images, imageId)
      const { conjurationId, campaignId } = image
      if (conjurationId === null || !(await isPrimary(imageId, conjurationId)))
        throw new Rejection('token_without_primary')
      const picture = currentFile(image)
      if (!picture) throw new Rejection('image_not_ready')
      const { x, y, zoom, rim = 'plain' } = request.body ?? {}
      const cut =
        x === undefined || y === undefined || zoom === undefined
          ? { ...(await suggestedCut(await files.get(picture.key))), ...(zoom !== undefined && { zoom }) }
          : { x, y, zoom }
      const token = rounded({ ...cut, rim })
      const campaignColour = campaignColourOf(campaignId ?? imageId)
      const tokenId = derivedId('token', picture.key, campaignColour, JSON.stringify(token))
      await act.send(images, imageId, { type: 'MakeToken', data: { imageId, tokenId, ...token, dye: campaignColour } })
      return receipt(reply, act, { token, tokenUri: tokenUri(imageId, tokenId) })
    })
  }

const isPrimaryByView = async (read: Read, imageId: string) => {
  const [row] = await read<{ primary: boolean }>('select "primary" from images where id = $1', [imageId])
  return row?.primary ?? false
}
