import { pageSize } from '../platform/page-size.ts'
import type { Feed } from './feed.ts'
import { isVisibleTo } from './hub.ts'
import { closeCodes, hiddenFrom, messageOf, watchedEvent } from './messages.ts'
import { type FeedRow, isAfter, type Place } from './row.ts'
import type { SocketWriter } from './socket-writer.ts'

/** Lines that may come by while the past is read: more, and the client had better resume. */
const mostWaiting = 10_000

export interface SubscriberOptions {
  userId: string
  sessionId: string
  /** The user whose events are all wanted too. */
  watch: string | undefined
  after: Place
  line: SocketWriter
  feed: Pick<Feed, 'past' | 'place'>
  /** The user's channels, now. */
  channelsNow(): Promise<readonly string[]>
  /** Watched lines as admins see them. */
  describe(rows: FeedRow[]): Promise<unknown[]>
  /** Called when it is to be given lines as they come, or no longer. */
  join(subscriber: Subscriber): void
  leave(subscriber: Subscriber): void
}

/** One socket's stream: first what it missed, then what comes, each line once and in order. */
export interface Subscriber {
  readonly userId: string
  readonly sessionId: string
  readonly watch: string | undefined
  readonly channels: readonly string[]
  readonly line: SocketWriter
  /** Whether all that it missed was said: what comes is said as it comes. */
  readonly isLive: boolean
  /** Receives a row; `frame` returns its bytes, shared by all subscribers with the same hidden fields. */
  take(row: FeedRow, frame: (hidden: readonly string[]) => Buffer): void
  /** Reads the user's channels again, and resumes after the last sent row. */
  refresh(upTo?: Place): void
  stop(): void
}

export const subscribe = (options: SubscriberOptions, failed: (error: unknown) => void): Subscriber => {
  const { userId, sessionId, watch, line, feed, channelsNow } = options
  let channels: readonly string[] = []
  let said = options.after
  let waiting: FeedRow[] | undefined
  let joined = false
  /** Rises with each refresh: an older reading of the past gives up. */
  let turn = 0
  const page = pageSize()
  const tellWatched = inOrder(options.describe, line, failed)

  const say = (row: FeedRow, send: () => void) => {
    if (!isAfter(row, said)) return
    said = { position: row.position, seq: row.seq }
    if (isVisibleTo(row, channels)) send()
    if (watch !== undefined && row.seq === 0 && row.users.includes(watch)) tellWatched(row)
  }
  const leave = () => {
    if (joined) options.leave(subscriber)
    joined = false
  }

  const goesOn = (mine: number) => mine === turn && line.isOpen()

  const textOf = (row: FeedRow) => messageOf(row, hiddenFrom(row, channels))

  const saySlowly = async (row: FeedRow, mine: number, text = textOf): Promise<boolean> => {
    if (!goesOn(mine)) return false
    say(row, () => line.send(text(row)))
    if (line.isFull()) await line.drained()
    return goesOn(mine)
  }

  /** Says what lies between what was said and `upTo`, page by page, no faster than the client reads. True when there may be more. */
  const sayPast = async (upTo: Place, mine: number): Promise<boolean> => {
    const limit = page.lines()
    const rows = await feed.past({ after: said, upTo, limit }, { channels, watch })
    let length = 0
    const text = (row: FeedRow) => {
      const message = textOf(row)
      length += message.length
      return message
    }
    for (const row of rows) if (!(await saySlowly(row, mine, text))) return false
    if (!goesOn(mine)) return false
    page.learn(rows.length, length)
    if (rows.length < limit && isAfter(upTo, said)) said = upTo
    return rows.length === limit
  }

  const catchUp = async () => {
    const mine = ++turn
    leave()
    waiting = undefined
    const now = await channelsNow()
    if (!goesOn(mine)) return
    channels = now
    // Most of the past first; then the rest, while incoming rows wait until it is sent.
    while (await sayPast(feed.place(), mine));
    if (!goesOn(mine)) return
    waiting = []
    joined = true
    options.join(subscriber)
    const upTo = feed.place()
    while (await sayPast(upTo, mine));
    if (!goesOn(mine)) return
    for (let row = waiting.shift(); row; row = waiting.shift()) if (!(await saySlowly(row, mine))) return
    waiting = undefined
  }

  const subscriber: Subscriber = {
    userId,
    sessionId,
    watch,
    line,
    get channels() {
      return channels
    },
    get isLive() {
      return joined && !waiting
    },
    take(row, frame) {
      if (!waiting) return say(row, () => line.write(frame(hiddenFrom(row, channels))))
      if (waiting.push(row) > mostWaiting) line.close(closeCodes.tooSlow, 'too slow: resume after the last position')
    },
    refresh(upTo) {
      // A subscriber that is up to date has received all rows up to this one; any other resumes where it is.
      if (upTo && joined && !waiting && isAfter(upTo, said)) said = upTo
      catchUp().catch(failed)
    },
    stop() {
      turn++
      leave()
    },
  }
  return subscriber
}

/** Names are looked up for many at once, while the order stays. */
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
