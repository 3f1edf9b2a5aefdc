import { setTimeout as delay } from 'node:timers/promises'
import { Metadata } from '@grpc/grpc-js'
import { isTransient } from '../retrier.ts'
import { type Appending, CannotMove, type MovedEvent, OutOfStep, placeOf, type Source, type Target } from './log.ts'
import { reasonOf } from './reason.ts'
import { createRevisions } from './revisions.ts'

export interface MoveOptions {
  source: Source
  target: Target
  signal: AbortSignal
  /** Retries without a time limit while the source or the target is unreachable. */
  isPatient?: boolean
  /** Called with the number of events newly stored in the target. Events that a retry finds there count once. */
  moved?(events: number): void
  /** Called when an end is unreachable and will be retried; once, until events are moved again. */
  interrupted?(error: unknown): void
}

/** Milliseconds without progress after which the move is given up; the moved events remain in the target. */
const TIMEOUT = 30_000
/** Milliseconds of the longest pause between two tries. */
const PAUSE = 1000
/**
 * Pending events of a lost connection may arrive later and look like another writer's; more conflicts than this mean
 * that there is another writer.
 */
const MOST_CONFLICTS = 3

/**
 * Copies the rest of the source to a target, from the target's last event on. Throws CannotMove for problems that need
 * the operator. After other failures, at either end, it restarts from the target's last event.
 */
export async function move(options: MoveOptions): Promise<void> {
  let lastEvent: string | undefined
  let failingSince: number | undefined
  let tries = 0
  const sent = countSent((events) => options.moved?.(events))
  const begins = (tail: readonly MovedEvent[]) => {
    const last = tail.at(-1)?.id
    sent.resume(last)
    if (last === lastEvent) return
    lastEvent = last
    failingSince = undefined
    tries = 0
  }
  for (;;) {
    try {
      return await once(options, begins, sent)
    } catch (error) {
      options.signal.throwIfAborted()
      if (!isRetryable(error)) throw error
      failingSince ??= performance.now()
      const isOver = !options.isPatient && performance.now() - failingSince > TIMEOUT
      if (isOver || (error instanceof OutOfStep && tries === MOST_CONFLICTS)) throw givenUp(options, error)
      if (tries === 0) options.interrupted?.(error)
      await delay(Math.min(50 * 2 ** tries++, PAUSE), undefined, { signal: options.signal })
    }
  }
}

/** True if a retry may help. */
export const isRetryable = (error: unknown) =>
  !(error instanceof CannotMove) && (error instanceof OutOfStep || isTransient(error) || isNotLeader(error))

const isNotLeader = (error: unknown) =>
  error instanceof Error &&
  'metadata' in error &&
  error.metadata instanceof Metadata &&
  error.metadata.get('exception').includes('not-leader')

const givenUp = ({ source, target }: MoveOptions, error: unknown) =>
  error instanceof OutOfStep
    ? new CannotMove(
        `${error.stream} stands elsewhere in ${target.name} than in ${source.name}: somebody else writes to the target, or the stream does not begin at revision 0 in the source. What was moved until then stays.`,
      )
    : new CannotMove(
        `Nothing could be moved for ${TIMEOUT / 1000} s: ${reasonOf(error)}. What was moved stays; start it again, and it goes on from there.`,
      )

/** Makes one attempt: moves all remaining events, or throws the failure that interrupted it. */
async function once(
  { source, target, signal }: MoveOptions,
  begins: (tail: readonly MovedEvent[]) => void,
  sent: ReturnType<typeof countSent>,
) {
  const revisions = createRevisions()
  const tail = await target.tail()
  begins(tail)
  const isWhole = tail.length === 0
  for (const event of tail) revisions.note(event)
  const appending: Appending = await target.open()
  try {
    for await (const page of source.after(tail)) {
      signal.throwIfAborted()
      const at = page.findIndex((event) => !isInStep(event, revisions.note(event), isWhole))
      const events = at < 0 ? page : page.slice(0, at)
      sent.add(events)
      await appending.append(events)
      sent.keep(appending.stored())
      if (at >= 0) throw outOfStep(page[at] as MovedEvent)
    }
    await appending.end()
    sent.keep(appending.stored())
  } catch (error) {
    // Events before an unreadable one are valid.
    if (error instanceof CannotMove) await appending.settled().catch(() => {})
    sent.keep(appending.stored())
    appending.break()
    throw error
  }
}

/** Counts the sent events that a target has stored. They are stored in the order of sending. */
function countSent(moved: (events: number) => void) {
  let pending: string[] = []
  let counted = 0
  const count = (events: number) => {
    if (events === 0) return
    pending.splice(0, events)
    counted += events
    moved(events)
  }
  return {
    add: (events: readonly MovedEvent[]) => {
      for (const { id } of events) pending.push(id)
    },
    /** Records that this many events of the present attempt are stored. */
    keep: (stored: number) => count(stored - counted),
    /**
     * Begins another attempt after the target's last event: events up to it were stored, even if the answer was lost.
     */
    resume(last: string | undefined) {
      if (last !== undefined) count(pending.lastIndexOf(last) + 1)
      pending = []
      counted = 0
    },
  }
}

const isInStep = ({ revision }: MovedEvent, before: number | undefined, isWhole: boolean) =>
  before === undefined ? !isWhole || revision === 0n : Number(revision) === before + 1

/** A log that lost part of a stream cannot be copied: the target would count from another revision. */
const outOfStep = (event: MovedEvent) =>
  new CannotMove(
    `The stream ${event.stream} cannot be moved: what comes before ${placeOf(event)} is not in the log, because it was cut off, scavenged or deleted, and no store takes a stream without its beginning. What came before it in the log was moved.`,
  )
