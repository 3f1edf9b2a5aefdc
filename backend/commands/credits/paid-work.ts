import type { z } from 'zod'
import { credits } from '#domain/credits.ts'
import type { AnyDecider, Decider, MessageOf, Schemas } from '#domain/decider.ts'
import type { Dispatcher } from '../dispatch.ts'

/** What an outcome of paid work does to the credits that were held for it. */
export interface HoldEnd {
  userId: string
  holdId: string
  /** They are spent; or they go back, for this reason. */
  as: 'captured' | 'failed' | 'filtered' | 'timed_out' | 'cancelled'
}

/**
 * A kind of work that is paid with held credits, and how it ends. A hold names its kind and its stream: that stream says of each hold
 * once whether an attempt used it or it lapsed, and then what came of the attempt.
 */
export interface PaidWork {
  /** As the purpose of a hold names it. */
  kind: string
  decider: AnyDecider
  /** Asks the stream to say that no attempt will use this hold. It decides nothing where one did. */
  lapse(streamId: string, holdId: string): { type: string; data: unknown }
  isLapsed(state: unknown, holdId: string): boolean
  /** By the events that end an attempt. */
  ends: Readonly<Record<string, (data: unknown) => HoldEnd | undefined>>
}

interface Definition<C extends Schemas, E extends Schemas, S> {
  kind: string
  decider: Decider<C, E, S>
  lapse(streamId: string, holdId: string): MessageOf<C>
  isLapsed(state: S, holdId: string): boolean
  ends: { [Type in keyof E & string]?: (data: z.infer<E[Type]>) => HoldEnd | undefined }
}

export const paidWork = <C extends Schemas, E extends Schemas, S>(definition: Definition<C, E, S>): PaidWork =>
  // Its types are erased where all kinds are handled alike.
  definition as unknown as PaidWork

interface Hold {
  userId: string
  holdId: string
  /** Id of the stream, without its category. */
  streamId: string
}

interface Ways extends Pick<Dispatcher, 'stateOf'> {
  send(decider: AnyDecider, streamId: string, command: { type: string; data: unknown }): Promise<unknown>
}

/** Gives credits back that no attempt used; from then on none can, however late a request arrives. */
export async function giveBackUnused(
  { send, stateOf }: Ways,
  { decider, lapse, isLapsed }: Pick<PaidWork, 'decider' | 'lapse' | 'isLapsed'>,
  { userId, holdId, streamId }: Hold,
): Promise<void> {
  await send(decider, streamId, lapse(streamId, holdId))
  if (!isLapsed(await stateOf(decider, streamId), holdId)) return
  await send(credits, userId, { type: 'ReleaseCredits', data: { userId, holdId, reason: 'never_began' } })
}
