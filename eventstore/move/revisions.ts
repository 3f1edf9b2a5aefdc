import type { MovedEvent } from './log.ts'

/** The last revision that was noted of each stream. */
export interface Revisions {
  /** Notes the revision of an event. Returns the previous revision of its stream, or undefined. */
  note(event: Pick<MovedEvent, 'stream' | 'revision'>): number | undefined
  size(): number
}

export function createRevisions(): Revisions {
  const last = new Map<string, number>()
  return {
    note({ stream, revision }) {
      const before = last.get(stream)
      last.set(stream, Number(revision))
      return before
    },
    size: () => last.size,
  }
}
