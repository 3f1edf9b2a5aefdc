import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import type { RequestCounter } from '../platform/request-counter.ts'

export interface LoadLimit {
  /** Number of requests in progress up to which none is refused. 0 disables the limit. */
  requestsInProgress: number
  /** Milliseconds between two measurements of the event loop. */
  sampleMs?: number
}

/** Utilisation of the event loop from which the process counts as overloaded. */
const saturated = 0.98

/** Counts each request as open until its response has been sent or its client has disconnected. */
export const countRequests = (app: FastifyInstance, requests: Pick<RequestCounter, 'begin'>): void => {
  app.addHook('onRequest', async ({ headers }, { raw }) => {
    // Sockets stay open for hours, and their response does not end.
    if (headers.upgrade === undefined) raw.once('close', requests.begin())
  })
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
  requests: Pick<RequestCounter, 'count'>,
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
