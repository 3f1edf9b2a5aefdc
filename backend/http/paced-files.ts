import { pipeline, Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { workBudget } from '../platform/work-budget.ts'
import type { Limits } from './deps.ts'
import { clientKey } from './rate-limits.ts'

/** True for a route that sends files: pictures, documents and their thumbnails. */
export const sendsFiles = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  typeof config?.rateLimit === 'object' && config.rateLimit.groupId === 'files'

/** Shorter timers are inaccurate. */
const leastMs = 5

/**
 * Limits the bytes per second that are sent to one client over all of its connections. A client on a fast network would
 * otherwise occupy this process with reading and writing.
 */
export const paceFiles = (
  app: FastifyInstance,
  { fileBytes }: Pick<Limits, 'fileBytes'>,
  isOperator: (request: FastifyRequest) => boolean,
) => {
  const budget = workBudget(fileBytes)

  const pacedFor = (key: string) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        budget.charge(key, chunk.length)
        const ms = budget.millisecondsOwed(key)
        if (ms < leastMs) done(null, chunk)
        else setTimeout(done, ms, null, chunk)
      },
    })

  app.addHook('onSend', async (request, _reply, payload) => {
    const isPaced = payload instanceof Readable && sendsFiles(request.routeOptions) && request.method !== 'HEAD'
    if (!isPaced || isOperator(request)) return payload
    // Each end of the pipeline destroys the other; the framework reports errors.
    return pipeline(payload, pacedFor(clientKey(request)), () => undefined)
  })
}
