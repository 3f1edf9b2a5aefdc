import type { AnyDecider, Decider, Schemas } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import type { Metadata } from '#domain/metadata.ts'
import type { EventStore, NewEvent } from '#eventstore'
import type { Owned } from '../sealing/sealed-store.ts'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { refusingCopies } from './copies.ts'
import { decideTogether } from './decide-together.ts'
import type { Decision } from './draft.ts'
import { keyedMutex } from './keyed-mutex.ts'
import type { Snapshots } from './snapshots.ts'
import { type StreamCache, streamCache } from './stream-cache.ts'

/**
 * Serialises work by name. Items that arrive while their name is busy are queued and processed as one batch, so that
 * more concurrent items need fewer batches.
 */
const keyedTurns = <Item>(most: number, work: (name: string, items: Item[]) => Promise<void>) => {
  const exclusively = keyedMutex()
  const gathering = new Map<string, Item[]>()
  return {
    /** Runs work exclusively for a name, outside of the batches. */
    exclusively,
    /** `work` must not throw: it reports the result to each item. */
    join(name: string, item: Item) {
      const next = gathering.get(name)
      if (next && next.length < most) {
        next.push(item)
        return
      }
      const items = [item]
      gathering.set(name, items)
      void exclusively(name, () => {
        if (gathering.get(name) === items) gathering.delete(name)
        return work(name, items)
      })
    },
  }
}

/** Maximum number of decisions in a batch. */
const mostTogether = 64

/** A command with its id, which defaults to `metadata.commandId`. */
export interface IdentifiedCommand {
  id?: string
  type: string
  data: unknown
}

/** Called by `dispatch` only, the single entry point for commands. */
export interface CommandHandler {
  /**
   * Decides a command on a stream, or several as a batch, and appends the events, dated now but never before the
   * stream's last event or `metadata.at`. A repeated command id returns its first result and does nothing. Throws the
   * decider's Rejection, a ZodError for invalid data, RevisionConflict after too many concurrent writes,
   * EventStoreUnavailable if the outcome is unknown: retry with the same id; EventNotUnderstood for events of a newer
   * version. `begins`: the stream is expected to be empty.
   */
  handle(
    decider: AnyDecider,
    streamId: string,
    command: IdentifiedCommand | readonly IdentifiedCommand[],
    metadata: Metadata,
    options?: { begins?: boolean },
  ): Promise<Outcome>
  /**
   * Returns the current state of a stream, after reading what other processes have appended. With `since`, returns a
   * state as of that log position or later, without a read if the cache is recent enough.
   */
  stateOf<C extends Schemas, E extends Schemas, State>(
    decider: Decider<C, E, State>,
    streamId: string,
    options?: { since?: bigint },
  ): Promise<State>
}

export interface HandlerOptions {
  /**
   * Cache size, counted in streams plus their commands; a large state counts as the corresponding number of commands.
   */
  remember?: number
  /** Milliseconds since 1970, by the clock that all processes share. */
  now?: () => number
  /** Absent: long streams are read from their beginning. */
  snapshots?: Snapshots
  /** If absent, data that must be erasable is stored in clear text, as in an in-memory store. */
  seal?: (events: readonly Owned[]) => Promise<NewEvent[]>
}

export const commandHandler = (
  store: EventStore,
  { remember = 200_000, now = Date.now, snapshots, seal }: HandlerOptions = {},
): CommandHandler & Pick<StreamCache, 'warm'> => {
  const streams = streamCache(store, { remember, now, snapshots })
  const refusing = refusingCopies(store)
  const { join, exclusively } = keyedTurns<Decision>(
    mostTogether,
    decideTogether({ store, streams, now, seal, refusing }),
  )
  const streamOf = (decider: AnyDecider, streamId: string) => `${decider.category}-${streamId}`
  const pendingReads = new Map<string, Promise<CachedStream>>()
  /**
   * Lets queued requests share the stream's next read: it begins after all of them, so each sees every event appended
   * before it.
   */
  const readShared = (decider: AnyDecider, stream: string): Promise<CachedStream> => {
    const pending = pendingReads.get(stream)
    if (pending) return pending
    const read = exclusively(stream, () => {
      pendingReads.delete(stream)
      return streams.readOn(decider, stream)
    })
    pendingReads.set(stream, read)
    return read
  }

  return {
    warm: streams.warm,

    async handle(decider, streamId, command, metadata, { begins = false } = {}) {
      const commands = [command].flat().map((one) => parsed(decider, one as IdentifiedCommand, metadata))
      const notBefore = happenedAt({ metadata, created: new Date(0) }).getTime()
      return new Promise((resolve, reject) => {
        join(streamOf(decider, streamId), { decider, commands, metadata, notBefore, begins, resolve, reject })
      })
    },

    async stateOf<C extends Schemas, E extends Schemas, State>(
      decider: Decider<C, E, State>,
      streamId: string,
      { since }: { since?: bigint } = {},
    ) {
      const stream = streamOf(decider, streamId)
      const known = since === undefined ? undefined : streams.get(stream)
      if (known && since !== undefined && known.position >= since) return known.state as State
      return (await readShared(decider, stream)).state as State
    },
  }
}

const parsed = (decider: AnyDecider, { id, type, data }: IdentifiedCommand, { commandId }: Metadata) => {
  if (!decider.decide[type]) throw new TypeError(`${decider.category} has no command ${type}`)
  return { id: id ?? commandId, type, data: decider.commands[type].parse(data) as unknown }
}
