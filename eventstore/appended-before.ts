import { type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client'
import { type Appended, type Expected, type NewEvent, RevisionConflict } from './index.ts'

/**
 * What an append comes to that was refused when it was made again: its first try, of which nobody heard, may be what stands there.
 * A store knows its own events again, but only as far as it remembers. Throws RevisionConflict where others' events stand.
 */
export async function appendedBefore(
  client: EventStoreDBClient,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): Promise<Appended> {
  if (expected === 'any' || events.length === 0) throw new RevisionConflict(stream)
  const ids: string[] = []
  let last: Appended | undefined
  // A follower may not have them yet.
  const fromRevision = expected === 'none' ? 0n : expected + 1n
  const reading = client.readStream(stream, { fromRevision, maxCount: events.length, requiresLeader: true })
  try {
    for await (const { event } of reading) {
      if (!event) continue
      ids.push(event.id)
      last = { position: event.position?.commit ?? 0n, revision: event.revision }
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  if (!last || ids.length !== events.length || ids.some((id, n) => id !== events[n]?.id))
    throw new RevisionConflict(stream)
  return last
}
