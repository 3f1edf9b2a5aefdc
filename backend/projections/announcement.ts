import type { Metadata } from '#domain/metadata.ts'
import type { FeedLine } from './feed.ts'
import { toJsonb } from './stored.ts'

/**
 * A feed row as notifications carry it: the published event and its audience. A process of another version may read it:
 * a changed shape needs a new channel name.
 */
export interface AnnouncedLine
  extends Pick<
    FeedLine,
    | 'position'
    | 'seq'
    | 'id'
    | 'type'
    | 'stream'
    | 'revision'
    | 'at'
    | 'data'
    | 'channels'
    | 'unless'
    | 'users'
    | 'refs'
  > {
  /** Ids of requests and traces are for operators only. */
  metadata: Omit<Metadata, 'requestId' | 'traceparent'>
  traceparent: string | null
}

/** All feed rows after one position of the checkpoint and up to the next. */
export interface Announcement {
  from: string
  to: string
  lines: AnnouncedLine[]
}

/** The notification channel. */
export const announcements = 'feed_lines_2'

/** PostgreSQL's limit of a notification's size, with some margin. */
const fits = { bytes: 7900, lines: 50 }

/**
 * The notification of a transaction's feed rows, which saves subscribers a query; undefined if they exceed its size.
 */
export const announcementOf = (from: bigint, to: bigint, lines: readonly FeedLine[]): string | undefined => {
  if (lines.length > fits.lines) return undefined
  const text = toJsonb({ from: String(from), to: String(to), lines: lines.map(announced) } satisfies Announcement)
  return Buffer.byteLength(text) > fits.bytes ? undefined : text
}

const announced = ({ item: _item, correlationId: _flow, causationId: _cause, metadata, ...line }: FeedLine) => {
  const { requestId: _request, traceparent = null, ...announcedMetadata } = metadata
  return { ...line, metadata: announcedMetadata, traceparent }
}
