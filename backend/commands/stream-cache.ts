import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyDecider } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore, RecordedEvent } from '#eventstore'
import { foldInSlices } from '../platform/fold-in-slices.ts'
import { lruCache } from '../platform/lru-cache.ts'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { EventNotUnderstood } from './not-understood.ts'
import { readSize } from './read-size.ts'
import type { Snapshots } from './snapshots.ts'

/** Approximate size of a cached command. */
const commandBytes = 200
/**
 * Number of events between snapshots, and so the most that the first command after a start reads beyond its first page.
 */
const snapshotEvery = 500n
/** From this revision on, a stream counts as long: only its commands of the last seven days are cached. */
const longFrom = 1_000n
const rememberedMs = 7 * 24 * 60 * 60 * 1000

/** Returns the cache entry of a stream of which nothing was read. */
export const unread = (decider: AnyDecider): CachedStream => ({
  state: decider.initial,
  revision: -1n,
  lastId: '',
  position: 0n,
  at: 0,
  commands: new Map(),
  isPruned: false,
  bytes: 0,
  savedAt: -1n,
})

export interface StreamCacheOptions {
  /**
   * Cache size, counted in streams plus their commands; a large state counts as the corresponding number of commands.
   */
  remember: number
  now: () => number
  /** Absent: long streams are read from their beginning. */
  snapshots: Snapshots | undefined
}

/** A cache of streams. Calls that read further or store need exclusive access to the stream. */
export const streamCache = (store: Pick<EventStore, 'read'>, { remember, now, snapshots }: StreamCacheOptions) => {
  const cache = lruCache<CachedStream>(remember, ({ commands, bytes }) => 1 + commands.size + bytes / commandBytes)

  const put = (stream: string, known: CachedStream): CachedStream => {
    const saved = saveSnapshot(snapshots, stream, known, now)
    cache.set(stream, saved)
    return saved
  }

  return {
    get: (stream: string): CachedStream | undefined => cache.get(stream),
    put,

    /** Reads the events after the cached ones in pages, so that a long stream is never in memory as a whole. */
    async readOn(decider: AnyDecider, stream: string): Promise<CachedStream> {
      let known = cache.get(stream) ?? unread(decider)
      const page = readSize()
      for (let isFirst = true; ; isFirst = false) {
        const limit = page.size()
        const { events, revision } = await store.read(stream, { from: known.revision + 1n, limit })
        const since = snapshots && revision >= longFrom ? now() - rememberedMs : 0
        known = await foldInSlices(events, known, (before, event) => after(decider, before, event, since))
        cache.set(stream, known)
        if (events.length < limit || known.revision >= revision) break
        if (isFirst && revision - known.revision > snapshotEvery)
          known = (await loadSnapshot(store, snapshots, stream, known)) ?? known
        page.learn(events)
      }
      return put(stream, known)
    },

    /** Loads the newest snapshots, so that the first commands after a start do not wait for them. */
    async warm(): Promise<void> {
      for (const stream of (await snapshots?.newest()) ?? []) {
        if (cache.get(stream)) continue
        const loaded = await loadSnapshot(store, snapshots, stream)
        // A command may have read the stream in the meantime.
        if (loaded && !cache.get(stream)) cache.set(stream, loaded)
        await nextTurn()
      }
    },

    /** Returns the result of commands that are older than the cached ones; undefined if none was found. */
    longAgo: async (stream: string, { isPruned }: CachedStream, commands: readonly { id: string }[]) =>
      isPruned
        ? snapshots?.outcomeOf(
            stream,
            commands.map(({ id }) => id),
          )
        : undefined,
  }
}
export type StreamCache = ReturnType<typeof streamCache>

/**
 * Loads a snapshot if the log still has the snapshot's last event, with the same id at the same position. Otherwise the
 * log was restored or moved since, and the snapshot is deleted.
 */
const loadSnapshot = async (
  store: Pick<EventStore, 'read'>,
  snapshots: Snapshots | undefined,
  stream: string,
  known?: CachedStream,
): Promise<CachedStream | undefined> => {
  const found = await snapshots?.load(stream)
  if (!found || (known && found.revision <= known.revision)) return undefined
  const { events } = await store.read(stream, { from: found.revision, limit: 1, pageOnly: true })
  if (events[0]?.id !== found.lastId || events[0].position !== found.position) {
    await snapshots?.drop(stream)
    return undefined
  }
  const commands = new Map(found.commands)
  for (const [id, outcome] of known?.commands ?? []) if (!commands.has(id)) commands.set(id, outcome)
  const isPruned = found.isPruned || known?.isPruned === true
  return { ...found, commands, isPruned, savedAt: found.revision }
}

/** Saves a long stream that has grown enough since its last snapshot. Returns it with the revision of the newest one. */
const saveSnapshot = (
  snapshots: Snapshots | undefined,
  stream: string,
  known: CachedStream,
  now: () => number,
): CachedStream => {
  if (!snapshots || known.revision < longFrom || known.revision - known.savedAt < snapshotEvery) return known
  const { savedAt: _savedAt, commands, ...rest } = known
  const since = now() - rememberedMs
  const recent = [...commands].filter(([, { at = 0 }]) => at >= since)
  snapshots.save(stream, { ...rest, commands: recent, isPruned: rest.isPruned || recent.length < commands.size })
  return { ...known, savedAt: known.revision }
}

/**
 * Returns the cache entry after an event. Commands from before `since`, in milliseconds, are not cached. Throws
 * EventNotUnderstood.
 */
const after = (decider: AnyDecider, known: CachedStream, event: RecordedEvent, since: number): CachedStream => {
  const { type, data } = upcast(event)
  const { revision, position, metadata } = event
  const evolve = decider.evolve[type]
  if (!evolve) throw new EventNotUnderstood(event.stream, type)
  const at = happenedAt(event).getTime()
  const isPruned = known.isPruned || at < since
  if (at >= since) note(known.commands, metadata, { position, revision, at })
  const state = evolve(known.state, data, { at: new Date(at).toISOString() })
  const bytes = decider.bytesOf?.(state) ?? 0
  return { ...known, state, revision, lastId: event.id, position, at, isPruned, bytes }
}

/** Counts one more event for a command and, if the command was decided in a batch, for the batch's decision. */
export const note = (
  commands: CachedStream['commands'],
  { commandId, decisionId }: Record<string, unknown>,
  place: Omit<Outcome, 'events'>,
) => {
  for (const id of [commandId, ...(decisionId === undefined ? [] : [decisionId])]) {
    const events = (commands.get(String(id))?.events ?? 0) + 1
    commands.set(String(id), { ...place, events })
  }
}
