import { setTimeout as delay } from 'node:timers/promises'
import { type AnyDecider, type Decider, decideAll, Rejection, type Schemas, stateOf } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { type Metadata, subjectOf } from '#domain/metadata.ts'
import { upcast } from '#domain/upcasters.ts'
import { type EventStore, type NewEvent, type RecordedEvent, RevisionConflict } from '#eventstore'
import { lruCache } from '../platform/lru-cache.ts'
import type { Owned } from '../sealing/sealed-store.ts'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { eventId } from './ids.ts'
import { keyedMutex } from './keyed-mutex.ts'
import { EventNotUnderstood } from './not-understood.ts'
import { readSize } from './read-size.ts'
import type { Snapshots } from './snapshots.ts'

const attempts = 10
/** What a command that is remembered takes, about. */
const commandBytes = 200

/** A command, and the id that it is known by; where it is decided alone that is its metadata's. */
export interface IdentifiedCommand {
  id?: string
  type: string
  data: unknown
}

/** Only `dispatch` calls it: whatever commands a stream comes by that door. */
export interface CommandHandler {
  /**
   * Decides a command on a stream, or several as one, and appends what was decided, as of now but never before what the stream already
   * has or `metadata.at`. A command id that this stream knows answers as it
   * did the first time, and does nothing. Throws the decider's Rejection, a ZodError for data that is not the command's,
   * RevisionConflict when others kept getting in first, EventStoreUnavailable when the outcome is unknown: retry
   * with the same id; EventNotUnderstood where a newer version wrote what this one does not know.
   */
  handle(
    decider: AnyDecider,
    streamId: string,
    command: IdentifiedCommand | readonly IdentifiedCommand[],
    metadata: Metadata,
  ): Promise<Outcome>
  /**
   * The state of a stream, true now: whatever other processes appended is read first. With `since`, as of that log position or later: nothing
   * is read where this process knows as much.
   */
  stateOf<C extends Schemas, E extends Schemas, State>(
    decider: Decider<C, E, State>,
    streamId: string,
    options?: { since?: bigint },
  ): Promise<State>
}

export interface HandlerOptions {
  /** How many streams and commands of theirs to remember, together; what a large state takes counts as so many commands. */
  remember?: number
  /** Milliseconds since 1970, by the clock that all processes share. */
  now?: () => number
  /** Absent: long streams are read from their beginning. */
  snapshots?: Snapshots
  /** Absent: what must be erasable is stored in clear, as it is for a store in memory. */
  seal?: (events: readonly Owned[]) => Promise<NewEvent[]>
}

/** A snapshot is made each so many events, so that the first command after a start reads its own page, and these at most. */
const snapshotEvery = 500n
/** From this revision on a stream is long: it remembers the commands of the last seven days. */
const longFrom = 1_000n
const rememberedMs = 7 * 24 * 60 * 60 * 1000

const unread = (decider: AnyDecider): CachedStream => ({
  ...{ state: decider.initial, revision: -1n, lastId: '', position: 0n, at: 0 },
  ...{ commands: new Map(), isPruned: false, bytes: 0, savedAt: -1n },
})

export const commandHandler = (
  store: EventStore,
  { remember = 200_000, now = Date.now, snapshots, seal }: HandlerOptions = {},
): CommandHandler => {
  const cache = lruCache<CachedStream>(remember, ({ commands, bytes }) => 1 + commands.size + bytes / commandBytes)
  const exclusively = keyedMutex()
  const streamOf = (decider: AnyDecider, streamId: string) => `${decider.category}-${streamId}`

  /** Reads on from what is known, in pages, so that a long stream is never whole in memory. */
  const readOn = async (decider: AnyDecider, stream: string): Promise<CachedStream> => {
    let known = cache.get(stream) ?? unread(decider)
    const page = readSize()
    for (let isFirst = true; ; isFirst = false) {
      const limit = page.size()
      const { events, revision } = await store.read(stream, { from: known.revision + 1n, limit })
      const since = snapshots && revision >= longFrom ? now() - rememberedMs : 0
      known = events.reduce((before, event) => after(decider, before, event, since), known)
      cache.set(stream, known)
      if (events.length < limit || known.revision >= revision) break
      if (isFirst && revision - known.revision > snapshotEvery) known = (await fromSnapshot(stream, known)) ?? known
      page.learn(events)
    }
    return snapshotted(stream, known)
  }

  /** Reading begins at its event: where the log has another there, or none, it is of a log that was restored since. */
  const fromSnapshot = async (stream: string, known: CachedStream): Promise<CachedStream | undefined> => {
    const found = await snapshots?.load(stream)
    if (!found || found.revision <= known.revision) return undefined
    const { events } = await store.read(stream, { from: found.revision, limit: 1 })
    if (events[0]?.id !== found.lastId) {
      await snapshots?.drop(stream)
      return undefined
    }
    const commands = new Map([...known.commands, ...found.commands])
    return { ...found, commands, isPruned: found.isPruned || known.isPruned, savedAt: found.revision }
  }

  const snapshotted = (stream: string, known: CachedStream): CachedStream => {
    if (!snapshots || known.revision < longFrom || known.revision - known.savedAt < snapshotEvery) return known
    const { savedAt: _savedAt, commands, ...rest } = known
    const since = now() - rememberedMs
    const kept = [...commands].filter(([, { at = 0 }]) => at >= since)
    snapshots.save(stream, { ...rest, commands: kept, isPruned: rest.isPruned || kept.length < commands.size })
    const saved = { ...known, savedAt: known.revision }
    cache.set(stream, saved)
    return saved
  }

  /** A repeat of what was decided longer ago than a snapshot remembers. */
  const longAgo = async (stream: string, { isPruned }: CachedStream, commands: readonly { id: string }[]) =>
    isPruned
      ? snapshots?.outcomeOf(
          stream,
          commands.map(({ id }) => id),
        )
      : undefined

  /** The state after events, and the events as they are stored: each belongs to whom the state says after it. */
  const sealedAfter = async (decider: AnyDecider, stream: string, before: unknown, events: NewEvent[]) => {
    let state = before
    const owned = events.flatMap((event): Owned[] => {
      state = stateOf({ evolve: decider.evolve, initial: state }, [event])
      const owner = decider.keyOwner?.(state, subjectOf(stream))
      const schema = decider.events[event.type]
      return owner && schema ? [{ event, schema, owner }] : []
    })
    return { state, sealed: seal && owned.length > 0 ? await seal(owned) : events }
  }

  const append = async (
    decider: AnyDecider,
    stream: string,
    known: CachedStream,
    at: number,
    events: NewEvent[],
  ): Promise<Outcome> => {
    const { state, sealed } = await sealedAfter(decider, stream, known.state, events)
    const { position, revision } = await store.append(stream, sealed, known.revision === -1n ? 'none' : known.revision)
    const { commands } = known
    for (const { metadata } of events) note(commands, metadata, { position, revision, at })
    const lastId = events.at(-1)?.id ?? known.lastId
    const bytes = decider.bytesOf?.(state) ?? 0
    const next = { ...known, state, revision, lastId, position, at, bytes, commands }
    cache.set(stream, next)
    snapshotted(stream, next)
    return { position, revision, events: events.length, at }
  }

  return {
    async handle(decider, streamId, command, metadata) {
      const asked = [command].flat().map((one) => parsed(decider, one as IdentifiedCommand, metadata))
      const stream = streamOf(decider, streamId)
      const notBefore = happenedAt(metadata, new Date(0)).getTime()

      return exclusively(stream, async () => {
        const remembered = cache.get(stream)
        let known = remembered ?? (await readOn(decider, stream))
        let fresh = !remembered
        for (let attempt = 1; ; attempt++) {
          const { commands } = known
          const first = commands.get(metadata.commandId)
          if (first) return first
          // What an older version decided one by one, and did not come to the end of.
          const rest = asked.filter(({ id }) => !commands.has(id))
          if (rest.length === 0) return furthest(asked.flatMap(({ id }) => commands.get(id) ?? []))
          const before = attempt === 1 ? await longAgo(stream, known, rest) : undefined
          if (before) return before
          try {
            const decided = decideAll(decider, known.state, rest)
            // Anew after each conflict: what others appended came before.
            const at = Math.max(now(), known.at, notBefore)
            const dated = { ...metadata, at: new Date(at).toISOString() }
            const events = decided.flatMap(({ command, events }) => eventsOf(stream, command.id, events, dated))
            if (events.length > 0) return await append(decider, stream, known, at, events)
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

    async stateOf<C extends Schemas, E extends Schemas, State>(
      decider: Decider<C, E, State>,
      streamId: string,
      { since }: { since?: bigint } = {},
    ) {
      const stream = streamOf(decider, streamId)
      const known = since === undefined ? undefined : cache.get(stream)
      if (known && since !== undefined && known.position >= since) return known.state as State
      return (await exclusively(stream, () => readOn(decider, stream))).state as State
    },
  }
}

/** Commands from before `since`, milliseconds, are not remembered. */
const after = (decider: AnyDecider, known: CachedStream, event: RecordedEvent, since: number): CachedStream => {
  const { type, data } = upcast(event)
  const { revision, position, metadata, created } = event
  const evolve = decider.evolve[type]
  if (!evolve) throw new EventNotUnderstood(event.stream, type)
  const at = happenedAt(metadata, created).getTime()
  const isPruned = known.isPruned || at < since
  if (at >= since) note(known.commands, metadata, { position, revision, at })
  const state = evolve(known.state, data, { at: new Date(at).toISOString() })
  const bytes = decider.bytesOf?.(state) ?? 0
  return { ...known, state, revision, lastId: event.id, position, at, isPruned, bytes }
}

/** Remembers that a command made one more event; where it was one of several that were decided as one, that they did. */
const note = (
  commands: CachedStream['commands'],
  { commandId, decisionId }: Record<string, unknown>,
  place: Omit<Outcome, 'events'>,
) => {
  for (const id of [commandId, ...(decisionId === undefined ? [] : [decisionId])]) {
    const events = (commands.get(String(id))?.events ?? 0) + 1
    commands.set(String(id), { ...place, events })
  }
}

const furthest = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((one, other) => ({
    ...(other.position > one.position ? other : one),
    events: one.events + other.events,
  }))

const parsed = (decider: AnyDecider, { id, type, data }: IdentifiedCommand, { commandId }: Metadata) => {
  if (!decider.decide[type]) throw new TypeError(`${decider.category} has no command ${type}`)
  return { id: id ?? commandId, type, data: decider.commands[type].parse(data) as unknown }
}

const eventsOf = (
  stream: string,
  commandId: string,
  decided: { type: string; data: unknown }[],
  metadata: Metadata,
): NewEvent[] => {
  const decision = commandId === metadata.commandId ? {} : { decisionId: metadata.commandId }
  return decided.map(({ type, data }, index) => ({
    id: eventId(commandId, stream, index),
    type,
    data,
    metadata: { ...metadata, commandId, ...decision },
  }))
}
