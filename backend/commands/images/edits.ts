import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { CurrentEditReceipt, EditReceipt } from '#domain/image-edit-answers.ts'
import type { EditTool } from '#domain/image-edit-tools.ts'
import { promptLimit } from '#domain/image-sizes.ts'
import { currentFile } from '#domain/image-versions.ts'
import { images } from '#domain/images.ts'
import { Receipt } from '#domain/me.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { hangUp } from '../../http/hang-up.ts'
import { mayEditImage, spendsCredits, stillMay } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { allOf } from '../../providers/bounded.ts'
import { ImageRejected } from '../../providers/picture-rejected.ts'
import { bodies, type EditWanted, Erase, TouchUp } from './edit-request.ts'
import { requestEdit, type TakenMask } from './request-edit.ts'

const maskLimit = 10 * 1024 * 1024
const maskTooLarge = () => new ImageRejected('picture_too_large', 'This mask is too large.')

const params = z.object({ id: uuid() })

/** Commands that edit a picture: each answers immediately, and the result follows as an event. */
export const editCommands = (deps: Deps): FastifyPluginAsyncZod => {
  const { handler, limits } = deps
  const limited = acceptedLimit(limits.generation)
  const config = { policy: mayEditImage }
  const paid = { policy: spendsCredits(mayEditImage) }
  const response = { 202: EditReceipt }

  return async (app) => {
    const edit = async (request: FastifyRequest, imageId: string, wanted: EditWanted & { mask?: TakenMask }) => {
      const act = actOf(request, handler)
      return { act, editId: await requestEdit(act, imageId, wanted, deps) }
    }

    const masked = { params, response, consumes: ['multipart/form-data'] }
    for (const [tool, Fields] of [
      ['inpaint', TouchUp],
      ['erase', Erase],
    ] as const)
      app.post(`/images/:id/${tool}`, { config: paid, schema: masked, ...limited }, async (request, reply) => {
        const { id } = request.params
        const { act, editId } = await edit(request, id, await readMasked(deps, request, reply, id, Fields))
        return reply.code(202).send(receipt(reply, act, { editId }))
      })

    for (const [tool, body] of Object.entries(bodies) as [
      EditTool & keyof typeof bodies,
      z.ZodType<Omit<EditWanted, 'tool'> | null | undefined>,
    ][])
      app.post(
        `/images/:id/${tool}`,
        { config: paid, schema: { params, body, response }, ...limited },
        async (request, reply) => {
          const { act, editId } = await edit(request, request.params.id, { ...request.body, tool })
          return reply.code(202).send(receipt(reply, act, { editId }))
        },
      )

    const currentOf = async (imageId: string) => (await handler.stateOf(images, imageId)).editing.currentId || null
    const choose = { params, body: z.object({ editId: uuid() }), response: { 200: CurrentEditReceipt } }
    app.patch('/images/:id/edit', { config, schema: choose }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const { editId } = request.body
      await act.send(images, imageId, { type: 'ChooseEdit', data: { imageId, editId, userId: act.userId } })
      return receipt(reply, act, { currentEditId: await currentOf(imageId) })
    })

    const discard = {
      params,
      querystring: z.object({ since: uuid().optional() }),
      response: { 200: CurrentEditReceipt },
    }
    app.delete('/images/:id/edits', { config, schema: discard }, async (request, reply) => {
      const act = actOf(request, handler)
      const imageId = request.params.id
      const { since = null } = request.query
      await act.send(images, imageId, { type: 'DiscardEdits', data: { imageId, since, userId: act.userId } })
      return receipt(reply, act, { currentEditId: await currentOf(imageId) })
    })

    const one = z.object({ id: uuid(), editId: uuid() })
    const cancel = { params: one, response: { 200: Receipt } }
    app.post('/images/:id/edits/:editId/cancel', { config, schema: cancel }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: imageId, editId } = request.params
      await act.send(images, imageId, { type: 'CancelEdit', data: { imageId, editId } })
      return receipt(reply, act, {})
    })
  }
}

/** Reads the form of an edit with a mask, which must have the size of the picture's current version. */
const readMasked = async (
  { handler, pool, untrusted }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  imageId: string,
  Fields: z.ZodType<EditWanted>,
) => {
  const signal = hangUp(reply)
  const image = await handler.stateOf(images, imageId)
  if (image.deleted) throw new Rejection('image_not_found')
  const size = currentFile(image)
  if (!size) throw new Rejection('image_not_ready')
  const { width, height } = size
  const { taken: mask, fields } = await readForm<TakenMask>(request, {
    field: 'mask',
    maxBytes: maskLimit,
    maxTextBytes: 4 * promptLimit,
    async take(file, _filename, announced) {
      const upload = await allOf(file, maskLimit, maskTooLarge, announced)
      const { bytes = upload } = await untrusted.run('mask', { bytes: upload, options: { width, height }, signal })
      return { bytes, width, height }
    },
  })
  await stillMay(request, sessionOf(request).userId, pool)
  const wanted = Fields.parse(fields)
  if (!mask) throw new Rejection('mask_missing')
  return { ...wanted, mask }
}
