import { type Happening, lastBy } from '#domain/as-of.ts'
import type { Read } from '../http/snapshot.ts'

interface Row {
  position: string
  at: string
}
const happening = ({ position, at }: Row): Happening => ({ position: BigInt(position), at })

// Ordered by the columns, not by the text values that are selected under the same names.
/** Positions with the latest time of the log up to each, so that the last one before a time is found without reading the log. */
const marks = `select position::text, at from moments m where`
const inFeed = `select position::text, at from feed f
  where seq = 0 and position > $1::bigint and position <= $2::bigint order by f.position`

/**
 * Returns the last event of the log at or before a time, up to the views' position; undefined before the first event. A state "as of a
 * time" is folded up to this event's position.
 */
export async function asOf(read: Read, time: string): Promise<Happening | undefined> {
  const [before] = await read<Row>(`${marks} at <= $1 order by m.at desc, m.position desc limit 1`, [time])
  const from = before?.position ?? '-1'
  const [after] = await read<Row>(`${marks} position > $1::bigint order by m.position limit 1`, [from])
  // Events ingested in the same batch may belong to both sides of the time.
  const between = after ? await read<Row>(inFeed, [from, after.position]) : []
  const last = lastBy(between.map(happening), time)
  return last ?? (before && eventAt(read, before.position))
}

/** The event at a position of the log, or the last before it. */
export async function eventAt(read: Read, position: string | bigint): Promise<Happening | undefined> {
  const [row] = await read<Row>(
    'select position::text, at from feed f where seq = 0 and position <= $1::bigint order by f.position desc limit 1',
    [String(position)],
  )
  return row && happening(row)
}
