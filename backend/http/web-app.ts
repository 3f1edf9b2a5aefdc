import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageCsp } from './csp.ts'
import { notFound } from './error-handler.ts'

/** What the built page has where each answer's nonce belongs. */
const nonceMark = '__CSP_NONCE__'

/**
 * The built web app: hashed files for ever, everything else asked for again; any other path is a page of the app itself. The page
 * is read anew each time, because it may have been built anew.
 */
export async function webApp(app: FastifyInstance, root: string) {
  await app.register(fastifyStatic, {
    root,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders(reply, file) {
      const hashed = file.startsWith(path.join(root, 'assets') + path.sep)
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    },
  })

  const page = async (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const html = await fs.readFile(path.join(root, 'index.html'), 'utf8')
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageCsp(nonce))
      .send(html.replaceAll(nonceMark, nonce))
  }

  for (const url of ['/', '/index.html']) app.get(url, { schema: { hide: true } }, (_request, reply) => page(reply))

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api') &&
      !path.extname(request.url.split('?', 1)[0] ?? '')
    return isPage ? page(reply) : notFound(request, reply)
  })
}
