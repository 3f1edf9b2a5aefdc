import type { FeedRow } from './row.ts'

/** Receives the gateway's activity. Must not throw. */
export interface RealtimeObserver {
  /** Called once with a function that counts the open sockets by state. */
  watch(count: () => Record<'live' | 'catching up', number>): void
  /** Called when the server closes a socket. */
  closing(code: number): void
  /** Called after a row was delivered to `listeners` sockets. */
  delivered(row: FeedRow, listeners: number): void
}
