import type { FastifyRequest } from 'fastify'

type WithUrl = Pick<FastifyRequest, 'url'>

/** What was asked for, whichever host is named with it and however many slashes it begins with. */
export function addressOf({ url }: WithUrl): URL {
  const [asked = '', search = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split(/\?(.*)/s)
  const address = new URL('http://localhost')
  address.pathname = asked.replace(/^[\\/]+/, '/')
  address.search = search
  return address
}

/** Whether something of the API was meant, however it is written. Of use only where no route was found: what a route is, it knows itself. */
export const meansApi = (request: WithUrl): boolean =>
  /^\/api(\/|$)/i.test(decodeURIComponent(addressOf(request).pathname))
