import type { FeedRow } from './row.ts'

/** Receives the gateway's activity. Must not throw. */
export interface RealtimeObserver {
  /** Given, once, how to count the open sockets by what they are doing. */
  watch(count: () => Record<'live' | 'catching up', number>): void
  /** A socket is being closed by us. */
  closing(code: number): void
  /** A line was handed to so many sockets. */
  delivered(row: FeedRow, listeners: number): void
}
