/** An open socket that receives events. */
export interface LiveFeed {
  /** Resolves with the next message, rejects when the socket is closed. Heartbeats are messages too, so the wait is short. */
  next(): Promise<void>
  close(): void
}

export function listen(url: string, origin: string, cookie: string): LiveFeed {
  // Node's own client takes headers where a browser's takes protocols, and the types are a browser's.
  const options = { headers: { cookie, origin } } as unknown as string[]
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/realtime`, options)
  let happening = Promise.withResolvers<void>()
  // Avoids an unhandled rejection if no caller is waiting when the socket closes.
  happening.promise.catch(() => undefined)
  socket.addEventListener('message', () => {
    happening.resolve()
    happening = Promise.withResolvers<void>()
    happening.promise.catch(() => undefined)
  })
  socket.addEventListener('close', () => happening.reject(new Error(`${url} closed the connection`)))
  return { next: () => happening.promise, close: () => socket.close() }
}
