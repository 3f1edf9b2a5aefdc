import type { EventStoreDBClient } from '@eventstore/db-client'
import { type Appended, type Expected, type NewEvent, RevisionConflict } from './index.ts'
import { readWhole } from './reads.ts'

/**
 * Resolves a rejected repeat of an append: its first attempt, whose answer was lost, may be in the stream. A store
 * recognises its own events by id, but only for a limited time. Throws RevisionConflict if the stream has other events
 * there.
 */
export async function appendedBefore(
  client: EventStoreDBClient,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): Promise<Appended> {
  if (expected === 'any' || events.length === 0) throw new RevisionConflict(stream)
  // A follower may not have them yet.
  const range = { stream, from: expected === 'none' ? 0n : expected + 1n, count: BigInt(events.length) }
  const found = await readWhole(client, { ...range, requiresLeader: true })
  const last = found.at(-1)
  if (!last || found.length !== events.length || found.some(({ id }, n) => id !== events[n]?.id))
    throw new RevisionConflict(stream)
  return { position: last.position, revision: last.revision }
}
