import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for the web app's routes, whose pages have their own policy. */
    page?: true
  }
}

/** Builds a content security policy: nothing loads, runs or frames unless it is listed. */

const csp = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

const joined = (...sources: (string | undefined)[]) => sources.filter(Boolean).join(' ')

/** The policy of all responses except pages: lets them load nothing, in case a browser displays one. */
export const apiCsp = csp({ 'default-src': "'none'", 'frame-ancestors': "'none'", sandbox: '' })

/** Applies that policy to all routes but the web app's, by route, since an address can be written in many ways. */
export function loadNothing(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.page) void reply.header('content-security-policy', apiCsp)
  })
}

/** Third-party hosts whose scripts run in our pages, by directive. */
export type PageHosts = Partial<Record<'connect-src' | 'frame-src' | 'img-src' | 'script-src', string>>

/** The web app's policy: scripts are its own files, and the runtime style sheet carries the nonce. */
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
    // React sets style attributes, such as widths and positions.
    'style-src-attr': "'unsafe-inline'",
    'worker-src': "'self' blob:",
  })

/** The policy of the API description's page, whose scripts create style sheets. */
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
