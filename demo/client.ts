import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { derivedId } from '../backend/commands/ids.ts'
import { operatorHeader } from '../backend/platform/running.ts'
import type { Found } from './installation.ts'
import { type LiveFeed, listen } from './listen.ts'

/** A request that the installation refused; `status` is the HTTP status, `message` contains the problem's detail and code. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(what: string, status: number, { code, detail }: z.infer<typeof Problem>) {
    super(`${what}: ${detail} (${code})`)
    this.status = status
    this.code = code
  }
}

const Problem = z.object({ code: z.string(), detail: z.string() })
const Made = Receipt.loose()
type Method = 'POST' | 'PATCH' | 'DELETE'

/** The client of a signed-in user. */
export interface Person {
  id: string
  /** Fetches a resource; the response includes the effects of everything done through this client before. */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>
  /** Sends a command; its idempotency key is derived from `key`, so that a repetition has no effect. */
  act(key: readonly string[], method: Method, path: string, body?: object): Promise<z.infer<typeof Made>>
  /** Sends a request that is no command and returns no log position, such as a change of a user's role. */
  tell(path: string, body: object): Promise<void>
  /** Opens a socket that receives the events of the user's campaigns. */
  listen(): LiveFeed
}

export interface Client {
  url: string
  signUp(account: { name: string; email: string; password: string }): Promise<Person>
  /** Returns the number of commands sent, and how many of them were not recorded before this client connected. */
  told(): { acts: number; fresh: number }
}

const attempts = 8

/** Connects to an installation as browsers do. Commands recorded before are not repeated, and not counted as fresh. */
export async function connect(
  { url, origin, operatorKey }: Pick<Found, 'url' | 'origin' | 'operatorKey'>,
  { tell, signal }: { tell: (line: string) => void; signal: AbortSignal },
): Promise<Client> {
  const operator = operatorKey === undefined ? {} : { [operatorHeader]: operatorKey }
  const send = async (path: string, { headers, ...init }: RequestInit): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        headers: { ...(headers as Record<string, string>), ...operator },
        signal,
      }).catch((error: unknown) => error)
      signal.throwIfAborted()
      if (response instanceof Response && response.status !== 429 && response.status !== 503) return response
      if (attempt === attempts) {
        if (response instanceof Response) return response
        throw new Error(`${url} does not answer`, { cause: response })
      }
      // Rate-limited responses contain the delay. Repeated commands retain their idempotency key.
      if (response instanceof Response) await response.body?.cancel()
      const seconds = response instanceof Response ? secondsIn(response.headers) : attempt / 4
      if (seconds > 1) tell(`  asked to wait for ${seconds} s (RATE_LIMITS=off npm start would not)`)
      await pause(seconds * 1000, undefined, { signal })
    }
  }

  const before = positionIn((await send('/version', {})).headers)
  let [furthest, acts, fresh] = [before, 0, 0]

  const ask = async <T>(path: string, init: RequestInit & { method: string }, schema: z.ZodType<T>) => {
    const response = await send(path, init)
    const text = await response.text()
    if (!response.ok) throw refusal(`${init.method} ${path}`, response.status, text)
    return { answer: schema.parse(text === '' ? null : JSON.parse(text)), headers: response.headers }
  }

  const enter = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', origin }
    const { answer, headers: said } = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, SignedIn)
    const cookie = said.getSetCookie().map((each) => each.split(';', 1)[0])
    return { id: answer.user.id, cookie: cookie.join('; ') }
  }

  const person = ({ id, cookie }: { id: string; cookie: string }): Person => ({
    id,
    async get(path, schema) {
      const headers = { cookie, 'min-position': String(furthest) }
      return (await ask(path, { method: 'GET', headers }, schema)).answer
    },
    listen: () => listen(url, origin, cookie),
    async tell(path, body) {
      const headers = { cookie, origin, 'content-type': 'application/json' }
      await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, z.unknown())
    },
    async act(key, method, path, body) {
      const headers = { cookie, origin, 'idempotency-key': derivedId('demo', ...key) }
      const content = body && { body: JSON.stringify(body) }
      const type = body ? { 'content-type': 'application/json' } : {}
      const { answer } = await ask(path, { method, headers: { ...headers, ...type }, ...content }, Made)
      const position = BigInt(answer.position)
      acts += 1
      if (position > before) fresh += 1
      if (position > furthest) furthest = position
      return answer
    },
  })

  return {
    url,
    told: () => ({ acts, fresh }),
    async signUp(account) {
      try {
        return person(await enter('/auth/sign-up/email', account))
      } catch (error) {
        if (!(error instanceof Refused && /exists/.test(error.code))) throw error
        return person(await enter('/auth/sign-in/email', { email: account.email, password: account.password }))
      }
    },
  }
}

const SignedIn = z.object({ user: z.object({ id: z.uuid() }) })

const positionIn = (headers: Headers): bigint => BigInt(headers.get('event-position') ?? 0)

const secondsIn = (headers: Headers): number => Number(headers.get('retry-after') ?? headers.get('x-retry-after')) || 1

const refusal = (what: string, status: number, text: string): Error => {
  const problem = Problem.safeParse(text.startsWith('{') ? JSON.parse(text) : undefined)
  return problem.success
    ? new Refused(what, status, problem.data)
    : new Error(`${what}: ${status} ${text.slice(0, 200)}`)
}
