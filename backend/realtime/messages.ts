import type { FeedRow } from './row.ts'

/** Close codes of the socket. In all cases but the first two the client may come back and resume. */
export const closeCodes = {
  sessionEnded: 4401,
  notAllowed: 4403,
  tooSlow: 4408,
  tooMany: 4429,
  restarting: 1012,
} as const

/** What a line of the feed says to those who may see it. Lines beside an event's own tell only an item's id. */
export const messageOf = ({ position, seq, id, type, stream, at, data, metadata }: FeedRow): string =>
  JSON.stringify(
    seq === 0
      ? { id, type, stream, position: String(position), at, data, metadata }
      : { type, position: String(position), data },
  )

export const hello = (position: bigint, userId: string) =>
  JSON.stringify({ type: 'Hello', data: { position: String(position), userId } })
export const ping = JSON.stringify({ type: 'Ping' })
export const sessionEnded = JSON.stringify({ type: 'SessionEnded' })
export const watchedEvent = (event: unknown) => JSON.stringify({ type: 'WatchedEvent', data: event })
