import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { monitor } from './policy.ts'

/** `GET /metrics`, at Prometheus' default path outside of the API; of this process only. */
export const metricsRoute = async (app: FastifyInstance, { metrics }: Pick<Deps, 'metrics'>) => {
  const config = { policy: monitor, rateLimit: false as const }
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) => {
    const { type, text } = await metrics.read()
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}
