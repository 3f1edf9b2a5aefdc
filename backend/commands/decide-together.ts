import { setTimeout as delay } from 'node:timers/promises'
import { Rejection } from '#domain/decider.ts'
import { type EventStore, type NewEvent, RevisionConflict } from '#eventstore'
import type { Owned } from '../sealing/sealed-store.ts'
import type { CachedStream, Outcome } from './cached-stream.ts'
import type { RefusingCopies } from './copies.ts'
import { type Decision, type Draft, draftOf, undecided } from './draft.ts'
import { note, type StreamCache, unread } from './stream-cache.ts'

const attempts = 10
/**
 * Maximum size of an append as JSON: an event store takes no more than a megabyte. A single decision may be larger than
 * this.
 */
const mostBytes = 256 * 1024

export interface DecisionContext {
  store: Pick<EventStore, 'append'>
  streams: StreamCache
  now: () => number
  seal: ((events: readonly Owned[]) => Promise<NewEvent[]>) | undefined
  refusing: RefusingCopies
}

/**
 * Commands for one stream that are decided together. `left` contains those without a result; a decision is removed from
 * it when it is resolved or rejected.
 */
interface Batch extends DecisionContext {
  stream: string
  decider: Decision['decider']
  left: Set<Decision>
}

/**
 * Batches concurrent commands for one stream: each is decided on the state left by the previous one, and all are
 * appended in a single write. A rejection affects its own command only. A successful append proves the state that all
 * were decided on; a failed one changes nothing, and all are decided again.
 */
export const decideTogether =
  (deciding: DecisionContext) =>
  async (stream: string, decisions: readonly Decision[]): Promise<void> => {
    const [{ decider }] = decisions as [Decision]
    const batch: Batch = { ...deciding, stream, decider, left: new Set(decisions) }
    try {
      const remembered = batch.streams.get(stream)
      if (!remembered && decisions.every(({ begins }) => begins)) await beginStream(batch)
      if (batch.left.size > 0) await decideUntilAnswered(batch, remembered)
    } catch (error) {
      for (const { reject } of batch.left) reject(error)
    }
  }

/**
 * Decides the first commands of a stream without reading it; leaves them undecided if the stream is not empty. Caches
 * nothing: the store answers a repeated append like the first one, whose events may have another date.
 */
const beginStream = async (batch: Batch) => {
  const empty = unread(batch.decider)
  await refuseInCopies(batch, empty)
  const drafts = draftAll(batch, empty)
  if (drafts.length === 0 || drafts.some(({ events }) => events.length === 0)) return
  try {
    answerDrafts(batch, await append(batch, empty, drafts), drafts)
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
  }
}

/** Decides until all are answered: on the remembered state first, if there is one, and after a conflict on the newest. */
const decideUntilAnswered = async (batch: Batch, remembered: CachedStream | undefined) => {
  const { streams, stream, decider, left } = batch
  let known = remembered ?? (await streams.readOn(decider, stream))
  let isFresh = !remembered
  for (let attempt = 1; ; attempt++) {
    await answerRepeats(batch, known)
    await refuseInCopies(batch, known)
    const drafts = draftAll(batch, known)
    if (left.size === 0) return
    try {
      if (drafts.some(({ events }) => events.length > 0)) {
        known = streams.put(stream, await append(batch, known, drafts))
        isFresh = true
      }
      if (isFresh) {
        answerDrafts(batch, known, drafts)
        attempt = 0
        continue
      }
    } catch (error) {
      const isStale = error instanceof Rejection && !isFresh
      const isBeaten = error instanceof RevisionConflict && attempt < attempts
      if (!isStale && !isBeaten) throw error
      if (attempt > 1) await delay(Math.random() * 2 ** attempt)
    }
    // The cached state may be outdated: rejections and empty decisions are final only after reading the newest
    // events.
    known = await streams.readOn(decider, stream)
    isFresh = true
  }
}

/** Resolves the decisions that the stream already contains. */
const answerRepeats = async ({ streams, stream, left }: Batch, known: CachedStream) => {
  for (const decision of left) {
    const outcome = await findOutcome(streams, stream, known, decision)
    if (!outcome) continue
    left.delete(decision)
    decision.resolve(outcome)
  }
}

/** The result of a decision that the stream already contains. */
const findOutcome = async (
  streams: StreamCache,
  stream: string,
  known: CachedStream,
  decision: Decision,
): Promise<Outcome | undefined> => {
  const { commands } = known
  const first = commands.get(decision.metadata.commandId)
  if (first) return first
  const rest = undecided(known, decision)
  if (rest.length === 0) return combineOutcomes(decision.commands.flatMap(({ id }) => commands.get(id) ?? []))
  return streams.longAgo(stream, known, rest)
}

/** Rejects changes to copies of campaigns; a rejection affects its own command only. */
const refuseInCopies = async ({ refusing, stream, left }: Batch, { state }: CachedStream) => {
  for (const decision of left) {
    const refusal = await refusing(stream, state, decision)
    if (!refusal) continue
    left.delete(decision)
    decision.reject(refusal)
  }
}

/** Drafts as many decisions as fit into one append. Rejects those that fail with an error other than a Rejection. */
const draftAll = ({ stream, left, now }: Batch, known: CachedStream): Draft[] => {
  const drafts: Draft[] = []
  const ids = new Set<string>()
  let bytes = 0
  for (const decision of left) {
    if (bytes > mostBytes) break
    const own = [decision.metadata.commandId, ...decision.commands.map(({ id }) => id)]
    // A repeat of a command in this batch is answered after the batch has been appended.
    if (own.some((id) => ids.has(id))) continue
    for (const id of own) ids.add(id)
    try {
      // Dated again after each conflict, since the other writer's events precede it.
      const draft = draftOf(stream, decision, known, drafts.at(-1) ?? known, now())
      drafts.push(draft)
      if (left.size > 1) bytes += JSON.stringify(draft.events).length
    } catch (error) {
      left.delete(decision)
      decision.reject(error)
    }
  }
  return drafts
}

/** Appends the drafts in one write, and returns the state that they leave. */
const append = async (
  { store, seal, stream, decider }: Batch,
  known: CachedStream,
  drafts: readonly Draft[],
): Promise<CachedStream> => {
  const [events, owned] = [drafts.flatMap((draft) => draft.events), drafts.flatMap((draft) => draft.owned)]
  const sealed = seal && owned.length > 0 ? await seal(owned) : events
  const expected = known.revision === -1n ? 'none' : known.revision
  const { position, revision } = await store.append(stream, sealed, expected)
  const { commands } = known
  let last = known.revision
  for (const { events, at } of drafts) {
    last += BigInt(events.length)
    for (const { metadata } of events) note(commands, metadata, { position, revision: last, at })
  }
  const { state, at } = drafts.at(-1) ?? known
  const bytes = decider.bytesOf?.(state) ?? 0
  return { ...known, state, revision, lastId: events.at(-1)?.id ?? '', position, at, bytes }
}

/** Resolves and rejects the decisions of an appended batch as drafted. */
const answerDrafts = ({ left }: Batch, { commands, position, revision }: CachedStream, drafts: readonly Draft[]) => {
  for (const { decision, refusal } of drafts) {
    left.delete(decision)
    if (refusal) decision.reject(refusal)
    else decision.resolve(commands.get(decision.metadata.commandId) ?? { position, revision, events: 0 })
  }
}

const combineOutcomes = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.reduce((one, other) => ({
    ...(other.position > one.position ? other : one),
    events: one.events + other.events,
  }))
