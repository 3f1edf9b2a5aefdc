import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { clientSlots, NoSlot } from '../platform/client-slots.ts'
import { hangUp } from './hang-up.ts'
import { sendsFiles } from './paced-files.ts'
import { clientKey } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Slots that the request holds until its handler ends, or until it is answered without one. */
    slots: { end: () => void; isHandled: boolean } | undefined
  }
}

/** Bytes of a body per additional slot, since parsing and storing them takes as long as another request. */
const bytesPerSlot = 32 * 1024

/** A request that takes longer than a second is waiting: for a text model, a payment, a lock. */
const ofRequests = { heldMs: 1_000, inProgress: 16, waiting: 100, waitMs: 30_000 }
/**
 * A gallery requests hundreds of small pictures. A file that takes longer than a second is limited by its client's
 * network.
 */
const ofFiles = { heldMs: 1_000, inProgress: 100, waiting: 1_000, waitMs: 60_000 }
/** Uploads take as long as the client's connection does. */
const ofUploads = { slots: 2, heldMs: 300_000, inProgress: 2, waiting: 30, waitMs: 60_000 }

const isUpload = ({ schema }: Pick<RouteOptions, 'schema'>) =>
  schema?.consumes?.includes('multipart/form-data') === true

/** Probes are always answered; pages are streamed; sockets stay open for hours. */
const takesNoSlot = ({ url, config, websocket }: RouteOptions): boolean =>
  websocket === true || config?.page === true || !url.startsWith('/api/') || url.startsWith('/api/health/')

/**
 * Limits the concurrent requests of one client. Further ones wait in the client's own queue, before their bodies are
 * read, and are refused with 429 if it is full. Register it after hooks in which requests wait for the views.
 */
export const limitRequestsAtOnce = (
  app: FastifyInstance,
  { requestsAtOnce }: { requestsAtOnce: number },
  isOperator: (request: FastifyRequest) => boolean,
) => {
  if (requestsAtOnce === 0) return
  const requests = clientSlots({ ...ofRequests, slots: requestsAtOnce })
  const files = clientSlots({ ...ofFiles, slots: requestsAtOnce })
  const uploads = clientSlots(ofUploads)

  /** The slots of a request: more for a large body, and all for one of unknown length. */
  const slotsFor = ({ headers }: FastifyRequest): number => {
    if (headers['transfer-encoding'] !== undefined) return requestsAtOnce
    return 1 + Math.floor(Number(headers['content-length'] ?? 0) / bytesPerSlot)
  }

  const acquire = async (request: FastifyRequest, reply: FastifyReply) => {
    // HEAD routes share the hook of their GET route.
    if (request.slots || isOperator(request)) return
    const signal = hangUp(reply)
    const key = clientKey(request)
    const acquired = isUpload(request.routeOptions)
      ? uploads.acquire(key, 1, signal)
      : sendsFiles(request.routeOptions)
        ? files.acquire(key, 1, signal)
        : requests.acquire(key, slotsFor(request), signal)
    const end = await acquired.catch((error: unknown) => {
      throw error instanceof NoSlot ? new Rejection('too_many_requests', { seconds: 1 }) : error
    })
    const slots = { end, isHandled: false }
    request.slots = slots
    reply.raw.once('close', () => {
      if (!slots.isHandled) end()
    })
    if (reply.raw.destroyed) end()
  }

  app.decorateRequest('slots', undefined)
  app.addHook('onRoute', (route) => {
    if (takesNoSlot(route)) return
    const { handler } = route
    route.preParsing = [route.preParsing ?? [], acquire].flat()
    route.handler = function handle(request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      const { slots } = request
      if (slots && answer instanceof Promise) {
        // A disconnected client does not end the work that it started.
        slots.isHandled = true
        answer.finally(slots.end).catch(() => undefined)
      }
      return answer
    }
  })
  app.addHook('onSend', async ({ slots }) => {
    if (slots && !slots.isHandled) slots.end()
  })
}
