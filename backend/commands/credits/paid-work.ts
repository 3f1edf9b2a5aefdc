import type { z } from 'zod'
import { credits } from '#domain/credits.ts'
import type { AnyDecider, Decider, MessageOf, Schemas } from '#domain/decider.ts'
import type { Dispatcher } from '../dispatch.ts'

/** The effect of paid work's outcome on the credits held for it. */
export interface HoldEnd {
  userId: string
  holdId: string
  /** `captured`: the credits are spent. Otherwise they are released, for this reason. */
  as: 'captured' | 'failed' | 'filtered' | 'timed_out' | 'cancelled'
}

/**
 * Returns a function that derives the end of a hold from an outcome. Without a hold the result is undefined: the work
 * was free or late, or its hold ended before.
 */
export const endingHold =
  (as: HoldEnd['as']) =>
  ({ userId, holdId }: { userId: string; holdId: string | null }): HoldEnd | undefined =>
    holdId === null ? undefined : { userId, holdId, as }

type HoldFate = 'used' | 'lapsed'

/**
 * A kind of work that is paid with held credits, and its outcomes. A hold names its kind and its stream; that stream
 * records for each hold, once, whether an attempt used it or it lapsed, and then the attempt's outcome.
 */
export interface PaidWork {
  /** The kind in the purpose of a hold. */
  kind: string
  decider: AnyDecider
  /** The command that makes the stream record that no attempt will use this hold. It decides nothing if one did. */
  lapse(streamId: string, holdId: string): { type: string; data: unknown }
  /** The recorded outcome of a hold: an attempt used it, or it lapsed. Undefined until then. */
  fateOf(state: unknown, holdId: string): HoldFate | undefined
  /** The ends of holds, by type of the event that ends an attempt. */
  ends: Readonly<Record<string, (data: unknown) => HoldEnd | undefined>>
}

interface Definition<C extends Schemas, E extends Schemas, S> {
  kind: string
  decider: Decider<C, E, S>
  lapse(streamId: string, holdId: string): MessageOf<C>
  fateOf(state: S, holdId: string): HoldFate | undefined
  ends: { [Type in keyof E & string]?: (data: z.infer<E[Type]>) => HoldEnd | undefined }
}

export const paidWork = <C extends Schemas, E extends Schemas, S>(definition: Definition<C, E, S>): PaidWork =>
  // Erases the type parameters, since all kinds are handled alike.
  definition as unknown as PaidWork

interface Hold {
  userId: string
  holdId: string
  /** Id of the stream, without its category. */
  streamId: string
}

interface Ways extends Pick<Dispatcher, 'stateOf'> {
  send(decider: AnyDecider, streamId: string, command: { type: string; data: unknown; item: string }): Promise<unknown>
}

/**
 * Releases a hold that no attempt used; from then on none can use it, however late a request arrives. Returns true if
 * it was released, false if an attempt uses it.
 */
export async function giveBackUnused(
  { send, stateOf }: Ways,
  { decider, lapse, fateOf }: Pick<PaidWork, 'decider' | 'lapse' | 'fateOf'>,
  { userId, holdId, streamId }: Hold,
): Promise<boolean> {
  await send(decider, streamId, { ...lapse(streamId, holdId), item: holdId })
  if (fateOf(await stateOf(decider, streamId), holdId) !== 'lapsed') return false
  const data = { userId, holdId, reason: 'never_began' }
  await send(credits, userId, { type: 'ReleaseCredits', data, item: holdId })
  return true
}
