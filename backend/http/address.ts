import type { FastifyRequest } from 'fastify'

type WithUrl = Pick<FastifyRequest, 'url'>

/** The requested address, regardless of the host in it and the number of leading slashes. */
export function addressOf({ url }: WithUrl): URL {
  const [path = '', search = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s)
  const address = new URL('http://localhost')
  address.pathname = path.replace(/^[\\/]+/, '/')
  address.search = search
  return address
}

/** True if the path, in any spelling, targets the API. For unmatched requests only: matched ones have their route. */
export const meansApi = (request: WithUrl): boolean =>
  /^\/api(\/|$)/i.test(decodeURIComponent(addressOf(request).pathname))
