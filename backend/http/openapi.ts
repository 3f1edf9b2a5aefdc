import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { docsCsp } from './csp.ts'
import { anyone } from './policy.ts'

/** The description of all routes, generated from their schemas; each includes its policy as a sentence. */
export async function openapi(app: FastifyInstance, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Loreloom',
        version,
        description:
          'Commands take `Idempotency-Key` (a UUID; a repeat answers as the first did) and answer the log position of their effects. ' +
          'Every answer carries `Event-Position`; a request with `Min-Position` waits until the views are there. ' +
          'Errors are `application/problem+json`. Signing in and accounts are under `/api/auth` (better-auth).',
      },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform(document) {
      const { schema, url } = jsonSchemaTransform(document)
      const policy = document.route.config?.policy
      const open = !policy || policy.who === 'anyone'
      return {
        url,
        schema: {
          ...schema,
          ...(policy ? { description: policy.sentence } : {}),
          ...(policy?.spends ? { 'x-spends': policy.spends } : {}),
          tags: [url.split('/')[2] ?? 'api'],
          security: open ? [] : [{ cookie: [] }, { bearer: [] }],
        },
      }
    },
  })
}

/** The description's page, with its own content security policy. */
export async function docsPage(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { policy: anyone, ...route.config }
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: docsCsp,
    uiConfig: { url: '/api/openapi.json', persistAuthorization: false },
  })
}
