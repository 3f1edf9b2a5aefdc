import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { randomText } from '../store/ids.ts'
import type { Keys } from '../store/schema.ts'
import type { Tx, Write } from '../store/transaction.ts'
import { answered, type Given, hashOf, inUse, keep } from './answers.ts'
import type { Call } from './call.ts'
import { invalid, lacks, Outcome, Refused, unauthorized } from './errors.ts'
import { expanded } from './expand.ts'
import { readForm, type Given as Value } from './form.ts'
import { checked } from './params.ts'

const partsOf = (path: string) => path.split('/').slice(1)

const fits = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])

const fixed = (pattern: string[]) => pattern.filter((part) => !part.startsWith(':')).length

/** Finds the call of a request, and the id in its path. Refuses other calls of Stripe's API as not simulated. */
function router(calls: readonly Call[]) {
  const known = calls
    .map((call) => ({ call, pattern: partsOf(call.path) }))
    .sort((one, other) => fixed(other.pattern) - fixed(one.pattern))
  return (method: string, path: string): { call: Call; id: string } => {
    const parts = partsOf(path)
    const found = known.find(({ call, pattern }) => call.method === method && fits(pattern, parts))
    if (found)
      return {
        call: found.call,
        id: decodeURIComponent(parts[found.pattern.findIndex((part) => part.startsWith(':'))] ?? ''),
      }
    if (parts[0] === 'v1' || parts[0] === 'v2') throw lacks(`the call ${method} ${path}`)
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
  }
}

type Caller = 'server' | 'browser'

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const keyIn = (header: string | undefined): string | undefined => {
  const [, scheme, value = ''] = /^(Bearer|Basic)\s+(.+)$/i.exec(header ?? '') ?? []
  return scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : scheme && value
}

/** Identifies the caller by the key. */
function callerOf(header: string | undefined, keys: Keys): Caller {
  const key = keyIn(header)
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (same(key, keys.secretKey)) return 'server'
  if (same(key, keys.publishableKey)) return 'browser'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

/** Throws if the caller may not make the call: a browser may make only calls for browsers, and those with an id only with a secret. */
function allow(caller: Caller, { browser }: Call, id: string, given: { client_secret?: unknown }): void {
  if (caller === 'server') return
  if (!browser)
    throw unauthorized('This API call cannot be made with a publishable API key. Please use a secret API key.')
  if (id !== '' && typeof given.client_secret !== 'string')
    throw unauthorized('This API call cannot be made with a publishable API key without a client_secret.')
}

/** True if the given secret is the intent's. */
const isSecretOf = (intent: { client_secret: string | null }, secret: unknown): boolean =>
  typeof secret === 'string' && intent.client_secret !== null && same(secret, intent.client_secret)

const version = '2026-10-28.endive'
const largestBody = 256 * 1_024

export interface Parts {
  keys: Keys
  calls: readonly Call[]
  read: () => Tx
  write: Write
  /** Called after a change; resolves when everything due by then is processed. */
  changed(): Promise<void>
  log: { error(what: object, message: string): void }
}

interface ParsedRequest {
  call: Call
  id: string
  params: unknown
  expand: string[]
  secret: unknown
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > largestBody) throw invalid('The request body is too large.', {}, 413)
  }
  return text
}

const expandOf = (given: Value | undefined): string[] => {
  if (given === undefined) return []
  if (Array.isArray(given) && given.length <= 20 && given.every((each) => typeof each === 'string'))
    return given as string[]
  throw invalid('Invalid array', { param: 'expand' })
}

const run = async (tx: Tx, { call, id, params, expand, secret }: ParsedRequest): Promise<Given> => {
  if (secret !== undefined && id !== '') {
    const intent = await tx.any(id)
    if (intent && 'client_secret' in intent && !isSecretOf(intent, secret))
      throw invalid('The client_secret provided does not match the client_secret associated with this intent.', {
        code: 'resource_missing',
        param: 'client_secret',
      })
  }
  const answer = await call.run(tx, params as never, id)
  if (answer instanceof Outcome) return { status: answer.status, body: { error: answer.body } }
  return { status: 200, body: await expanded(tx, answer, expand) }
}

/** The state of a server. `inHand` contains the idempotency keys of the requests in progress. */
interface State extends Parts {
  find: ReturnType<typeof router>
  inHand: Set<string>
}

/** Stripe's HTTP API over `calls`. */
export function stripeServer(parts: Parts): Server {
  const state: State = { ...parts, find: router(parts.calls), inHand: new Set() }
  return createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => {
      parts.log.error({ err: error }, 'The simulated Stripe could not answer')
      response.destroy()
    })
  })
}

const handle = async (state: State, request: IncomingMessage, response: ServerResponse) => {
  const requestId = `req_${randomText(14)}`
  const refuse = (error: unknown) => refusalOf(state, error)
  const given: Given & { replayed?: true } = await answer(state, request, requestId).catch(refuse)
  response.writeHead(given.status, {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': version,
    ...(given.replayed && { 'idempotent-replayed': 'true' }),
    // Retrying a missing feature is pointless.
    ...(given.status === 501 && { 'stripe-should-retry': 'false' }),
  })
  response.end(JSON.stringify(given.body, null, 2))
}

const answer = async (state: State, request: IncomingMessage, requestId: string) => {
  const { method = 'GET', headers } = request
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  const caller = callerOf(headers.authorization, state.keys)
  const requestedVersion = headers['stripe-version']
  if (requestedVersion !== undefined && requestedVersion !== version)
    throw invalid(`The simulated Stripe speaks API version ${version}, not ${requestedVersion}.`)
  const { call, id } = state.find(method, path)
  const text = method === 'POST' ? await bodyOf(request) : query
  const { expand, ...given } = readForm(text)
  allow(caller, call, id, given)
  const params = checked(call.params, given, `${method} ${call.path}`)
  const known = { call, id, params, expand: expandOf(expand), secret: given.client_secret }
  if (method === 'GET') return run(state.read(), known)
  const key = headers['idempotency-key']
  return change(state, known, typeof key === 'string' ? key : null, hashOf(method, path, text), requestId)
}

const change = async (
  { inHand, write, changed }: State,
  parsed: ParsedRequest,
  key: string | null,
  request: string,
  requestId: string,
): Promise<Given & { replayed?: true }> => {
  if (key !== null && (key.length > 255 || key === '')) throw invalid('Idempotency-Key is at most 255 characters.')
  if (key !== null && inHand.has(key)) throw inUse(key)
  if (key !== null) inHand.add(key)
  try {
    return await write(
      async (tx, client) => {
        const before = key === null ? undefined : await answered(client, key, request)
        if (before) return { ...before, replayed: true as const }
        const given = await run(tx, parsed)
        if (key !== null) await keep(client, key, request, given)
        return given
      },
      { origin: { requestId, idempotencyKey: key } },
    )
  } finally {
    if (key !== null) inHand.delete(key)
    const settled = changed()
    if (parsed.call.settles) await settled
  }
}

const refusalOf = ({ log }: State, error: unknown): Given => {
  if (error instanceof Refused) return { status: error.status, body: { error: error.body } }
  log.error({ err: error }, 'The simulated Stripe failed')
  return { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } }
}
