import { isSame, type MovedEvent, NotAPrefix, placeOf } from './log.ts'

/**
 * Skips to the events after a tail, in a log that can only be read from its beginning. Throws NotAPrefix if the tail is
 * missing.
 */
export async function* skipped(
  pages: AsyncIterable<MovedEvent[]>,
  tail: readonly MovedEvent[],
): AsyncGenerator<MovedEvent[]> {
  const last = tail.at(-1)
  let isFound = last === undefined
  let before: MovedEvent[] = []
  for await (const page of pages) {
    if (isFound) {
      yield page
      continue
    }
    const at = page.findIndex((event) => isSame(event, last))
    before = [...before, ...(at < 0 ? page : page.slice(0, at + 1))].slice(-tail.length)
    if (at < 0) continue
    standsIn(before, tail)
    isFound = true
    if (at + 1 < page.length) yield page.slice(at + 1)
  }
  if (!isFound && last) throw missing(last)
}

/** Throws when these are not the same events in the same order. */
export function standsIn(log: readonly MovedEvent[], tail: readonly MovedEvent[]) {
  const at = tail.findIndex((event, index) => !isSame(event, log[index]))
  if (at >= 0) throw missing(tail[at] as MovedEvent)
}

export const missing = (event: MovedEvent): NotAPrefix =>
  new NotAPrefix(
    `The target has ${event.type} ${event.id} at ${placeOf(event)}, which the source does not have in that place: ` +
      'the target is not the beginning of the source. Take an empty target, or the one that an earlier run began.',
  )
