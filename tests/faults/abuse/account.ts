import { randomUUID } from 'node:crypto'

/** A response without its body, or what happened instead of one. */
export interface Sent {
  status: number | 'cut off'
  /** Milliseconds until the body was read. */
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: attacks read single fields of many kinds of answers
  body: any
}

export interface Message {
  /** Sent as JSON; `raw` is sent as it is. */
  body?: object
  raw?: Uint8Array | string
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** A client with an address of its own, which has signed up unless it is a stranger. */
export interface Account {
  id: string
  email: string
  url: string
  /** Of every request, sockets included. */
  headers: Record<string, string>
  send(method: Method, path: string, message?: Message): Promise<Sent>
  /** Throws unless the request succeeds. Repeats it while a budget is used up. */
  need(method: Method, path: string, message?: Message): Promise<Sent['body']>
}

export const password = 'correct horse battery'
/** Longer than the server lets any request wait. */
const patienceMs = 60_000

let addresses = 0
/** Addresses of a private network, so that each client has the budgets of its own address. `block` separates processes. */
const nextAddress = (block: number) => {
  addresses++
  return `10.${block}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A client without an account. */
export const openStranger = (url: string, block: number): Account => {
  const headers: Record<string, string> = { origin: url, 'x-forwarded-for': nextAddress(block) }
  const send: Account['send'] = async (method, path, { body, raw, headers: more, signal } = {}) => {
    const since = performance.now()
    // `fetch` declares bodies over shared memory as impossible, and there are none here.
    const payload = (raw as Uint8Array<ArrayBuffer> | string | undefined) ?? (body && JSON.stringify(body))
    const type = body ? { 'content-type': 'application/json' } : {}
    const patience = AbortSignal.timeout(patienceMs)
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...type, ...more },
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        ...(payload !== undefined && { body: payload }),
      })
      const text = await response.text()
      const cookies = response.headers.getSetCookie().map((each) => each.split(';', 1)[0])
      if (path.startsWith('/api/auth/sign-') && response.ok) headers.cookie = cookies.join('; ')
      return { status: response.status, ms: performance.now() - since, body: jsonIn(text) }
    } catch {
      return { status: 'cut off', ms: performance.now() - since, body: undefined }
    }
  }
  return {
    id: '',
    email: `${randomUUID()}@example.org`,
    url,
    headers,
    send,
    async need(method, path, message) {
      const end = performance.now() + patienceMs
      for (;;) {
        const { status, body } = await send(method, path, message)
        if (typeof status === 'number' && status < 300) return body
        const isPassing = status === 429 || status === 503
        if (!isPassing || performance.now() > end)
          throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
  }
}

/** Signs up with a new address. */
export async function signUp(url: string, block: number, name: string): Promise<Account> {
  const account = openStranger(url, block)
  const body = { name, email: account.email, password }
  const { user } = await account.need('POST', '/api/auth/sign-up/email', { body })
  return Object.assign(account, { id: user.id as string })
}
