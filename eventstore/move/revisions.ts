import type { MovedEvent } from './log.ts'

/** The last revision of each stream that came by. */
export interface Revisions {
  /** Takes an event; the revision that its stream had before, undefined when it had none. */
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
