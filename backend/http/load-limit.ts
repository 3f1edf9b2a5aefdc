import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Rejection } from '#domain/decider.ts'

export interface LoadLimit {
  /** Requests in progress, up to which none is refused. 0 disables the limit. */
  requestsInProgress: number
  /** Milliseconds between two measurements of the event loop. */
  sampleMs?: number
}

/** Share of the time in which the event loop of an overloaded process never waits for anything. */
const saturated = 0.98

/**
 * Refuses requests with `busy` while this process has more work than it can do: its event loop does not become idle, and many requests are in
 * progress. Neither alone is overload. Other programs of the machine delay the event loop of a process that has little to do, and requests
 * that wait for a client or for a database need no processor. Probes are always answered: a restart would not help a busy process.
 */
export async function limitLoad(app: FastifyInstance, { requestsInProgress, sampleMs = 1000 }: LoadLimit) {
  if (requestsInProgress === 0) return
  let inProgress = 0
  app.addHook('onRequest', async ({ headers }, { raw }) => {
    // A socket stays open for hours, and its response does not end.
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
