import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { hangUp } from '../../http/hang-up.ts'
import { memberWhereNamed, query, stillMay } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { every, mayWriteConjuration } from '../../policies/items.ts'
import { allOf } from '../../providers/bounded.ts'
import { pictureTooLarge } from '../../providers/picture-rejected.ts'
import type { UntrustedInput } from '../../providers/untrusted-input.ts'
import { refuseTakenId } from '../new-id.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { refuseFullStorage } from '../storage/room.ts'
import { refuseMissingConjuration, unlinkIfElsewhere } from './linking.ts'

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
  ({ handler, files, pool, quotas, limits, untrusted }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /**
     * Without a campaign, the picture is in no gallery and visible to its owner only, as a reference for other
     * pictures.
     */
    const Query = z.object({ campaignId: uuid().optional(), conjurationId: uuid().optional() })
    const schema = {
      querystring: Query,
      response: { 201: Receipt.extend({ id: uuid() }) },
      consumes: ['multipart/form-data'],
    }
    // Refused uploads count too: their bytes were received and inspected.
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const config = {
      policy: every(memberWhereNamed(query('campaignId')), mayWriteConjuration(query('conjurationId'))),
      rateLimit,
    }
    app.post('/images/upload', { config, schema }, async (request, reply) => {
      const act = actOf(request, handler)
      const { campaignId = null, conjurationId = null } = request.query
      await refuseFullStorage({ pool, quotas }, { userId: act.userId, campaignId, bytes: 0 })
      const { picture, id = act.idFor('image'), name = null } = await readParts(request, reply, untrusted)
      await stillMay(request, act.userId, pool)
      await refuseMissingConjuration(handler, campaignId, conjurationId)
      await refuseTakenId(pool, { table: 'images', id, userId: act.userId })

      const before = await handler.stateOf(images, id)
      if (before.status !== 'none' && before.userId !== act.userId) throw new Rejection('image_exists')
      const { bytes, mime, width, height, hash } = picture
      const key = `images/${id}/${hash}.${mime.slice('image/'.length)}`
      // Checked here, since a repeated command is answered without being decided.
      if (before.original && before.original.key !== key) throw new Rejection('upload_differs')
      if (before.status === 'none')
        await storeAwaited({ pool, files, quotas }, `${images.category}-${id}`, {
          key,
          bytes,
          mime,
          campaignId,
          userId: act.userId,
        })
      const file = { key, mime, width, height, size: bytes.length }
      const data = { imageId: id, userId: act.userId, campaignId, conjurationId, name, file }
      await act.send(images, id, { type: 'UploadImage', data })
      await unlinkIfElsewhere(act, handler, id)
      return reply.code(201).send(receipt(reply, act, { id }))
    })
  }

async function readParts(request: FastifyRequest, reply: FastifyReply, untrusted: UntrustedInput) {
  const signal = hangUp(reply)
  const { taken: picture, fields } = await readForm(request, {
    field: 'image',
    maxBytes: uploadLimit,
    async take(file, _filename, announced) {
      const upload = await allOf(file, uploadLimit, () => pictureTooLarge(uploadLimit), announced)
      const options = { maxBytes: uploadLimit, supportedSizesOnly: true }
      const { value, bytes = upload } = await untrusted.run('picture', { bytes: upload, options, signal })
      return { ...value, bytes }
    },
  })
  if (!picture) throw new Rejection('picture_missing')
  return { picture, ...Fields.parse(fields) }
}
