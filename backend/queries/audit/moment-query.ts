import { z } from 'zod'
import type { Happening } from '#domain/as-of.ts'
import type { Read } from '../../http/snapshot.ts'
import { asOf, eventAt } from '../as-of.ts'

/** Of PostgreSQL's bigint. */
const lastPosition = 2n ** 63n - 1n
export const Position = z
  .string()
  .regex(/^\d{1,19}$/, { abort: true })
  .refine((position) => BigInt(position) <= lastPosition, 'There is no such position')
export const Time = z.iso.datetime({ offset: true })

/** A moment as a request names it: a position wins over a time, and neither is now. */
export const MomentQuery = z.object({ position: Position.optional(), at: Time.optional() })

const beginning = { position: 0n, at: new Date(0).toISOString() }

/**
 * The last event of the log by a moment, and the time that is meant: the one that was asked for, or the event's own. What is to come is not
 * known: later than now is now. Nothing is asked of the log that the views do not have yet.
 */
export async function momentOf(
  read: Read,
  { position, at }: z.infer<typeof MomentQuery>,
  now: number,
): Promise<Happening> {
  if (position !== undefined) return (await eventAt(read, position)) ?? beginning
  const time = new Date(Math.min(at === undefined ? now : Date.parse(at), now)).toISOString()
  const last = at === undefined ? await eventAt(read, lastPosition) : await asOf(read, time)
  return { position: last?.position ?? beginning.position, at: time }
}
