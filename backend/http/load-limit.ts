import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '#domain/decider.ts'

export interface LoadLimit {
  /** Number of requests in progress up to which none is refused. 0 disables the limit. */
  requestsInProgress: number
  /** Milliseconds between two measurements of the event loop. */
  sampleMs?: number
}

/** Utilisation of the event loop from which the process counts as overloaded. */
const saturated = 0.98

/**
 * Refuses requests with `busy` while this process is overloaded: its event loop never becomes idle, and many requests
 * are in progress. Neither alone is overload: other programs on the machine may delay an idle process, and requests
 * that wait for a client or a database need no processor. Probes are always answered, since a restart would not help a
 * busy process.
 */
export async function limitLoad(app: FastifyInstance, { requestsInProgress, sampleMs = 1000 }: LoadLimit) {
  if (requestsInProgress === 0) return
  let inProgress = 0
  app.addHook('onRequest', async ({ headers }, { raw }) => {
    // Sockets stay open for hours, and their response does not end.
    if (headers.upgrade !== undefined) return
    inProgress++
    raw.once('close', () => inProgress--)
  })
  await app.register(underPressure, {
    maxEventLoopUtilization: saturated,
    eventLoopUtilizationMode: 'interval',
    sampleInterval: sampleMs,
    async pressureHandler({ routeOptions: { url } }) {
      if (inProgress <= requestsInProgress || url?.startsWith('/api/health/') || url === '/metrics') return
      throw new Rejection('busy')
    },
  })
}
