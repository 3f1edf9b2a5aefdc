import type { Envelope } from '#domain/metadata.ts'
import { derivedId } from './ids.ts'

/**
 * The actor and cause of commands. A command's metadata and id derive from its context alone, so that repeating
 * anything in an equal context (a resent request, a redelivered job, a repeated webhook) has no effect.
 */
export interface Context {
  /** A user's id, `system`, or a service such as `stripe`. */
  actor: string
  /** The admin who acts as `actor`. */
  impersonator?: string | undefined
  correlationId: string
  /** The event that caused this. */
  causationId?: string | undefined
  requestId?: string | undefined
  /** ISO time of the causing event; resulting events are never dated earlier. */
  notBefore?: string | undefined
  /** Shared by all commands that are undone together. */
  operationId?: string | undefined
  /**
   * The id of a command of this type to this stream; `item` distinguishes several. Equal for all copies of a context.
   */
  commandId(type: string, streamId: string, item?: string): string
}

/** Omits `item` if there is none, so that ids without an item stay equal to those from before items existed. */
const idsWithin =
  (...parts: string[]): Context['commandId'] =>
  (type, streamId, item) =>
    derivedId(...parts, type, streamId, ...(item === undefined ? [] : [item]))

interface Person {
  userId: string
  impersonatorId: string | null
}

/**
 * Creates the context of a user's request. `actId` is the same for repeats of the request; `isOperation` is true if its
 * effects are undone together.
 */
export const sessionContext = (
  actId: string,
  { userId, impersonatorId }: Person,
  { requestId, isOperation }: { requestId: string; isOperation: boolean },
): Context => ({
  actor: userId,
  impersonator: impersonatorId ?? undefined,
  correlationId: actId,
  requestId,
  operationId: isOperation ? actId : undefined,
  commandId: idsWithin(actId),
})

/** Creates the context of a request from a visitor who is not signed in, by the id that their browser generated. */
export const visitorContext = (id: string, requestId: string): Context => ({
  actor: 'visitor',
  correlationId: derivedId('visitor', id),
  requestId,
  commandId: idsWithin('visitor', id),
})

/** Creates the context of a job, or of a timer, which is a delayed job: the system acts because of an event. */
export const jobContext = (name: string, { id, at, metadata }: Pick<Envelope, 'id' | 'at' | 'metadata'>): Context => ({
  actor: 'system',
  impersonator: metadata.impersonator,
  correlationId: metadata.correlationId,
  causationId: id,
  notBefore: at,
  commandId: idsWithin(name, id),
})

/**
 * The job's context as its initiator, for commands that carry out the request behind its event: with their id, and as
 * part of their operation.
 */
export const asInitiator = (job: Context, { metadata }: Pick<Envelope, 'metadata'>): Context => ({
  ...job,
  actor: metadata.actor,
  operationId: metadata.operationId,
})

/** The cause of a change to an account, if known; otherwise the server itself is the actor. */
export interface Cause {
  actor?: string | undefined
  impersonator?: string | undefined
  requestId?: string | undefined
}

/**
 * Creates the context of a change that the sign-in library made to an account: equal for the hook that reports it and
 * for the later reconciliation.
 */
export const accountContext = (cause: Cause, userId: string, ...what: string[]): Context => {
  const id = derivedId('account', userId, ...what)
  return { ...cause, actor: cause.actor ?? 'system', correlationId: id, commandId: () => id }
}

/** The context of a webhook, by the service's message id: deliveries may repeat. */
export const webhookContext = (service: string, messageId: string): Context => ({
  actor: service,
  correlationId: derivedId('webhook', service, messageId),
  commandId: idsWithin('webhook', service, messageId),
})

/** The context of a scheduled round, by its name and time: equal for all processes. */
export const timerContext = (name: string, round: string): Context => ({
  actor: 'system',
  correlationId: derivedId('timer', name, round),
  commandId: idsWithin('timer', name, round),
})
