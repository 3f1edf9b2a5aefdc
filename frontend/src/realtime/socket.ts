import { animationFrames, fromEvent, race, take, timer } from 'rxjs'
import { webSocket } from 'rxjs/webSocket'
import { createRealtime, type Realtime, type RealtimeDeps } from './events.ts'

const slowestMs = 30_000
const quickestMs = 500

/** Doubles each time up to half a minute, with jitter so that a restarted server is not met by everybody at once. */
export const backOffMs = (attempt: number, random: number): number =>
  Math.min(slowestMs, quickestMs * 2 ** (attempt - 1)) * (0.5 + random / 2)

/** The browser's side of the stream: a real socket, drawn with the screen, tried again at once when the network returns. */
const browserSocket = (): RealtimeDeps => {
  // Until they are there, whatever comes is taken for known: this page is as new as what it loads.
  let known: ReadonlySet<string> | undefined
  const learn = () =>
    import('./known-events.ts').then(
      ({ knownEvents }) => {
        known = knownEvents
      },
      () => undefined,
    )
  return {
    open(query) {
      if (!known) void learn()
      return webSocket<unknown>(`${location.origin.replace(/^http/, 'ws')}/api/realtime?${query}`)
    },
    // A tab in the background gets no animation frames, and should still keep up.
    frame: () => race(animationFrames(), timer(250)).pipe(take(1)),
    wait: (attempt) => race(timer(backOffMs(attempt, Math.random())), fromEvent(window, 'online')).pipe(take(1)),
    knows: (type) => known?.has(type) ?? true,
  }
}

export const createBrowserRealtime = (): Realtime => createRealtime(browserSocket())
