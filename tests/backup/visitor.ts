import type { Server } from '../platform/server.ts'

/** Somebody with a browser, at a server by itself. */
export const visitor = (server: Server) => {
  let cookie = ''
  const send = async (method: string, path: string, body?: object | FormData) => {
    const origin = await server.url
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        cookie,
        'sec-fetch-site': 'same-origin',
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie().map((set) => set.split(';', 1)[0])
    if (cookies.length > 0) cookie = cookies.join('; ')
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${bytes}`)
    return bytes
  }
  const json = async (...args: Parameters<typeof send>) => JSON.parse((await send(...args)).toString())
  return {
    bytes: (path: string) => send('GET', path),
    get: (path: string) => json('GET', path),
    post: (path: string, body: object | FormData = {}) => json('POST', path, body),
  }
}
