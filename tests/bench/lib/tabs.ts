import WebSocket from 'ws'
import { forEach } from './people.ts'

/** Where a browser tab's socket is opened, and what it sends along. */
export interface Tab {
  url: string
  headers?: Record<string, string>
  /** What it says once it is open, and after what: protocols that shake hands do so here. */
  greeting?: { after: string; say: string; until: string }
  /** What it answers a sign of life with, where the protocol has its own. */
  pong?: { to: string; say: string }
}

/** Closes them all; `say` sends something on the n-th. */
type OpenTabs = (() => Promise<void>) & { say(n: number, text: string): void }

/** Opens them all, a few at once, and resolves when each stands. A socket that closes by itself is an error. */
export async function openTabs(
  tabs: readonly Tab[],
  hear: (message: Buffer, n: number) => void,
  failed: (error: Error) => void,
): Promise<OpenTabs> {
  let closing = false
  const sockets = await forEach(tabs, 40, async ({ url, headers = {}, greeting, pong }, n) => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false, skipUTF8Validation: true })
    const stands = Promise.withResolvers<void>()
    socket.on('error', stands.reject)
    socket.on('close', (code) => {
      const error = new Error(`A socket was closed with ${code}`)
      stands.reject(error)
      if (!closing) failed(error)
    })
    if (!greeting) socket.on('open', stands.resolve)
    socket.on('message', (message: Buffer) => {
      const begins = message.subarray(0, 16).toString()
      if (greeting && begins.startsWith(greeting.after)) socket.send(greeting.say)
      else if (greeting && begins.startsWith(greeting.until)) stands.resolve()
      else if (pong && begins === pong.to) socket.send(pong.say)
      else hear(message, n)
    })
    await stands.promise
    return socket
  })
  const close = async () => {
    closing = true
    await Promise.all(
      sockets.map((socket) => {
        const gone = new Promise((resolve) => socket.once('close', resolve))
        socket.terminate()
        return socket.readyState === socket.CLOSED ? undefined : gone
      }),
    )
  }
  return Object.assign(close, { say: (n: number, text: string) => sockets[n]?.send(text) })
}
