import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves the web app: its answers are pages and what pages load, and say themselves what that may be. */
    page?: true
  }
}

/** Content security policies: nothing loads, runs or frames unless it is named here. */

const csp = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

const joined = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ')

/** For everything that is not a page: it may load nothing, should a browser ever show it. */
export const apiCsp = csp({ 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' })

/** Everything but the web app may load nothing: decided by the route, since its address can be written in many ways. */
export function loadNothing(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.page) void reply.header('content-security-policy', apiCsp)
  })
}

/** Third-party hosts whose scripts run in our pages, by directive. */
export type PageHosts = Partial<Record<'connect-src' | 'frame-src' | 'img-src' | 'script-src', string>>

/** For the web app: scripts are its own files, and the one place that styles are made at run time knows the nonce. */
export const pageCsp = (nonce: string, hosts: PageHosts = {}): string =>
  csp({
    'default-src': "'self'",
    'base-uri': "'none'",
    'connect-src': joined("'self'", hosts['connect-src']),
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'frame-src': hosts['frame-src'] ?? "'none'",
    'img-src': joined("'self' blob: data:", hosts['img-src']),
    'object-src': "'none'",
    'script-src': joined(`'self' 'nonce-${nonce}'`, hosts['script-src']),
    'script-src-attr': "'none'",
    'style-src-elem': `'self' 'nonce-${nonce}'`,
    // React writes style attributes: widths, positions.
    'style-src-attr': "'unsafe-inline'",
    'worker-src': "'self' blob:",
  })

/** For the page of the API's description, whose own scripts write style sheets into it. */
export const docsCsp: string = csp({
  'default-src': "'none'",
  'base-uri': "'none'",
  'connect-src': "'self'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'img-src': "'self' data:",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
})
