import { createHash, type Hash } from 'node:crypto'
import { lineOf } from './lines.ts'
import type { MovedEvent } from './log.ts'

/**
 * The number of events in a log, and a SHA-256 over their canonical form in log order: equal for equal logs, regardless
 * of storage.
 */
export interface Digest {
  events: number
  /** SHA-256, hexadecimal. */
  digest: string
}

export interface Digesting {
  /** Adds a page, and returns its hashed text: one line for each event, with its line break. */
  add(events: readonly MovedEvent[]): string
  now(): Digest
  /** Returns a copy of this digest that continues independently. */
  fork(): Digesting
}

export function createDigest(): Digesting {
  return digestFrom(createHash('sha256'), 0)
}

function digestFrom(hash: Hash, events: number): Digesting {
  let count = events
  return {
    add(events) {
      let lines = ''
      for (const event of events) lines += `${lineOf(event)}\n`
      hash.update(lines)
      count += events.length
      return lines
    },
    now: () => ({ events: count, digest: hash.copy().digest('hex') }),
    fork: () => digestFrom(hash.copy(), count),
  }
}
