import { animationFrames, fromEvent, race, take, timer } from 'rxjs'
import { webSocket } from 'rxjs/webSocket'
import { createRealtime, type Realtime, type RealtimeDeps } from './events.ts'

const slowestMs = 30_000
const quickestMs = 500

/**
 * Doubles the delay per attempt up to half a minute, with jitter so that clients do not reconnect to a restarted server
 * all at once.
 */
export const backOffMs = (attempt: number, random: number): number =>
  Math.min(slowestMs, quickestMs * 2 ** (attempt - 1)) * (0.5 + random / 2)

/**
 * The browser's dependencies of the stream: a WebSocket, rendering per animation frame, and an immediate retry when the
 * network returns.
 */
const browserSocket = (): RealtimeDeps => {
  // Every type counts as handled until the list is loaded: this build is as new as the page that loaded it.
  let eventTypes: ReadonlySet<string> | undefined
  const loadEventTypes = () =>
    import('./event-type-names.ts').then(
      ({ eventTypeNames }) => {
        eventTypes = eventTypeNames
      },
      () => undefined,
    )
  return {
    open(query) {
      if (!eventTypes) void loadEventTypes()
      return webSocket<unknown>(`${location.origin.replace(/^http/, 'ws')}/api/realtime?${query}`)
    },
    // A background tab gets no animation frames and should still stay current.
    frame: () => race(animationFrames(), timer(250)).pipe(take(1)),
    wait: (attempt) => race(timer(backOffMs(attempt, Math.random())), fromEvent(window, 'online')).pipe(take(1)),
    knows: (type) => eventTypes?.has(type) ?? true,
  }
}

export const createBrowserRealtime = (): Realtime => createRealtime(browserSocket())
