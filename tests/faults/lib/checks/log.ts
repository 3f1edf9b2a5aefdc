import type { RecordedEvent } from '#eventstore'

/** What is wrong with a log by itself: its order, its gaps, and events that are there twice. */
export function checkLog(events: readonly RecordedEvent[]): string[] {
  const problems: string[] = []
  const revisions = new Map<string, bigint>()
  const ids = new Map<string, RecordedEvent>()
  const decided = new Map<string, RecordedEvent>()
  let last = 0n
  for (const event of events) {
    const { id, stream, revision, position, type } = event
    if (position <= last) problems.push(`position ${position} comes after ${last}`)
    last = position
    const expected = (revisions.get(stream) ?? -1n) + 1n
    if (revision !== expected) problems.push(`${stream} has revision ${revision} where ${expected} should be`)
    revisions.set(stream, revision)
    const twin = ids.get(id)
    if (twin) problems.push(`event ${id} (${type}) is at ${twin.position} and at ${position}`)
    ids.set(id, event)
    // One command decides once: what it decided lies in one piece.
    const command = `${stream} ${event.metadata.commandId}`
    const before = decided.get(command)
    if (event.metadata.commandId !== undefined && before && before.revision !== revision - 1n)
      problems.push(
        `command ${event.metadata.commandId} decided twice on ${stream}: at ${before.position} and at ${position}`,
      )
    decided.set(command, event)
  }
  return problems
}
