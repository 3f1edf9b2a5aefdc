import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { derivedId } from '../../../backend/commands/ids.ts'
import type { History, Issued, Wanted } from './history.ts'

/** Somebody who is signed in and asks, and asks again, until they have an answer. */
export interface Person {
  id: string
  name: string
  cookie: string
  /** Sends a command until it is acknowledged or refused; undefined in the latter case, or when `signal` ended it. */
  command(wanted: Wanted): Promise<Answer | undefined>
  /** A GET, repeated while the program is away. */
  get<T>(path: string, schema: z.ZodType<T>): Promise<T>
}

const Answer = z.looseObject({ position: z.string().optional() })
export type Answer = z.infer<typeof Answer>

const Problem = z.looseObject({ code: z.string(), detail: z.string().min(1) })
const SignedIn = z.object({ user: z.object({ id: z.uuid() }) })
/** Longer than the server lets anybody wait. */
const hungMs = 60_000

interface Way {
  urls: readonly string[]
  history: History
  signal: AbortSignal
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One try. What comes instead of an answer is described in words. */
const ask = async (
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<{ status: number; headers: Headers; text: string } | 'hung' | 'cut off'> => {
  const inTime = AbortSignal.timeout(hungMs)
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, inTime]) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    return inTime.aborted ? 'hung' : 'cut off'
  }
}

/** Asking again may help: the program is away, busy, or failed. */
const isPassing = (status: number) => status >= 500 || status === 429 || status === 408

/** Makes an account. `n` decides which of several addresses they prefer; whoever gets no answer tries the next. */
export async function signUp({ urls, history, signal }: Way, name: string, n: number): Promise<Person> {
  let turn = n
  const next = () => urls[turn++ % urls.length] ?? ''
  const account = { name, email: `${name.toLowerCase()}@example.org`, password: 'correct horse battery' }
  const origin = urls[0] ?? ''
  const signedUp = await ask(
    `${origin}/api/auth/sign-up/email`,
    { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: JSON.stringify(account) },
    signal,
  )
  if (typeof signedUp === 'string' || signedUp.status !== 200)
    throw new Error(`${name} cannot sign up: ${JSON.stringify(signedUp)}`)
  const { id } = SignedIn.parse(jsonIn(signedUp.text)).user
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')

  const send = async (issued: Issued, { method, path, body }: Wanted, base: string) => {
    const headers = {
      origin,
      cookie,
      'idempotency-key': issued.key,
      ...(body && { 'content-type': 'application/json' }),
    }
    const since = performance.now()
    const answer = await ask(
      `${base}/api${path}`,
      { method, headers, ...(body && { body: JSON.stringify(body) }) },
      signal,
    )
    const ms = performance.now() - since
    if (typeof answer === 'string') history.tried(issued, { ms, answer })
    else {
      const problem = Problem.safeParse(jsonIn(answer.text))
      history.tried(issued, { ms, answer: answer.status, ...(problem.success && { code: problem.data.code }) })
    }
    return answer
  }

  return {
    id,
    name,
    cookie,
    async command(wanted) {
      const key = history.newKey()
      const issued = history.issue({
        key,
        act: derivedId(id, wanted.method, `/api${wanted.path}`, key),
        who: name,
        wanted,
      })
      for (let base = next(); !signal.aborted; base = next()) {
        const answer = await send(issued, wanted, base)
        if (typeof answer !== 'string' && !isPassing(answer.status)) {
          const ok = answer.status < 300
          history.settle(issued, ok ? 'acknowledged' : 'refused', answer.text)
          return ok ? Answer.parse(jsonIn(answer.text)) : undefined
        }
        await pause(40 + Math.random() * 80, undefined, { signal }).catch(() => undefined)
      }
      return undefined
    },
    async get(path, schema) {
      for (;;) {
        const answer = await ask(`${next()}/api${path}`, { headers: { cookie } }, signal)
        if (typeof answer !== 'string' && answer.status === 200) return schema.parse(jsonIn(answer.text))
        if (typeof answer !== 'string' && !isPassing(answer.status))
          throw new Error(`GET ${path}: ${answer.status} ${answer.text}`)
        await pause(100, undefined, { signal })
      }
    },
  }
}
