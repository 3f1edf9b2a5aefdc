import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isAuditor } from '#domain/roles.ts'
import type { SessionReader } from '../auth/session.ts'
import { inTime } from '../platform/in-time.ts'
import { addressOf, meansApi } from './address.ts'
import { compressed } from './compress.ts'
import { type PageHosts, pageCsp } from './csp.ts'
import { notFound } from './error-handler.ts'
import { uuid } from './uuid.ts'

/** Placeholder in the built page for each answer's nonce. */
const nonceMark = '__CSP_NONCE__'

/**
 * Serves the built web app: hashed files are cached for ever, all others are revalidated; any other path is a page of
 * the app itself. The page is read for each request, since a new build may have replaced it.
 */
export async function webApp(
  app: FastifyInstance,
  root: string,
  reader: Pick<SessionReader, 'tokenOf' | 'sessionOf'>,
  hosts: PageHosts = {},
) {
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const html = await pageFor(root, addressOf(request), await mayBeSignedIn(reader, request))
    void reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pageCsp(nonce, hosts))
    return reply.send(await compressed(request, reply, html.replaceAll(nonceMark, nonce)))
  }

  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, page: true }
    })
    await pages.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      dotfiles: 'ignore',
      setHeaders(reply, file) {
        const hashed = file.startsWith(path.join(root, 'assets') + path.sep)
        void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache')
      },
    })
    for (const url of ['/', '/index.html']) pages.get(url, { schema: { hide: true } }, page)
  })

  const count = app.rateLimit()
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) await count.call(app, request, reply)
  }
  app.setNotFoundHandler({ preHandler }, (request, reply) =>
    isPage(request) ? page(request, reply) : notFound(request, reply),
  )
}

/** Any path is a page of the app, except files and paths of the API. */
function isPage(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !meansApi(request) && !path.extname(addressOf(request).pathname)
}

/** Timeout in milliseconds for reading the session; on a timeout the browser sends one request that is refused. */
const sessionTimeoutMs = 250

/**
 * Treats users with a session cookie as signed in; the program verifies the session. Auditors are excluded: they are
 * redirected to their own screens and may not load the initial data of other users.
 */
async function mayBeSignedIn(reader: Pick<SessionReader, 'tokenOf' | 'sessionOf'>, { headers }: FastifyRequest) {
  if (reader.tokenOf(headers) === undefined) return false
  const session = await inTime(reader.sessionOf(headers), sessionTimeoutMs).catch(() => undefined)
  return !(session && isAuditor(session.role))
}

const Screens = z.array(
  z.object({
    /** The beginning of the path, and the required query; `*` is any other page. */
    screen: z.string(),
    /** True if the screen is for signed-in users. */
    signedIn: z.boolean(),
    title: z.string().nullable(),
    head: z.string(),
    /** API requests that the program sends first; `:id` is replaced by the id in the address. */
    answers: z.array(z.string()),
    html: z.string(),
  }),
)

/** The page with the build's additions for the requested screen: its files, and a skeleton until they are loaded. */
async function pageFor(root: string, address: URL, isForMembers: boolean): Promise<string> {
  const [page, screens] = await Promise.all([
    fs.readFile(path.join(root, 'index.html'), 'utf8'),
    fs.readFile(path.join(root, 'pages.json'), 'utf8').catch(() => '[]'),
  ])
  const wanted = /^\/(index\.html)?$/.test(address.pathname) ? '/collections' : address.pathname
  const found = Screens.parse(JSON.parse(screens)).find(({ screen, signedIn }) => {
    if (screen === '*') return isForMembers || !signedIn
    const { pathname, searchParams } = new URL(screen, address)
    const isIt = [...searchParams].every(([name, value]) => address.searchParams.get(name) === value)
    return isWithin(wanted, pathname) && isIt && (isForMembers || !signedIn)
  })
  if (!found) return page
  const { screen, title, head, answers, html } = found
  if (screen === '*') return page.replace('</head>', (end) => head + end)
  const at = new URL(screen, address).pathname
  const links = answersFor(answers, wanted.slice(at.length + 1))
    .map(answerLink)
    .join('')
  // Uses replacer functions, since `$` has a meaning in replacement strings.
  return page
    .replace(/<title>.*?<\/title>/, (usual) => (title === null ? usual : `<title>${title}</title>`))
    .replace('</head>', (end) => head + links + end)
    .replace('<div id="root"></div>', () => `<div id="root" data-screen="${at}/">${html}</div>`)
}

const isWithin = (path: string, screen: string) => path === screen || path.startsWith(`${screen}/`)

/** Omits addresses with an id if the path has none. */
const answersFor = (answers: readonly string[], id: string) =>
  uuid().safeParse(id).success
    ? answers.map((address) => address.replaceAll(':id', id))
    : answers.filter((address) => !address.includes(':id'))

/**
 * A preload that fetches the answer in parallel with the program. The program's own, identical request then uses it.
 */
const answerLink = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin href="${address.replaceAll('&', '&amp;')}">`
