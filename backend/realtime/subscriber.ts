import { pageSize } from '../platform/page-size.ts'
import type { Feed } from './feed.ts'
import { isVisibleTo } from './hub.ts'
import { closeCodes, hiddenFrom, messageOf, watchedEvent } from './messages.ts'
import { type FeedRow, isAfter, type Place } from './row.ts'
import type { SocketWriter } from './socket-writer.ts'

/** Lines that may come by while the past is read: more, and the client had better resume. */
const mostKept = 10_000

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
  /** A line as it comes; `frame` is its bytes, made once for all to whom the same is hidden. */
  take(row: FeedRow, frame: (hidden: readonly string[]) => Buffer): void
  /** Reads the user's channels anew, and goes on after what was said so far. */
  refresh(upTo?: Place): void
  stop(): void
}

export const subscribe = (options: SubscriberOptions, failed: (error: unknown) => void): Subscriber => {
  const { userId, sessionId, watch, line, feed, channelsNow } = options
  let channels: readonly string[] = []
  let said = options.after
  let kept: FeedRow[] | undefined
  let joined = false
  /** Rises with each refresh: an older reading of the past gives up. */
  let turn = 0
  const page = pageSize()
  const tellWatched = inOrder(options.describe, line, failed)

  const say = (row: FeedRow, tell: () => void) => {
    if (!isAfter(row, said)) return
    said = { position: row.position, seq: row.seq }
    if (isVisibleTo(row, channels)) tell()
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
    kept = undefined
    const now = await channelsNow()
    if (!goesOn(mine)) return
    channels = now
    // Most of it first, with nothing kept; then the rest, while what comes is kept for after it.
    while (await sayPast(feed.place(), mine));
    if (!goesOn(mine)) return
    kept = []
    joined = true
    options.join(subscriber)
    const upTo = feed.place()
    while (await sayPast(upTo, mine));
    if (!goesOn(mine)) return
    for (let row = kept.shift(); row; row = kept.shift()) if (!(await saySlowly(row, mine))) return
    kept = undefined
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
      return joined && !kept
    },
    take(row, frame) {
      if (!kept) return say(row, () => line.write(frame(hiddenFrom(row, channels))))
      if (kept.push(row) > mostKept) line.close(closeCodes.tooSlow, 'too slow: resume after the last position')
    },
    refresh(upTo) {
      // One who is up to date has been given all lines up to this one; one who is not goes on where it is.
      if (upTo && joined && !kept && isAfter(upTo, said)) said = upTo
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
