import { isDeepStrictEqual } from 'node:util'
import type { AnyDecider, Decider, MessageOf, Schemas } from '#domain/decider.ts'
import type { Outcome } from './cached-stream.ts'
import type { Context } from './context.ts'
import type { CommandHandler } from './handle.ts'
import { eventId } from './ids.ts'

/**
 * A command to a stream. `item` distinguishes several commands of one type that a context sends to one stream. With
 * `begins`, the stream is expected to be empty and is not read before the append, which verifies that; if it is not
 * empty, the command is decided like any other.
 */
export type Command<C extends Schemas> = MessageOf<C> & { item?: string; begins?: boolean }

/** The single dispatcher of commands from all sources. */
export interface Dispatcher extends Pick<CommandHandler, 'stateOf'> {
  /**
   * Runs work that a request could not finish because of an outage of the event store, as soon as the store answers.
   */
  afterOutage?: AfterOutage
  /**
   * Decides one command, or several as a batch: one after another, each on the state that the previous one leaves, and
   * all appended in one write or not at all. `causedBy` is the id of the event of the same context that caused them.
   * Throws what `CommandHandler.handle` throws, and a TypeError for a different command with an id that the context has
   * used.
   */
  dispatch<C extends Schemas, E extends Schemas, S>(
    context: Context,
    decider: Decider<C, E, S>,
    streamId: string,
    command: Command<C> | readonly Command<C>[],
    options?: { causedBy?: string },
  ): Promise<Outcome>
}

/**
 * Repeats work that threw EventStoreUnavailable until the store answers. Pending work is lost when this process ends.
 */
export type AfterOutage = (work: () => Promise<unknown>) => void

interface SentCommand {
  stream: string
  type: string
  data: unknown
}

/**
 * Number of a context's latest commands that are retained, to compare them with later commands of the same id. Limited,
 * since an operation sends many thousands, with whole texts.
 */
const mostSent = 2_000

/** Commands dispatched in one context, by id. */
interface Sent {
  byId: Map<string, SentCommand>
  /** The id last sent to each stream. */
  last: Map<string, string>
  /** Time of the context's latest event in milliseconds; later events of the context are never dated earlier. */
  at: number
}

export const dispatcher = ({ handle, stateOf }: CommandHandler, afterOutage?: AfterOutage): Dispatcher => {
  const contexts = new WeakMap<Context['commandId'], Sent>()
  const sentBy = ({ commandId }: Context): Sent => {
    const sent = contexts.get(commandId) ?? { byId: new Map(), last: new Map(), at: 0 }
    contexts.set(commandId, sent)
    return sent
  }

  /**
   * The second of two commands with the same id would count as a repeat of the first and do nothing. Within one context
   * that is a programming error, unless both are equal and consecutive.
   */
  const note = ({ byId, last }: Sent, id: string, command: SentCommand) => {
    const { stream, type } = command
    const before = byId.get(id)
    if (before && !(last.get(stream) === id && isDeepStrictEqual(before, command)))
      throw new TypeError(`A second ${type} to ${stream} needs an item: it would be taken for the first`)
    byId.set(id, command)
    last.set(stream, id)
    if (byId.size <= mostSent) return
    for (const [oldest, old] of byId) {
      byId.delete(oldest)
      if (last.get(old.stream) === oldest) last.delete(old.stream)
      break
    }
  }

  return {
    stateOf,
    ...(afterOutage && { afterOutage }),
    async dispatch(context, decider, streamId, command, { causedBy } = {}) {
      const { actor, impersonator, correlationId, causationId = causedBy, requestId, operationId } = context
      const commands = [command].flat() as Command<Schemas>[]
      const identified = commands.map(({ type, data, item }) => ({
        id: context.commandId(type, streamId, item),
        type,
        data,
      }))
      const begins = commands[0]?.begins === true
      const sent = sentBy(context)
      const stream = `${decider.category}-${streamId}`
      for (const { id, type, data } of identified) note(sent, id, { stream, type, data })
      const notBefore = Math.max(sent.at, context.notBefore ? Date.parse(context.notBefore) : 0)
      const metadata = {
        actor,
        ...(impersonator ? { impersonator } : {}),
        commandId: decisionId(context, streamId, commands),
        correlationId,
        ...(causationId ? { causationId } : {}),
        ...(requestId ? { requestId } : {}),
        ...(operationId ? { operationId } : {}),
        ...(notBefore > 0 ? { at: new Date(notBefore).toISOString() } : {}),
      }
      const outcome = await handle(decider as AnyDecider, streamId, identified, metadata, { begins })
      if (outcome.at !== undefined && outcome.at > sent.at) sent.at = outcome.at
      return outcome
    },
  }
}

/** Returns the id of a decision; for a single command, that command's id. */
const decisionId = ({ commandId }: Context, streamId: string, commands: readonly Command<Schemas>[]): string => {
  const [first, ...more] = commands
  if (!first) throw new TypeError('There is nothing to decide')
  if (more.length === 0) return commandId(first.type, streamId, first.item)
  return commandId(commands.map(({ type, item = '' }) => `${type} ${item}`).join('+'), streamId)
}

/** Returns the id of an event that a command decides on a stream; `index` counts from 0. */
export const eventIdOf = (
  { commandId }: Context,
  { category }: { category: string },
  streamId: string,
  { type, item, index }: { type: string; item?: string; index: number },
): string => eventId(commandId(type, streamId, item), `${category}-${streamId}`, index)
