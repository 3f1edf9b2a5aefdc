import type { FastifyInstance, RouteOptions } from 'fastify'

/** Longer than the event store and the views are waited for, one after the other: what takes longer will not be answered any more. */
const answerMs = 45_000
/** As long as a request may take to arrive. */
const transferMs = 300_000

const carriesFile = ({ schema }: RouteOptions) =>
  schema?.response === undefined || (schema.consumes ?? []).includes('multipart/form-data')

/**
 * Whoever asks is answered, with 503 when nothing else came in time: a database that takes what it is asked and says nothing
 * would otherwise keep them waiting for as long as it does. The work may still be done: its repeat finds out. A websocket is
 * answered when it ends, and has no such time.
 */
export function deadlines(app: FastifyInstance, { answerWithinMs = answerMs } = {}) {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.websocket)
      route.handlerTimeout ??= carriesFile(route) ? transferMs : answerWithinMs
  })
}
