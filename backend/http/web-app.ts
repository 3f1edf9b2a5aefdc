import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
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

  const page = async ({ url }: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const [html, links] = await Promise.all([fs.readFile(path.join(root, 'index.html'), 'utf8'), preloads(root, url)])
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageCsp(nonce))
      .send(html.replaceAll(nonceMark, nonce).replace('</head>', `${links}</head>`))
  }

  for (const url of ['/', '/index.html']) app.get(url, { schema: { hide: true } }, page)

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api') &&
      !path.extname(request.url.split('?', 1)[0] ?? '')
    return isPage ? page(request, reply) : notFound(request, reply)
  })
}

const Preloads = z.record(z.string(), z.array(z.string()))

/** Links to what the screen at `url` is made of; none where the build says nothing of it. */
async function preloads(root: string, url: string): Promise<string> {
  const text = await fs.readFile(path.join(root, 'preloads.json'), 'utf8').catch(() => '{}')
  const wanted = /^\/(?:index\.html)?(?:$|\?)/.test(url) ? '/collections' : url
  const [, files = []] = Object.entries(Preloads.parse(JSON.parse(text))).find(([at]) => wanted.startsWith(at)) ?? []
  return files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    )
    .join('')
}
