import { weightOf } from './event.ts'
import type { Operation, Outcome } from './operation.ts'

/** Writes that wait for their round or for its outcome. Each is answered once, at its deadline at the latest. */
export interface Queue {
  isEmpty(): boolean
  push(operation: Operation): void
  /** Takes the queued operations that fit one round and have not expired. */
  take(): Operation[]
  /** Puts operations back in front. */
  putBack(operations: readonly Operation[]): void
  answer(operation: Operation, outcome: Outcome): void
  /** Answers all operations with an unknown outcome. */
  giveUp(): void
  stop(): void
}

/** A round is full with this many events or bytes, so that it takes only a few milliseconds. */
const ROUND_EVENTS = 4096
const ROUND_BYTES = 8 * 1024 * 1024
/** Maximum delay of an expired operation's answer, in milliseconds. */
const SWEEP_INTERVAL = 100
/**
 * Duration of a round in milliseconds: operations with less time left expire rather than being written without a
 * waiting caller.
 */
const ROUND_TIME = 1

export function createQueue(): Queue {
  const pending = new Set<Operation>()
  let queue: Operation[] = []
  const answer = (operation: Operation, outcome: Outcome) => {
    if (pending.delete(operation)) operation.answer(outcome)
  }
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const operation of pending) if (operation.deadline <= now) answer(operation, { kind: 'unknown' })
  }, SWEEP_INTERVAL).unref()

  const isTooLate = ({ deadline }: Operation) => deadline - performance.now() <= ROUND_TIME

  return {
    answer,
    isEmpty: () => queue.length === 0,
    push(operation) {
      pending.add(operation)
      if (isTooLate(operation)) answer(operation, { kind: 'unknown' })
      else queue.push(operation)
    },
    take() {
      let [count, events, bytes] = [0, 0, 0]
      for (const operation of queue) {
        if (count > 0 && (events >= ROUND_EVENTS || bytes >= ROUND_BYTES)) break
        count++
        events += operation.events.length
        for (const event of operation.events) bytes += weightOf(event)
      }
      const round = queue.slice(0, count)
      queue = queue.slice(count)
      for (const operation of round) if (isTooLate(operation)) answer(operation, { kind: 'unknown' })
      return round.filter((operation) => pending.has(operation))
    },
    putBack(operations) {
      if (operations.length > 0) queue = [...operations, ...queue]
    },
    giveUp() {
      queue = []
      for (const operation of pending) answer(operation, { kind: 'unknown' })
    },
    stop: () => clearInterval(sweep),
  }
}
