import type { FeedRow } from './row.ts'

/** Receives the gateway's activity. Must not throw. */
export interface RealtimeObserver {
  /** Called once with a function that counts the open sockets by state. */
  watch(count: () => Record<'live' | 'catching up', number>): void
  /** The server is closing a socket. */
  closing(code: number): void
  /** A row was sent to so many sockets. */
  delivered(row: FeedRow, listeners: number): void
}
