import { setTimeout as delay } from 'node:timers/promises'
import { createRequest } from '../../../frontend/src/base/request.ts'
import { createRealtime, type Realtime } from '../../../frontend/src/realtime/events.ts'
import { type Ask, type Cache, openCache } from './cache.ts'
import type { Answer } from './definitions.ts'
import { type Wire, type WireOptions, wireTo } from './socket.ts'

/** A browser tab without its screen: its stream, its requests and its caches are the web app's own code. */
export interface Tab {
  wire: Wire
  realtime: Realtime
  caches: Cache[]
  open(name: string, arg?: unknown): Cache
  close(): void
}

export interface TabOptions extends WireOptions {
  userId: string
  /** Where its stream begins. */
  after: string
  disturbance?: Disturbance | undefined
}

/** What a bad network does to a tab's requests. */
export interface Disturbance {
  /** How long the response of the next request is held back, in milliseconds. */
  delayMs(): number
  /** Whether the tab's socket breaks off while the next request is pending. */
  breaksSocket(): boolean
}

export function openTab(options: TabOptions): Tab {
  const { urls, cookie, turn = 0, userId, after, disturbance } = options
  const wire = wireTo(options)
  const realtime = createRealtime(wire)
  const url = urls[turn % urls.length] ?? ''
  const send = createRequest({
    baseUrl: `${url}/api`,
    isOpen: () => false,
    refreshSession: async () => false,
    signOut: () => undefined,
    wait: (ms) => delay(ms),
  })
  const signal = new AbortController().signal
  const ask: Ask = async (args) => {
    const request = typeof args === 'string' ? { url: args } : args
    const answering = send({ ...request, headers: { cookie, origin: url } }, { signal } as never, {})
    if (disturbance?.breaksSocket()) wire.drop()
    const answer = await answering
    const heldMs = disturbance?.delayMs() ?? 0
    if (heldMs > 0) await delay(heldMs)
    return answer
  }
  const caches: Cache[] = []
  let roles: string | undefined
  /** As the web app does in every screen of a campaign: who has another role sees other things. */
  const notice = ({ rows = [] }: Answer) => {
    const now = JSON.stringify(rows.map((row) => [row.id, Reflect.get(row, 'role')]))
    if (roles !== undefined && roles !== now)
      for (const cache of caches) if (!['me', 'campaigns'].includes(cache.name)) cache.invalidate()
    roles = now
  }
  realtime.start(userId, after)
  return {
    wire,
    realtime,
    caches,
    open(name, arg) {
      const changed = name === 'campaigns' ? notice : () => undefined
      const cache = openCache(name, arg, { realtime, ask, changed })
      caches.push(cache)
      return cache
    },
    close() {
      for (const cache of caches) cache.close()
      realtime.stop()
    },
  }
}
