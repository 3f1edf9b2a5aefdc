import { createDigest, type Digest, type Digesting } from './digest.ts'
import { lineOf } from './lines.ts'
import type { MovedEvent, Source } from './log.ts'

/** The comparison of two logs. */
export interface Compared {
  isEqual: boolean
  source: Digest
  target: Digest
  /** The first place in log order where they differ; undefined on a side that has ended. */
  firstDifference: { event: number; source: string | undefined; target: string | undefined } | undefined
  /** Streams whose last revisions differ: their number, and the first of them. */
  streams: { count: number; first: { stream: string; source: number; target: number }[] }
}

export interface Comparing {
  /** Continues from the end of the last comparison, until both logs end. */
  goOn(signal: AbortSignal, read: (events: number) => void): Promise<Compared>
}

const MOST = 20

/** The compared part, up to the end of the shorter log. */
interface Progress {
  digests: Record<Side, Digesting>
  streams: ReturnType<typeof openStreams>
  event: number
  first: Compared['firstDifference']
}
type Side = 'source' | 'target'
const sides = ['source', 'target'] as const

/**
 * Compares two logs event by event. When both have grown, `goOn` compares only the events after those compared before. Events that
 * only one log has yet count as a difference of this result, and are compared again by the next call.
 */
export function comparing(source: Source, target: Source): Comparing {
  const done: Progress = {
    digests: { source: createDigest(), target: createDigest() },
    streams: openStreams(),
    event: 0,
    first: undefined,
  }
  const lasts: Record<Side, MovedEvent[]> = { source: [], target: [] }

  return {
    async goOn(signal, read) {
      let now = done
      for await (const pair of abreast(source.after(lasts.source), target.after(lasts.target))) {
        signal.throwIfAborted()
        if (pair.source.length === pair.target.length) for (const side of sides) lasts[side] = pair[side].slice(-1)
        else if (now === done) now = fork(done)
        addPair(now, pair)
        read(pair.source.length)
      }
      const [one, other] = [now.digests.source.now(), now.digests.target.now()]
      const streams = now.streams.differing()
      const isAlike = one.digest === other.digest && one.events === other.events && streams.count === 0
      const isEqual = isAlike && now.first === undefined
      return { isEqual, source: one, target: other, firstDifference: now.first, streams }
    },
  }
}

const fork = ({ digests, streams, event, first }: Progress): Progress => ({
  digests: { source: digests.source.fork(), target: digests.target.fork() },
  streams: streams.fork(),
  event,
  first,
})

/** Adds the next events of both logs to what has been compared. */
const addPair = (progress: Progress, pair: Pair) => {
  for (const side of sides) {
    progress.digests[side].add(pair[side])
    for (const { stream, revision } of pair[side]) progress.streams.note(side, stream, Number(revision))
  }
  const count = Math.max(pair.source.length, pair.target.length)
  for (let at = 0; at < count && !progress.first; at++) {
    const [one, other] = [pair.source[at], pair.target[at]]
    if (!one || !other || !isEqual(one, other))
      progress.first = { event: progress.event + at + 1, source: one && lineOf(one), target: other && lineOf(other) }
  }
  progress.event += count
}

const isEqual = (one: MovedEvent, other: MovedEvent) =>
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.id === other.id &&
  one.type === other.type &&
  one.json === other.json &&
  one.data.equals(other.data) &&
  one.metadata.equals(other.metadata)

type Pair = Record<Side, MovedEvent[]>

/** Yields pages of two logs, cut to equal lengths; once one log has ended, the pages of the other with empty ones. */
async function* abreast(
  source: AsyncIterable<MovedEvent[]>,
  target: AsyncIterable<MovedEvent[]>,
): AsyncGenerator<Pair> {
  const iterators = [source[Symbol.asyncIterator](), target[Symbol.asyncIterator]()] as const
  const next = async (iterator: AsyncIterator<MovedEvent[]>, rest: MovedEvent[]) => {
    if (rest.length > 0) return rest
    const { done, value } = await iterator.next()
    return done ? [] : value
  }
  let [left, right]: [MovedEvent[], MovedEvent[]] = [[], []]
  try {
    for (;;) {
      ;[left, right] = await Promise.all([next(iterators[0], left), next(iterators[1], right)])
      const count =
        left.length === 0 || right.length === 0
          ? Math.max(left.length, right.length)
          : Math.min(left.length, right.length)
      if (count === 0) return
      yield { source: left.slice(0, count), target: right.slice(0, count) }
      left = left.slice(count)
      right = right.slice(count)
    }
  } finally {
    for (const iterator of iterators) await iterator.return?.(undefined)
  }
}

/** The last revisions of streams that differ between both sides: hardly any for equal logs. */
function openStreams(from: Iterable<[string, Record<Side, number>]> = []) {
  const open = new Map(from)
  return {
    fork: () => openStreams([...open].map(([stream, at]) => [stream, { ...at }])),
    note(side: Side, stream: string, revision: number) {
      const at = open.get(stream) ?? { source: revision - 1, target: revision - 1 }
      at[side] = revision
      if (at.source === at.target) open.delete(stream)
      else open.set(stream, at)
    },
    differing: () => ({
      count: open.size,
      first: [...open].slice(0, MOST).map(([stream, at]) => ({ stream, ...at })),
    }),
  }
}
