import { LogController } from 'fastify'

/** Disables Fastify's own request logs, which contain the address; errors of connections are still logged. */
export const logController: LogController = Object.assign(new LogController(), {
  incomingRequest: () => undefined,
  requestCompleted: () => undefined,
  routeNotFound: () => undefined,
})
