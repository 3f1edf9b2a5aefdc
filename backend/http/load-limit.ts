import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import type { OpenRequests } from '../platform/open-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the count of the request. */
    endCount: (() => void) | undefined
  }
}

export interface LoadLimit {
  /** Number of requests in progress up to which none is refused. 0 disables the limit. */
  requestsInProgress: number
  /** Milliseconds between two measurements of the event loop. */
  sampleMs?: number
}

/** Utilisation of the event loop from which the process counts as overloaded. */
const saturated = 0.98

/** Counts each request until its response begins: sending that to a slow client needs no processor. */
export const countRequests = (app: FastifyInstance, requests: Pick<OpenRequests, 'begin'>): void => {
  app.decorateRequest('endCount', undefined)
  app.addHook('onRequest', async (request, { raw }) => {
    // Sockets stay open for hours, and their response does not end.
    if (request.headers.upgrade !== undefined) return
    request.endCount = requests.begin()
    raw.once('close', request.endCount)
  })
  app.addHook('onSend', async (request) => request.endCount?.())
}

/**
 * Refuses requests with `busy` while this process is overloaded: its event loop never becomes idle, and many requests
 * are in progress. Neither alone is overload: other programs on the machine may delay an idle process, and requests
 * that wait for a client or a database need no processor. Probes are always answered, since a restart would not help a
 * busy process.
 */
export async function limitLoad(
  app: FastifyInstance,
  { requestsInProgress, sampleMs = 1000 }: LoadLimit,
  requests: Pick<OpenRequests, 'count'>,
) {
  if (requestsInProgress === 0) return
  await app.register(underPressure, {
    maxEventLoopUtilization: saturated,
    eventLoopUtilizationMode: 'interval',
    sampleInterval: sampleMs,
    async pressureHandler({ routeOptions: { url } }) {
      if (requests.count() <= requestsInProgress || url?.startsWith('/api/health/') || url === '/metrics') return
      throw new Rejection('busy')
    },
  })
}
