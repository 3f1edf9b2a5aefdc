import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { readForm } from '../http/form.ts'
import { every, mayEditLore } from '../http/item-policies.ts'
import { memberOf, query } from '../http/policy.ts'
import { uuid } from '../http/uuid.ts'
import { takePicture } from '../providers/uploads.ts'
import { keepLinked, linkTo } from './linking.ts'
import { refuseTakenId } from './new-id.ts'

export const uploadLimit = 10 * 1024 * 1024

const Fields = z.object({
  id: uuid().optional(),
  name: z
    .string()
    .trim()
    .max(255, 'Name cannot exceed 255 characters')
    .transform((name) => name || null)
    .optional(),
})

export const uploadCommand =
  ({ handler, files, pool, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const Query = z.object({ campaignId: uuid(), conjurationId: uuid().optional() })
    const schema = {
      querystring: Query,
      response: { 201: Receipt.extend({ id: uuid() }) },
      consumes: ['multipart/form-data'],
    }
    // Refused ones count too: by then their bytes were received and looked into.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const config = { policy: every(memberOf(query('campaignId')), mayEditLore(query('conjurationId'))), rateLimit }
    app.post('/images/upload', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { campaignId, conjurationId = null } = request.query
      const { picture, id = act.idFor('image'), name = null } = await readParts(request)
      const link = await linkTo(handler, campaignId, conjurationId)
      await refuseTakenId(pool, { table: 'images', id, userId: act.userId })

      const before = await handler.stateOf(images, id)
      if (before.status !== 'none' && before.userId !== act.userId) throw new Rejection('image_exists')
      const { bytes, mime, width, height } = picture
      const key = `images/${id}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${mime.slice('image/'.length)}`
      if (before.status === 'none') await files.put(key, bytes, mime)
      const file = { key, mime, width, height, size: bytes.length }
      const data = { imageId: id, userId: act.userId, campaignId, ...link, name, file }
      await act.send(images, id, { type: 'UploadImage', data })
      await keepLinked(act, handler, id, link)
      return reply.code(201).send(receipt(reply, act, { id }))
    })
  }

async function readParts(request: FastifyRequest) {
  const { taken: picture, fields } = await readForm(request, {
    field: 'image',
    maxBytes: uploadLimit,
    take: (file) => takePicture(file, { maxBytes: uploadLimit, supportedSizesOnly: true }),
  })
  if (!picture) throw new Rejection('picture_missing')
  return { picture, ...Fields.parse(fields) }
}
