import { of, Subject } from 'rxjs'
import { createRealtime, type Realtime, type RealtimeDeps } from '../../frontend/src/realtime/events.ts'

export interface Opened {
  query: string
  socket: Subject<unknown>
  /** What the tab said on it. */
  said: unknown[]
}

/** What a test may replace; by default nothing waits. */
export type RealtimeOptions = Pick<RealtimeDeps, 'wait'>

/** The stream over sockets that the test holds: each attempt to connect is in `opened`; draws and tries again at once. */
export const realtimeOverSubjects = (
  { wait }: RealtimeOptions = { wait: () => of(0) },
): { realtime: Realtime; opened: Opened[]; last: () => Subject<unknown> } => {
  const opened: Opened[] = []
  const realtime = createRealtime({
    open(query) {
      const socket = new Subject<unknown>()
      const said: unknown[] = []
      opened.push({ query, socket, said })
      return Object.assign(socket.asObservable(), { next: (message: unknown) => said.push(message) })
    },
    frame: () => of(0),
    wait,
    knows: (type) => type !== 'CampaignSealed',
  })
  const last = () => {
    const socket = opened.at(-1)?.socket
    if (!socket) throw new Error('No socket was opened')
    return socket
  }
  return { realtime, opened, last }
}

export const hello = (position: string, anew = false) => ({ type: 'Hello', data: { position, userId: 'ines', anew } })
