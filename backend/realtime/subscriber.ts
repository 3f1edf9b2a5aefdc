import { pageSize } from '../platform/page-size.ts'
import type { Feed } from './feed.ts'
import { isVisibleTo } from './hub.ts'
import { closeCodes, hiddenFrom, messageOf, watchedEvent } from './messages.ts'
import { type FeedRow, isAfter, type Place } from './row.ts'
import type { SocketWriter } from './socket-writer.ts'

/** Maximum of rows that may arrive while the past is read; beyond it, the client must reconnect and resume. */
const mostWaiting = 10_000

export interface SubscriberOptions {
  userId: string
  sessionId: string
  /** The user whose events are all sent to this admin as well. */
  watch: string | undefined
  after: Place
  line: SocketWriter
  feed: Pick<Feed, 'past' | 'place'>
  /** Returns the user's present channels. */
  channelsNow(): Promise<readonly string[]>
  /** Converts rows of the watched user into the form that admins receive. */
  describe(rows: FeedRow[]): Promise<unknown[]>
  /** Starts the delivery of arriving rows to the subscriber; `leave` stops it. */
  join(subscriber: Subscriber): void
  leave(subscriber: Subscriber): void
}

/** One socket's stream: first the missed rows, then new ones, each once and in order. */
export interface Subscriber {
  readonly userId: string
  readonly sessionId: string
  readonly watch: string | undefined
  readonly channels: readonly string[]
  readonly line: SocketWriter
  /** True once all missed rows were sent: from then on, rows are sent as they arrive. */
  readonly isLive: boolean
  /** Receives a row; `frame` returns its bytes, shared by all subscribers with the same hidden fields. */
  take(row: FeedRow, frame: (hidden: readonly string[]) => Buffer): void
  /** Reads the user's channels again, and resumes after the last sent row. */
  refresh(upTo?: Place): void
  stop(): void
}

/**
 * The state of one socket's stream. All rows up to `said` were sent, or need not be. New rows arrive while it is
 * `joined`; those that arrive while the past is read are queued in `waiting`, which is undefined otherwise.
 */
interface Stream {
  options: SubscriberOptions
  channels: readonly string[]
  said: Place
  waiting: FeedRow[] | undefined
  joined: boolean
  /** Incremented by each refresh, so that an earlier `catchUp` that is still running stops. */
  turn: number
  page: ReturnType<typeof pageSize>
  tellWatched: (row: FeedRow) => void
}

export const subscribe = (options: SubscriberOptions, failed: (error: unknown) => void): Subscriber => {
  const { userId, sessionId, watch, line } = options
  const stream: Stream = {
    options,
    channels: [],
    said: options.after,
    waiting: undefined,
    joined: false,
    turn: 0,
    page: pageSize(),
    tellWatched: inOrder(options.describe, line, failed),
  }
  const subscriber: Subscriber = {
    userId,
    sessionId,
    watch,
    line,
    get channels() {
      return stream.channels
    },
    get isLive() {
      return stream.joined && !stream.waiting
    },
    take(row, frame) {
      const { waiting, channels } = stream
      if (!waiting) return say(stream, row, () => line.write(frame(hiddenFrom(row, channels))))
      if (waiting.push(row) > mostWaiting) line.close(closeCodes.tooSlow, 'too slow: resume after the last position')
    },
    refresh(upTo) {
      // A subscriber that is up to date has received all rows up to this one; any other resumes where it is.
      if (upTo && stream.joined && !stream.waiting && isAfter(upTo, stream.said)) stream.said = upTo
      catchUp(stream, subscriber).catch(failed)
    },
    stop() {
      stream.turn++
      leave(stream, subscriber)
    },
  }
  return subscriber
}

/** Reads the channels again, sends the rows between the last sent one and the present, and joins the feed. */
const catchUp = async (stream: Stream, subscriber: Subscriber) => {
  const { options } = stream
  const mine = ++stream.turn
  leave(stream, subscriber)
  stream.waiting = undefined
  const now = await options.channelsNow()
  if (!goesOn(stream, mine)) return
  stream.channels = now
  // Sends most of the past before joining, then the rest, while arriving rows are queued.
  while (await sayPast(stream, options.feed.place(), mine));
  if (!goesOn(stream, mine)) return
  stream.waiting = []
  stream.joined = true
  options.join(subscriber)
  const upTo = options.feed.place()
  while (await sayPast(stream, upTo, mine));
  if (!goesOn(stream, mine)) return
  for (let row = stream.waiting.shift(); row; row = stream.waiting.shift())
    if (!(await saySlowly(stream, row, mine))) return
  stream.waiting = undefined
}

const leave = (stream: Stream, subscriber: Subscriber) => {
  if (stream.joined) stream.options.leave(subscriber)
  stream.joined = false
}

const goesOn = ({ turn, options }: Stream, mine: number) => mine === turn && options.line.isOpen()

/**
 * Sends a page of the rows between the last sent one and `upTo`, no faster than the client reads. Returns true if there
 * may be more.
 */
const sayPast = async (stream: Stream, upTo: Place, mine: number): Promise<boolean> => {
  const { options, page, channels } = stream
  const limit = page.lines()
  const rows = await options.feed.past({ after: stream.said, upTo, limit }, { channels, watch: options.watch })
  let length = 0
  const text = (row: FeedRow) => {
    const message = textOf(stream, row)
    length += message.length
    return message
  }
  for (const row of rows) if (!(await saySlowly(stream, row, mine, text))) return false
  if (!goesOn(stream, mine)) return false
  page.learn(rows.length, length)
  if (rows.length < limit && isAfter(upTo, stream.said)) stream.said = upTo
  return rows.length === limit
}

const textOf = ({ channels }: Stream, row: FeedRow) => messageOf(row, hiddenFrom(row, channels))

const saySlowly = async (
  stream: Stream,
  row: FeedRow,
  mine: number,
  text = (row: FeedRow) => textOf(stream, row),
): Promise<boolean> => {
  const { line } = stream.options
  if (!goesOn(stream, mine)) return false
  say(stream, row, () => line.send(text(row)))
  if (line.isFull()) await line.drained()
  return goesOn(stream, mine)
}

const say = (stream: Stream, row: FeedRow, send: () => void) => {
  const { watch } = stream.options
  if (!isAfter(row, stream.said)) return
  stream.said = { position: row.position, seq: row.seq }
  if (isVisibleTo(row, stream.channels)) send()
  if (watch !== undefined && row.seq === 0 && row.users.includes(watch)) stream.tellWatched(row)
}

/** Describes watched rows in batches, since this queries names, and sends them in order. */
const inOrder = (describe: SubscriberOptions['describe'], line: SocketWriter, failed: (error: unknown) => void) => {
  let waiting: FeedRow[] = []
  let running = false
  const run = async () => {
    running = true
    try {
      while (waiting.length > 0 && line.isOpen()) {
        const rows = waiting
        waiting = []
        for (const event of await describe(rows)) {
          line.send(watchedEvent(event))
          if (line.isFull()) await line.drained()
        }
      }
    } finally {
      running = false
    }
  }
  return (row: FeedRow) => {
    waiting.push(row)
    if (!running) run().catch(failed)
  }
}
