import { type Proposal, type Row, TOMBSTONE } from './event.ts'
import { type Head, isSoftDeleted } from './heads.ts'
import { type History, needsMetadataHead, type StoredEvent } from './history.ts'
import type { Operation, Outcome } from './operation.ts'
import {
  isMetadataStream,
  metadataOf,
  metadataStreamOf,
  rawMetadataOf,
  type StreamMetadata,
  truncatedBefore,
} from './stream-metadata.ts'

/** The effect of a round of writes: one insert, the resulting heads, and the answers to send after the commit. */
export interface Plan {
  rows: Row[]
  heads: Map<string, Head>
  outcomes: [Operation, Outcome][]
  /** Operations that can only be decided once this round is committed. */
  deferred: Operation[]
}

/**
 * A round that is being planned. `position` is the position of the plan's last row, or of the log's last event without one;
 * `written` holds the events of the plan by stream.
 */
interface Round {
  plan: Plan
  history: History
  written: Map<string, Proposal[]>
  position: bigint
  created: number
  newId: () => Buffer
}

/**
 * Decides a round of operations in their order. Pure: `history` has been queried, `position` is the log's last,
 * `created` in microseconds since 1970, `newId` creates the ids of the store's own events.
 */
export function planRound(
  operations: readonly Operation[],
  history: History,
  position: bigint,
  created: number,
  newId: () => Buffer,
): Plan {
  const plan: Plan = { rows: [], heads: new Map(), outcomes: [], deferred: [] }
  const round: Round = { plan, history, written: new Map(), position, created, newId }
  for (const operation of operations) planOperation(round, operation)
  return plan
}

function planOperation(round: Round, operation: Operation) {
  const { plan, history, written } = round
  const { kind, stream, events } = operation
  const head = headOf(round, stream)
  // The same operation, or a change of the stream's metadata, may be part of this round, and so not yet of the history.
  const first = events[0]?.id
  const repeated = first && written.get(stream)?.some(({ id }) => id.equals(first))
  const metadataStream = metadataStreamOf(stream)
  const needsMetadata = head && needsMetadataHead(operation, head)
  if (!head || repeated || written.has(metadataStream) || (needsMetadata && !headOf(round, metadataStream))) {
    plan.deferred.push(operation)
    return
  }
  const about = isMetadataStream(stream) ? stream.slice(2) : undefined
  const whose = about === undefined ? undefined : headOf(round, about)
  const described = () => headOf(round, metadataStream)?.revision ?? -1n
  const outcome = whose?.revision === TOMBSTONE ? GONE : verdict(operation, head, described(), history)
  if (outcome) {
    plan.outcomes.push([operation, outcome])
    return
  }
  if (kind === 'append' && isSoftDeleted(head)) bringBack(round, stream, head.metadata.raw, head)
  const start = kind === 'tombstone' ? TOMBSTONE : head.revision + 1n
  if (kind === 'delete') write(round, metadataStream, events, described() + 1n)
  else if (events.length > 0) write(round, stream, events, start)
  const revision = start + BigInt(events.length) - 1n
  const { position } = round
  plan.outcomes.push([operation, { kind: 'written', revision: revision < 0n ? undefined : revision, position }])
  // Writing metadata of a deleted stream restores the stream, but not its events.
  const last = kind === 'append' && whose && isSoftDeleted(whose) ? events.at(-1) : undefined
  const said = last && rawMetadataOf(last)
  if (about !== undefined && whose && said) bringBack(round, about, said, whose)
}

const headOf = ({ plan, history }: Round, stream: string) => plan.heads.get(stream) ?? history.head(stream)

function write(round: Round, stream: string, events: readonly Proposal[], start: bigint) {
  const { plan, written, created } = round
  const name = Buffer.from(stream)
  events.forEach((event, index) => {
    round.position += 1n
    const revision = start + BigInt(index)
    plan.rows.push({ ...event, stream: name, revision, position: round.position, created })
  })
  written.set(stream, [...(written.get(stream) ?? []), ...events])
  const known = headOf(round, stream)
  if (known) plan.heads.set(stream, { ...known, revision: start + BigInt(events.length) - 1n })
  if (isMetadataStream(stream)) follow(round, stream.slice(2), events.at(-1) as Proposal)
}

/** Applies a metadata event to the head of the stream that it describes. */
function follow(round: Round, stream: string, event: Proposal) {
  const known = headOf(round, stream)
  if (known) round.plan.heads.set(stream, { ...known, metadata: metadataOf(stream, event.json ? event.data : null) })
}

/** Records in a stream's metadata that the stream begins again after its present last event. */
function bringBack(round: Round, stream: string, raw: StreamMetadata['raw'], { revision }: Head) {
  const data = truncatedBefore(raw, revision + 1n)
  const metadataStream = metadataStreamOf(stream)
  const event = { id: round.newId(), type: METADATA, json: true, data, metadata: NOTHING }
  write(round, metadataStream, [event], (headOf(round, metadataStream)?.revision ?? -1n) + 1n)
}

/** Returns the outcome of an operation that writes nothing, else undefined. `described` is the last revision of the stream's metadata. */
function verdict(operation: Operation, head: Head, described: bigint, history: History): Outcome | undefined {
  const { kind, expected } = operation
  // A stream with a tombstone is final for repeats too. Only a tombstone may be its own earlier execution, after a lost
  // connection.
  if (head.revision === TOMBSTONE)
    return (kind === 'tombstone' && repeatOf(operation, history.priorEvents(operation))) || GONE
  const conflict: Outcome = { kind: 'conflict', current: head.revision }
  const deleted = isSoftDeleted(head)
  const exists = head.revision >= 0n && !deleted
  // A stream that has metadata alone exists, for operations that expect no more than existence.
  if (expected === 'exists' && !exists && (deleted || described < 0n)) return deleted ? GONE : conflict
  if (kind === 'delete' && head.revision < 0n && described < 0n) return conflict
  if (kind === 'append') return appendVerdict(operation, head, history.priorEvents(operation))
  if (expected === 'none') return exists ? conflict : undefined
  return typeof expected !== 'bigint' || expected === head.revision ? undefined : conflict
}

function appendVerdict(operation: Operation, head: Head, candidates: readonly StoredEvent[][]): Outcome | undefined {
  const { expected, events } = operation
  const conflict: Outcome = { kind: 'conflict', current: head.revision }
  const exists = head.revision >= 0n && !isSoftDeleted(head)
  const known = repeatOf(operation, candidates) ?? (isBegun(operation, candidates) ? conflict : undefined)
  if (expected === 'none' ? exists : typeof expected === 'bigint' && expected !== head.revision)
    return known ?? conflict
  // An append without events does not restore a deleted stream for a client that expects no stream.
  if (events.length === 0 && expected === 'none' && head.revision >= 0n) return conflict
  return known
}

/** True if the first event of an operation is in the stream where the operation would append it. */
const isBegun = ({ events }: Operation, candidates: readonly StoredEvent[][]) =>
  candidates.some(([first]) => first && events[0]?.id.toString('hex') === first.id)

/** Returns the outcome of the first execution if this operation is a repetition, else undefined. */
function repeatOf({ events }: Operation, candidates: readonly StoredEvent[][]): Outcome | undefined {
  const ids = events.map(({ id }) => id.toString('hex'))
  const done = candidates.find((one) => one.length === ids.length && ids.every((id, index) => id === one[index]?.id))
  // An id that occurs twice in the operation is answered with its first position.
  const last = done?.find(({ id }) => id === ids.at(-1))
  return last && { kind: 'written', revision: last.revision, position: last.position }
}

const GONE: Outcome = { kind: 'deleted' }
const METADATA = Buffer.from('$metadata')
const NOTHING = Buffer.alloc(0)
