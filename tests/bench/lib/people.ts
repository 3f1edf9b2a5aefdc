import { randomUUID } from 'node:crypto'

/** Somebody signed in to an installation, as their browser would be. */
export interface Person {
  id: string
  /** What their browser sends along: the session's cookie, and where its page is from. */
  headers: { cookie: string; origin: string }
  send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answer>
  /** Asks for their own account, true at a position or later. */
  at(position: bigint): Promise<unknown>
}
type Answer = Record<string, unknown> & { id: string; position: string; code: string }

/** A real account with a real session, who has said how they came: nobody asks them in the midst of a measurement. */
export async function signUp(url: string, name: string): Promise<Person> {
  const account = { name, email: `${randomUUID()}@example.org`, password: 'correct horse' }
  const person = await enter(url, '/auth/sign-up/email', account)
  await person.send('PATCH', '/users/me', { onboarded: true })
  return person
}

/** An account that is there. */
export const signIn = (url: string, email: string, password: string): Promise<Person> =>
  enter(url, '/auth/sign-in/email', { email, password })

async function enter(url: string, path: string, account: object): Promise<Person> {
  const response = await ask(url, 'POST', path, { origin: url }, account)
  const { user } = (await response.json()) as { user: { id: string } }
  const cookie = response.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  const headers = { cookie: cookie.join('; '), origin: url }
  return {
    id: user.id,
    headers,
    at: (position) => ask(url, 'GET', '/users/me', { ...headers, 'min-position': String(position) }),
    send: async (method, path, body) => (await (await ask(url, method, path, headers, body)).json()) as Answer,
  }
}

async function ask(url: string, method: string, path: string, headers: Record<string, string>, body?: object) {
  const content = body && { body: JSON.stringify(body) }
  const type = body ? { 'content-type': 'application/json' } : {}
  const response = await fetch(`${url}/api${path}`, { method, headers: { ...headers, ...type }, ...content })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

/** A campaign of the first of them, joined by all others. Answers its id. */
export async function tableOf([owner, ...others]: readonly Person[], name: string): Promise<string> {
  if (!owner) throw new Error('A campaign needs an owner')
  const { id } = await owner.send('POST', '/campaigns', { name })
  const { code } = await owner.send('POST', `/campaigns/${id}/invitations`, {})
  for (const other of others) await other.send('POST', `/campaigns/invites/${code}`)
  return id
}

/** Does it for each, so many at once, in their order. */
export async function forEach<T, R>(things: readonly T[], atOnce: number, act: (thing: T, n: number) => Promise<R>) {
  const done: R[] = []
  const rest = things.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, thing] of rest) done[n] = await act(thing, n)
    }),
  )
  return done
}
