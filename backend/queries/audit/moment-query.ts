import { z } from 'zod'
import type { Happening } from '#domain/as-of.ts'
import type { Read } from '../../http/snapshot.ts'
import { asOf, eventAt } from '../as-of.ts'

/** Maximum of PostgreSQL's bigint. */
const lastPosition = 2n ** 63n - 1n
export const Position = z
  .string()
  .regex(/^\d{1,19}$/, { abort: true })
  .refine((position) => BigInt(position) <= lastPosition, 'There is no such position')
export const Time = z.iso.datetime({ offset: true })

/** A moment as given by a request: a position takes precedence over a time; without either, it is the present. */
export const MomentQuery = z.object({ position: Position.optional(), at: Time.optional() })

const beginning = { position: 0n, at: new Date(0).toISOString() }

/**
 * The last event of the log up to a moment, and the moment's time: the requested time, or the event's own. A future
 * time becomes the present. Positions beyond the views' are not read.
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
