import { createRealtime } from '../../../frontend/src/realtime/events.ts'
import type { Person } from '../../bench/lib/people.ts'
import { wireTo } from '../tabs/socket.ts'

/** A tab's stream alone: the web app's own code over a socket of Node's, with a browser's patience. */
export interface Stream {
  isOpen(): boolean
  /** When it opened last, as `performance.now()`. */
  openedAt(): number
  /** Positions of the events of a type that it has heard, in order. */
  heard(type: string): string[]
  close(): void
}

export function openStream(url: string, { id, headers: { cookie } }: Person, after: string): Stream {
  const realtime = createRealtime(wireTo({ urls: [url], cookie }))
  let [open, openedAt] = [false, 0]
  realtime.status$.subscribe((status) => {
    open = status === 'open'
    if (open) openedAt = performance.now()
  })
  realtime.start(id, after)
  return {
    isOpen: () => open,
    openedAt: () => openedAt,
    heard: (type) => (realtime.after(after) ?? []).flatMap((item) => (item.type === type ? item.position : [])),
    close: () => realtime.stop(),
  }
}
