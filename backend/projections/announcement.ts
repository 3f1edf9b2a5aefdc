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
  /** Ids of requests and traces are for those who run this. */
  metadata: Omit<Metadata, 'requestId' | 'traceparent'>
  traceparent: string | null
}

/** All lines of the feed after one position of the checkpoint and up to the next. */
export interface Announcement {
  from: string
  to: string
  lines: AnnouncedLine[]
}

/** The channel on which they go. */
export const announcements = 'feed_lines_2'

/** PostgreSQL's limit of a notification's size, with some margin. */
const fits = { bytes: 7900, lines: 50 }

/** A transaction's lines for those who follow the feed, who then need not ask for them; undefined when they have to. */
export const announcementOf = (from: bigint, to: bigint, lines: readonly FeedLine[]): string | undefined => {
  if (lines.length > fits.lines) return undefined
  const text = toJsonb({ from: String(from), to: String(to), lines: lines.map(announced) } satisfies Announcement)
  return Buffer.byteLength(text) > fits.bytes ? undefined : text
}

const announced = ({ item: _item, correlationId: _flow, causationId: _cause, metadata, ...line }: FeedLine) => {
  const { requestId: _request, traceparent = null, ...told } = metadata
  return { ...line, metadata: told, traceparent }
}
