import { setTimeout as delay } from 'node:timers/promises'
import { type AnyDecider, type Decider, Rejection, type Schemas, stateOf } from '#domain/decider.ts'
import type { Metadata } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import { type EventStore, type NewEvent, type RecordedEvent, RevisionConflict } from '#eventstore'
import { recentlyUsed } from '../platform/recently-used.ts'
import { derivedId } from './ids.ts'
import type { Known, Outcome } from './known.ts'
import { queues } from './queues.ts'

const attempts = 10
const page = 1000

export interface CommandHandler {
  /**
   * Decides a command on a stream and appends what it decided. A command id that this stream knows answers as it did the
   * first time, and does nothing. Throws the decider's Rejection, a ZodError for data that is not the command's,
   * RevisionConflict when others kept getting in first, EventStoreUnavailable when the outcome is unknown: retry with the same id.
   */
  handle(
    decider: AnyDecider,
    streamId: string,
    command: { type: string; data: unknown },
    metadata: Metadata,
  ): Promise<Outcome>
  /** The state of a stream, true now: whatever other processes appended is read first. */
  stateOf<C extends Schemas, E extends Schemas, State>(decider: Decider<C, E, State>, streamId: string): Promise<State>
}

export interface HandlerOptions {
  /** How many streams and commands of theirs to remember, together. */
  remember?: number
}

export const commandHandler = (store: EventStore, { remember = 200_000 }: HandlerOptions = {}): CommandHandler => {
  const cache = recentlyUsed<Known>(remember, ({ commands }) => 1 + commands.size)
  const inTurn = queues()
  const streamOf = (decider: AnyDecider, streamId: string) => `${decider.category}-${streamId}`

  /** Reads on from what is known, in pages, so that a long stream is never whole in memory. */
  const readOn = async (decider: AnyDecider, stream: string): Promise<Known> => {
    let known = cache.get(stream) ?? { state: decider.initial, revision: -1n, position: 0n, commands: new Map() }
    for (;;) {
      const { events, revision } = await store.read(stream, { from: known.revision + 1n, limit: page })
      known = events.reduce((before, event) => after(decider, before, event), known)
      cache.set(stream, known)
      if (events.length < page || known.revision >= revision) return known
    }
  }

  const append = async (decider: AnyDecider, stream: string, known: Known, events: NewEvent[]): Promise<Outcome> => {
    const { position, revision } = await store.append(stream, events, known.revision === -1n ? 'none' : known.revision)
    const outcome = { position, revision, events: events.length }
    const commandId = String(events[0]?.metadata.commandId)
    const commands = known.commands.set(commandId, outcome)
    cache.set(stream, { state: stateOf({ ...decider, initial: known.state }, events), revision, position, commands })
    return outcome
  }

  return {
    async handle(decider, streamId, { type, data }, metadata) {
      const decide = decider.decide[type]
      if (!decide) throw new TypeError(`${decider.category} has no command ${type}`)
      const command = decider.commands[type].parse(data)
      const stream = streamOf(decider, streamId)

      return inTurn(stream, async () => {
        const remembered = cache.get(stream)
        let known = remembered ?? (await readOn(decider, stream))
        let fresh = !remembered
        for (let attempt = 1; ; attempt++) {
          const first = known.commands.get(metadata.commandId)
          if (first) return first
          try {
            const decided: { type: string; data: unknown }[] = decide(known.state, command)
            if (decided.length > 0) return await append(decider, stream, known, eventsOf(stream, decided, metadata))
            if (fresh) return { position: known.position, revision: known.revision, events: 0 }
          } catch (error) {
            const stale = error instanceof Rejection && !fresh
            const beaten = error instanceof RevisionConflict && attempt < attempts
            if (!stale && !beaten) throw error
            if (attempt > 1) await delay(Math.random() * 2 ** attempt)
          }
          // What was remembered may be old: neither a no nor a nothing is said before what others appended is read.
          known = await readOn(decider, stream)
          fresh = true
        }
      })
    },

    async stateOf<C extends Schemas, E extends Schemas, State>(decider: Decider<C, E, State>, streamId: string) {
      const stream = streamOf(decider, streamId)
      return (await inTurn(stream, () => readOn(decider, stream))).state as State
    },
  }
}

const after = (decider: AnyDecider, known: Known, event: RecordedEvent): Known => {
  const { type, data } = upcast(event)
  const { revision, position, metadata } = event
  const commandId = String(metadata.commandId)
  const events = (known.commands.get(commandId)?.events ?? 0) + 1
  known.commands.set(commandId, { position, revision, events })
  return { ...known, state: decider.evolve[type]?.(known.state, data) ?? known.state, revision, position }
}

/** Ids that follow from the command: the store knows a repeated append by them, also one whose answer was lost. */
const eventsOf = (stream: string, decided: { type: string; data: unknown }[], metadata: Metadata): NewEvent[] =>
  decided.map(({ type, data }, index) => ({ id: derivedId(metadata.commandId, stream, index), type, data, metadata }))
