import type pg from 'pg'
import type { RecordedEvent } from '#eventstore'

export interface Line {
  position: string
  id: string
  type: string
}

/** The feed's lines of events, in its order; those that only tell who sees what are left out. */
export const readFeed = async (client: pg.ClientBase): Promise<Line[]> =>
  (await client.query<Line>('select position::text, id::text, type from feed where seq = 0 order by feed.position'))
    .rows

/** The feed against the log: each event once, in order. `upTo` is how far the feed has come. */
export function checkFeed(lines: readonly Line[], events: readonly RecordedEvent[]): string[] {
  const problems: string[] = []
  const inFeed = new Set(lines.map(({ id }) => id))
  for (const { id, type, position } of events)
    if (!inFeed.has(id)) problems.push(`${type} at ${position} is not in the feed`)
  const places = new Map(events.map(({ id }, place) => [id, place]))
  let last = -1
  const seen = new Set<string>()
  for (const { id, type, position } of lines) {
    const place = places.get(id)
    if (place === undefined) problems.push(`the feed has ${type} at ${position}, which is not in the log`)
    else if (seen.has(id)) problems.push(`${type} at ${position} is in the feed twice`)
    else if (place < last) problems.push(`${type} at ${position} comes after what happened later`)
    else last = place
    if (place !== undefined && String(events[place]?.position) !== position)
      problems.push(`${type} is at ${events[place]?.position} in the log and at ${position} in the feed`)
    seen.add(id)
  }
  return problems
}
