import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import type { Receipt } from '#domain/me.ts'
import type { Session } from '../auth/session.ts'
import { sessionContext } from '../commands/context.ts'
import { type Command, type Dispatcher, eventIdOf } from '../commands/dispatch.ts'
import { derivedId } from '../commands/ids.ts'
import { uuid } from './uuid.ts'
import { workOf } from './work-limits.ts'

/** Sends commands on behalf of a user. */
export interface Sender {
  userId: string
  send<C extends Schemas, E extends Schemas, S>(
    decider: Decider<C, E, S>,
    streamId: string,
    command: Command<C> | readonly Command<C>[],
  ): Promise<unknown>
}

/** A user's action: all ids within it derive from its own, so that a repeat has no effect. */
export interface Act extends Sender {
  /** UUID of the act: equal for the same user, route and `Idempotency-Key`. */
  id: string
  /**
   * Dispatches as this user: one command, or several to one stream that are decided as a batch. Returns the position of
   * the decided events, also for a repeat. `causedBy` is the id of an event of this act that causes the command.
   */
  send<C extends Schemas, E extends Schemas, S>(
    decider: Decider<C, E, S>,
    streamId: string,
    command: Command<C> | readonly Command<C>[],
    options?: { causedBy?: string },
  ): Promise<bigint>
  /** The id of the nth event, from 0, that a command of this act decides on a stream. */
  eventOf(decider: { category: string }, streamId: string, type: string, index: number): string
  /** Throws a Rejection for an impersonator, and a TypeError on a route whose policy does not declare that it spends credits. */
  assertMaySpend(): void
  /** An id derived from this act. */
  idFor(...parts: (string | number)[]): string
  /**
   * The highest position of the events that this act decided, at which its effects are visible. If it decided nothing,
   * the highest position at which its commands had no effect; otherwise such positions are ignored, since they would
   * cover other users' events and differ for each repeat.
   */
  position(): bigint
}

/** `bulk` marks events that are undone together; `key` is an idempotency key from the body, which replaces the header's. */
export function actOf(
  request: FastifyRequest,
  { dispatch }: Pick<Dispatcher, 'dispatch'>,
  { bulk = false, key }: { bulk?: boolean; key?: string } = {},
): Act {
  const session = sessionOf(request)
  const id = actId(request, session, key)
  const context = sessionContext(id, session, { requestId: request.id, isOperation: bulk })
  let decided = 0n
  let nothing = 0n
  return {
    id,
    userId: session.userId,
    idFor: (...parts) => derivedId(id, ...parts),
    position: () => decided || nothing,
    assertMaySpend() {
      const { url, config } = request.routeOptions
      if (config?.policy?.spends !== 'credits') throw new TypeError(`The policy of ${url} must be spendsCredits(…)`)
      if (session.impersonatorId) throw new Rejection('impersonator_spends_nothing')
    },
    eventOf: (decider, streamId, type, index) => eventIdOf(context, decider, streamId, { type, index }),
    async send(decider, streamId, command, options) {
      request.chargeEditing?.([command].flat().reduce((sum, one) => sum + workOf(one), 0))
      const { position, events } = await dispatch(context, decider, streamId, command, options)
      if (events > 0 && position > decided) decided = position
      if (events === 0 && position > nothing) nothing = position
      return position
    },
  }
}

export const sessionOf = ({ session }: FastifyRequest): Session => {
  if (!session) throw new Rejection('unauthenticated')
  return session
}

/** Answers a command with the position at which its effects are visible, and the created ids. */
export const receipt = <Ids extends object>(reply: FastifyReply, act: Act, ids: Ids): Receipt & Ids => {
  const position = String(act.position())
  void reply.header('event-position', position)
  return { position, ...ids }
}

const Key = uuid()

const actId = (request: FastifyRequest, { userId }: Session, ownKey?: string): string => {
  const { headers, method } = request
  const given = ownKey ?? headers['idempotency-key']
  if (given === undefined) return randomUUID()
  const key = Key.safeParse(given)
  if (!key.success)
    throw new z.ZodError([
      { code: 'custom', path: ['Idempotency-Key'], message: 'Idempotency-Key must be a UUID', input: given },
    ])
  return derivedId(userId, method, pathOf(request), key.data)
}

/** The path in its canonical form, since an address can be written in many ways, and a repeat may use another. */
const pathOf = ({ routeOptions, params }: FastifyRequest): string => {
  const given = params as Readonly<Record<string, string>>
  return (routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) => given[name] ?? '')
}
