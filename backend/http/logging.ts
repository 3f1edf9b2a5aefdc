import { LogController } from 'fastify'

/** Fastify's own news of each request is ours to tell, without its address; of what went wrong with a connection it tells. */
export const logController: LogController = Object.assign(new LogController(), {
  incomingRequest: () => undefined,
  requestCompleted: () => undefined,
  routeNotFound: () => undefined,
})
