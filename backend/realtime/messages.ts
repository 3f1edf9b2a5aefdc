import { sharesChannel } from '#domain/access.ts'
import { redacted } from '#projections/references.ts'
import type { FeedRow } from './row.ts'

/** Close codes of the socket. After all but the first two, the client may reconnect and resume. */
export const closeCodes = {
  sessionEnded: 4401,
  notAllowed: 4403,
  tooSlow: 4408,
  tooMany: 4429,
  flood: 1008,
  restarting: 1012,
} as const

/** Returns the fields of a row that refer to things which subscribers of these channels may not see. */
export const hiddenFrom = ({ refs }: Pick<FeedRow, 'refs'>, mine: readonly string[]): string[] =>
  refs.length === 0 ? [] : [...new Set(refs.flatMap(({ at, channels }) => (sharesChannel(mine, channels) ? [] : [at])))]

/**
 * The message of a feed row without the things that `hidden` fields refer to. Rows that accompany an event contain only
 * an item's id.
 */
export const messageOf = (row: FeedRow, hidden: readonly string[]): string => {
  const { position, seq, id, type, stream, at, data, metadata } = redacted(row, hidden)
  return JSON.stringify(
    seq === 0
      ? { id, type, stream, position: String(position), at, data, metadata }
      : { type, position: String(position), data },
  )
}

/** `isOtherLog`: the client's data belongs to another log and must be reloaded. */
export const hello = (position: bigint, userId: string, isOtherLog: boolean) =>
  JSON.stringify({
    type: 'Hello',
    data: { position: String(position), userId, ...(isOtherLog && { anew: isOtherLog }) },
  })
export const ping = JSON.stringify({ type: 'Ping' })
export const sessionEnded = JSON.stringify({ type: 'SessionEnded' })
export const watchedEvent = (event: unknown) => JSON.stringify({ type: 'WatchedEvent', data: event })
