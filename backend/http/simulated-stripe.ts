import type { FastifyInstance } from 'fastify'
import { bearsToken } from './bears-token.ts'
import { anyone } from './policy.ts'

/** Address of the simulated Stripe, and the key of its browser clients. */
export interface SimulatedStripeAt {
  address: string
  publishableKey: string
}

const largest = 16 * 1_024
const timeoutMs = 10_000
const form = 'application/x-www-form-urlencoded'

/**
 * `/simulated-stripe/*`: proxies browser requests that would otherwise go to Stripe. Only the publishable key is
 * accepted, which permits no more than browsers may do.
 */
export async function simulatedStripe(app: FastifyInstance, { address, publishableKey }: SimulatedStripeAt) {
  await app.register(async (proxy) => {
    proxy.addContentTypeParser(form, { parseAs: 'string', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    )
    proxy.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST'],
      url: '/simulated-stripe/*',
      config: { policy: anyone },
      schema: { hide: true },
      async handler(request, reply) {
        const { method, headers, params, body, url } = request
        if (!bearsToken(headers, publishableKey)) return reply.callNotFound()
        const { search } = new URL(url, address)
        // Concatenated as text: a path with two leading slashes would otherwise name another host.
        const target = `${address}/${params['*']}${search}`
        const key = headers['idempotency-key']
        const forwarded = {
          authorization: `Bearer ${publishableKey}`,
          ...(typeof body === 'string' && { 'content-type': form }),
          ...(typeof key === 'string' && { 'idempotency-key': key }),
        }
        const answer = await fetch(target, {
          method,
          headers: forwarded,
          body: typeof body === 'string' ? body : null,
          signal: AbortSignal.timeout(timeoutMs),
        })
        return reply
          .code(answer.status)
          .type('application/json')
          .send(Buffer.from(await answer.arrayBuffer()))
      },
    })
  })
}
