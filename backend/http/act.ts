import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyDecider, Decider, MessageOf, Schemas } from '#domain/decider.ts'
import { Rejection } from '#domain/decider.ts'
import type { Receipt } from '#domain/me.ts'
import type { Session } from '../auth/session.ts'
import type { CommandHandler } from '../commands/handle.ts'
import { derivedId } from '../commands/ids.ts'
import { uuid } from './uuid.ts'

/** One act of one person: everything it sets in motion has ids derived from its own, so that a repeat repeats nothing. */
export interface Act {
  /** UUID of the act: the same for the same person, route and `Idempotency-Key`. */
  id: string
  userId: string
  /**
   * Answers the position of what was decided, also when that was decided before. `apart` tells commands of one type to one
   * stream from each other.
   */
  send<C extends Schemas, E extends Schemas, S>(
    decider: Decider<C, E, S>,
    streamId: string,
    command: MessageOf<C>,
    apart?: string,
  ): Promise<bigint>
  /** An id that belongs to this act. */
  idFor(...parts: (string | number)[]): string
  /**
   * The furthest position of anything that this act decided: where its effects can be seen. Where it decided nothing at all, the
   * furthest at which there was nothing to do; beside effects that would be other people's, and another one for each repeat.
   */
  position(): bigint
}

/** `bulk` marks events that are undone as one. */
export function actOf(request: FastifyRequest, handler: CommandHandler, { bulk = false } = {}): Act {
  const session = sessionOf(request)
  const id = actId(request, session)
  let decided = 0n
  let nothing = 0n
  return {
    id,
    userId: session.userId,
    idFor: (...parts) => derivedId(id, ...parts),
    position: () => decided || nothing,
    async send(decider, streamId, command, apart) {
      const metadata = {
        actor: session.userId,
        ...(session.impersonatorId ? { impersonator: session.impersonatorId } : {}),
        commandId: derivedId(id, command.type, streamId, ...(apart === undefined ? [] : [apart])),
        correlationId: id,
        requestId: request.id,
        ...(bulk ? { operationId: id } : {}),
      }
      const { position, events } = await handler.handle(decider as AnyDecider, streamId, command, metadata)
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

/** Answers a command: where its effects can be seen, and the ids it made. */
export const receipt = <Ids extends object>(reply: FastifyReply, act: Act, ids: Ids): Receipt & Ids => {
  const position = String(act.position())
  void reply.header('event-position', position)
  return { position, ...ids }
}

const Key = uuid()

const actId = ({ headers, method, url }: FastifyRequest, { userId }: Session): string => {
  const given = headers['idempotency-key']
  if (given === undefined) return randomUUID()
  const key = Key.safeParse(given)
  if (!key.success)
    throw new z.ZodError([
      { code: 'custom', path: ['Idempotency-Key'], message: 'Idempotency-Key must be a UUID', input: given },
    ])
  return derivedId(userId, method, url.split('?', 1)[0] ?? url, key.data)
}
