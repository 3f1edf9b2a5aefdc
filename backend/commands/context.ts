import type { Envelope } from '#domain/metadata.ts'
import { derivedId } from './ids.ts'

/**
 * Who acts, and from what. A command's metadata and its id follow from its context alone, so that whatever is done again in an equal
 * context (a request that is sent again, a job that is redelivered, a webhook that comes twice) repeats nothing.
 */
export interface Context {
  /** A user's id, `system`, or a service that told us something, such as `stripe`. */
  actor: string
  /** The admin who acts as `actor`. */
  impersonator?: string | undefined
  correlationId: string
  /** The event that caused this. */
  causationId?: string | undefined
  requestId?: string | undefined
  /** ISO time at which that happened: nothing that follows from it is earlier. */
  notBefore?: string | undefined
  /** Shared by what is undone as one. */
  operationId?: string | undefined
  /** The id of a command of this type to this stream; `item` tells several of them from each other. Of one context, however it is copied. */
  commandId(type: string, streamId: string, item?: string): string
}

/** Leaves the last part away where there is none: an id without an item is what it was before there were items. */
const idsWithin =
  (...parts: string[]): Context['commandId'] =>
  (type, streamId, item) =>
    derivedId(...parts, type, streamId, ...(item === undefined ? [] : [item]))

interface Person {
  userId: string
  impersonatorId: string | null
}

/** A person's request. `actId` is the same for a repeat of it; `isOperation` when what it does is undone as one. */
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

/** A job, and so a timer too, which is a late job: what the system does because of an event. */
export const jobContext = (name: string, { id, at, metadata }: Pick<Envelope, 'id' | 'at' | 'metadata'>): Context => ({
  actor: 'system',
  impersonator: metadata.impersonator,
  correlationId: metadata.correlationId,
  causationId: id,
  notBefore: at,
  commandId: idsWithin(name, id),
})

/** The same job where it carries out what whoever caused its event asked for: as them, and as part of their operation. */
export const asInitiator = (job: Context, { metadata }: Pick<Envelope, 'metadata'>): Context => ({
  ...job,
  actor: metadata.actor,
  operationId: metadata.operationId,
})

/** Who set something of an account in motion, where it is known: the rest is the server's own doing. */
export interface Cause {
  actor?: string | undefined
  impersonator?: string | undefined
  requestId?: string | undefined
}

/** One thing that the sign-in library did to an account: the hook that hears of it and the reconciliation later say the same. */
export const accountContext = (cause: Cause, userId: string, ...what: string[]): Context => {
  const id = derivedId('account', userId, ...what)
  return { ...cause, actor: cause.actor ?? 'system', correlationId: id, commandId: () => id }
}

/** What a service told us, by the id that it gave its message: it may come twice. */
export const webhookContext = (service: string, messageId: string): Context => ({
  actor: service,
  correlationId: derivedId('webhook', service, messageId),
  commandId: idsWithin('webhook', service, messageId),
})

/** A round of something that the clock sets off, by its name and the time it stands for: whoever else runs it does the same. */
export const timerContext = (name: string, round: string): Context => ({
  actor: 'system',
  correlationId: derivedId('timer', name, round),
  commandId: idsWithin('timer', name, round),
})
