import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { isAdmin } from '#domain/roles.ts'
import { screenshotMegabytes, support } from '#domain/support.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { readForm } from '../../http/form.ts'
import { hangUp } from '../../http/hang-up.ts'
import { inPerson, signedIn } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { allOf } from '../../providers/bounded.ts'
import { pictureTooLarge } from '../../providers/picture-rejected.ts'
import type { UntrustedInput } from '../../providers/untrusted-input.ts'
import { storeAwaited } from '../storage/put-awaited.ts'
import { refuseFullStorage } from '../storage/room.ts'

const maxBytes = screenshotMegabytes * 1024 * 1024

const screenshotOf = 'select "userId", screenshot from support_requests where id = $1'
interface StoredRequest {
  userId: string | null
  screenshot: { key: string; mime: string; size: number } | null
}

/** The screenshot of a request: its user adds and removes it, and they and administrators see it. */
export const supportScreenshots =
  ({ handler, pool, files, quotas, limits, untrusted }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const params = z.object({ id: uuid() })
    /** The request has just been sent, so its stream is read: the views may lag. Requests of other users do not exist. */
    const ownRequest = async (requestId: string, userId: string) => {
      const request = await handler.stateOf(support, requestId)
      if (request.userId !== userId) throw new Rejection('support_request_not_found')
      return request
    }

    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'uploads' }
    const owners = { ...inPerson, sentence: 'The user who sent the request may, and nobody who acts as them.' }
    const add = { params, response: { 200: Receipt }, consumes: ['multipart/form-data'] }
    const adding = { config: { policy: owners, rateLimit }, schema: add }
    app.post('/support/:id/screenshot', adding, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const requestId = request.params.id
      const before = await ownRequest(requestId, userId)
      await refuseFullStorage({ pool, quotas }, { userId, campaignId: null, bytes: 0 })
      const { bytes, mime, hash } = await readScreenshot(request, reply, untrusted)
      const key = `support/${requestId}/${hash}.${mime.slice('image/'.length)}`
      const data = { requestId, userId, file: { key, mime, size: bytes.length } }
      // Decides first, so that refused and repeated files are not stored.
      if (support.decide.AddSupportScreenshot(before, data).length > 0)
        await storeAwaited({ pool, files, quotas }, `${support.category}-${requestId}`, {
          key,
          bytes,
          mime,
          userId,
          campaignId: null,
        })
      await act.send(support, requestId, { type: 'AddSupportScreenshot', data })
      return receipt(reply, act, {})
    })

    const removing = { config: { policy: owners }, schema: { params, response: { 200: Receipt } } }
    app.delete('/support/:id/screenshot', removing, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const data = { requestId: request.params.id, userId }
      await ownRequest(data.requestId, userId)
      await act.send(support, data.requestId, { type: 'RemoveSupportScreenshot', data })
      return receipt(reply, act, {})
    })

    const seers = { ...signedIn, sentence: 'The user who sent the request may, and administrators.' }
    const config = { policy: seers, rateLimit: { max: limits.files, timeWindow: 60_000, groupId: 'files' } }
    app.get('/support/:id/screenshot', { config, schema: { params } }, async (request, reply) => {
      const { userId, role } = sessionOf(request)
      const [row] = await reading(pool)<StoredRequest>(screenshotOf, [request.params.id])
      if (!row || (row.userId !== userId && !isAdmin(role))) throw new Rejection('support_request_not_found')
      const { screenshot } = row
      if (!screenshot) throw new Rejection('support_screenshot_missing')
      return reply
        .type(screenshot.mime)
        .header('content-length', screenshot.size)
        .header('cache-control', 'private, no-store')
        .send(await files.stream(screenshot.key))
    })
  }

async function readScreenshot(request: FastifyRequest, reply: FastifyReply, untrusted: UntrustedInput) {
  const signal = hangUp(reply)
  const { taken } = await readForm(request, {
    field: 'image',
    maxBytes,
    async take(file, _filename, announced) {
      const upload = await allOf(file, maxBytes, () => pictureTooLarge(maxBytes), announced)
      const { value, bytes = upload } = await untrusted.run('picture', { bytes: upload, options: { maxBytes }, signal })
      return { ...value, bytes }
    },
  })
  if (!taken) throw new Rejection('picture_missing')
  return taken
}
