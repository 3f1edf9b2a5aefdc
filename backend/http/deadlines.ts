import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Timeout of a response in milliseconds: exceeds the event store timeout plus the view timeout, so that both can report
 * their own error first.
 */
const answerMs = 45_000
/** Timeout of a request that transfers a file, in milliseconds. */
const transferMs = 300_000

const carriesFile = ({ schema }: RouteOptions) =>
  schema?.response === undefined || (schema.consumes ?? []).includes('multipart/form-data')

/**
 * Answers every request in time, if need be with 503: an unresponsive database would otherwise block the client
 * indefinitely. The work may still complete, which a repeated request finds out. Websockets are exempt, since they are
 * answered only when they end.
 */
export function deadlines(app: FastifyInstance, { answerWithinMs = answerMs } = {}) {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.websocket)
      route.handlerTimeout ??= carriesFile(route) ? transferMs : answerWithinMs
  })
}
