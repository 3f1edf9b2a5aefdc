import type { WireEvent } from '../wire/read-call.ts'
import { openAppends } from './appends.ts'
import { openConnection } from './connection.ts'
import { isSame, type MovedEvent, type Source, type Target, UNDER_WAY } from './log.ts'
import { missing, skipped, standsIn } from './skipped.ts'

/** The count of a read without a limit, which all servers accept. */
const ALL = 2n ** 62n
/** The value that servers send if they do not know the position of an event in its stream. */
const NO_POSITION = 2n ** 62n

export interface StoreLog extends Source, Target {
  /** The position of the last event, including the store's own; 0n for an empty log. */
  head(): Promise<bigint>
  /** Identifies this log, unlike its copies: the first event, and the time at which this store wrote it. Undefined for an empty log. */
  origin(): Promise<string | undefined>
}

/**
 * Converts an event for the move. Metadata without a time receives the time at which this store wrote the event, since the
 * next store writes it at another time. Everything else stays byte for byte.
 */
export function dated({ stream, revision, id, type, json, data, metadata, created }: WireEvent): MovedEvent {
  return { stream, revision, id, type, json, data, metadata: withMoment(metadata, created) }
}

function withMoment(metadata: Buffer, created: number): Buffer {
  const text = metadata.length === 0 ? '{}' : metadata.toString('utf8')
  const said = parsed(text)
  if (said === undefined || 'at' in said) return metadata
  const at = `"at":"${new Date(created).toISOString()}"}`
  const open = text.slice(0, text.lastIndexOf('}'))
  return Buffer.from(Object.keys(said).length === 0 ? `{${at}` : `${open.trimEnd()},${at}`)
}

/** Returns undefined for metadata that is not a JSON object: it is from other programs, and stays unchanged. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isOwn = ({ stream }: WireEvent) => stream.startsWith('$')

/** The log of an event store at `unix:/…` or an address of EventStoreDB's clients. Omits the store's own events (`$…`). */
export function storeLog(url: string, name: string): StoreLog {
  const connection = openConnection(url)
  const described = new Set<string>()
  let reached = 0n
  let end = 0n

  const head = async () => {
    for await (const [event] of connection.read({ from: 'edge', backwards: true, count: 1n }))
      end = event?.position ?? end
    return end
  }
  const moved = (events: WireEvent[]): MovedEvent[] => {
    for (const { stream, type } of events)
      if (type === '$metadata' && stream.startsWith('$$') && stream[2] !== '$') described.add(stream.slice(2))
    return events.filter((event) => !isOwn(event)).map(dated)
  }
  async function* forwards(from: bigint | 'edge'): AsyncGenerator<MovedEvent[]> {
    for await (const events of connection.read({ from, count: ALL })) {
      reached = events.at(-1)?.position ?? reached
      const page = moved(events)
      if (page.length > 0) yield page
    }
  }
  /** The last events before a position, or before the end; newest last. */
  const lastBefore = async (from: bigint | 'edge', count: number): Promise<MovedEvent[]> => {
    const found: MovedEvent[] = []
    for (let at = from; found.length < count; ) {
      let [read, oldest] = [0, 0n]
      for await (const events of connection.read({ from: at, backwards: true, count: BigInt(count) })) {
        read += events.length
        oldest = events.at(-1)?.position ?? oldest
        found.push(...events.filter((event) => !isOwn(event)).map(dated))
      }
      if (read < count) break
      at = oldest
    }
    return found.slice(0, count).reverse()
  }
  const find = async ({ stream, revision }: MovedEvent) => {
    for await (const [event] of connection.read({ stream, from: revision, count: 1n })) return event
    return undefined
  }

  return {
    name,
    head,
    async origin() {
      for await (const [event] of connection.read({ from: 'edge', count: 1n }))
        if (event) return `${event.id} ${event.created}`
      return undefined
    },
    async *after(tail) {
      await head()
      const last = tail.at(-1)
      if (!last) return yield* forwards('edge')
      const found = await find(last)
      if (!found || !isSame(found, last)) throw missing(last)
      if (found.position >= NO_POSITION) return yield* skipped(forwards('edge'), tail)
      standsIn([...(await lastBefore(found.position, tail.length - 1)), dated(found)], tail)
      yield* skipped(forwards(found.position), [last])
    },
    share: () => (end === 0n ? 1 : Math.min(Number(reached) / Number(end), 1)),
    described: () => [...described],
    tail: () => lastBefore('edge', UNDER_WAY),
    open: () => openAppends(connection),
    close: () => connection.close(),
  }
}
