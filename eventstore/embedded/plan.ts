import { type Proposal, type Row, TOMBSTONE } from './event.ts'
import { type Head, isSoftDeleted } from './heads.ts'
import type { History } from './history.ts'
import type { Operation, Outcome } from './operation.ts'
import { isMetadataStream, metadataOf, metadataStreamOf, truncatedBefore } from './stream-metadata.ts'

/** What a round of writes comes to: one insert, the heads after it, and who is told what once it is committed. */
export interface Plan {
  rows: Row[]
  heads: Map<string, Head>
  outcomes: [Operation, Outcome][]
  /** Can only be decided once this round is committed. */
  deferred: Operation[]
}

/**
 * Decides a round of operations in their order. Pure: `history` has been asked, `position` is the log's last, `created` in
 * microseconds since 1970, `newId` makes the ids of the events that the store itself writes.
 */
export function planRound(
  operations: readonly Operation[],
  history: History,
  position: bigint,
  created: number,
  newId: () => Buffer,
): Plan {
  const plan: Plan = { rows: [], heads: new Map(), outcomes: [], deferred: [] }
  const written = new Map<string, Proposal[]>()
  const headOf = (stream: string) => plan.heads.get(stream) ?? history.head(stream)

  const write = (stream: string, events: readonly Proposal[], start: bigint) => {
    const name = Buffer.from(stream)
    events.forEach((event, index) => {
      position += 1n
      plan.rows.push({ ...event, stream: name, revision: start + BigInt(index), position, created })
    })
    written.set(stream, [...(written.get(stream) ?? []), ...events])
    const known = headOf(stream)
    if (known) plan.heads.set(stream, { ...known, revision: start + BigInt(events.length) - 1n })
    if (isMetadataStream(stream)) follow(stream.slice(2), events.at(-1) as Proposal)
  }
  /** A metadata event changes what holds for the stream that it is about. */
  const follow = (stream: string, event: Proposal) => {
    const known = headOf(stream)
    if (known) plan.heads.set(stream, { ...known, metadata: metadataOf(stream, event.data) })
  }
  const metadataEvent = (data: Buffer): Proposal => ({
    id: newId(),
    type: METADATA,
    json: true,
    data,
    metadata: NOTHING,
  })

  for (const operation of operations) {
    const { kind, stream, events } = operation
    const head = headOf(stream)
    // Its own repeat, or a change of its metadata, may be in this very round: then the database cannot have been asked about it.
    const first = events[0]?.id
    const repeated = first && written.get(stream)?.some(({ id }) => id.equals(first))
    const metadataStream = metadataStreamOf(stream)
    const rewrites = head && (kind === 'delete' || (kind === 'append' && isSoftDeleted(head)))
    if (!head || repeated || written.has(metadataStream) || (rewrites && !headOf(metadataStream))) {
      plan.deferred.push(operation)
      continue
    }
    const outcome = verdict(operation, head, history)
    if (outcome) {
      plan.outcomes.push([operation, outcome])
      continue
    }
    if (kind === 'delete') {
      write(metadataStream, events, (headOf(metadataStream)?.revision ?? -1n) + 1n)
    } else if (kind === 'tombstone') {
      write(stream, events, TOMBSTONE)
    } else {
      if (isSoftDeleted(head)) {
        const event = metadataEvent(truncatedBefore(head.metadata, head.revision + 1n))
        write(metadataStream, [event], (headOf(metadataStream)?.revision ?? -1n) + 1n)
      }
      write(stream, events, head.revision + 1n)
    }
    plan.outcomes.push([operation, { kind: 'written', revision: plan.rows.at(-1)?.revision, position }])
  }
  return plan
}

/** The answer to an operation that writes nothing; undefined when it is to be written. */
function verdict(operation: Operation, head: Head, history: History): Outcome | undefined {
  const { kind, expected, events } = operation
  if (head.revision === TOMBSTONE) return repeatOf(operation, history) ?? { kind: 'deleted' }
  const conflict: Outcome = { kind: 'conflict', current: head.revision }
  const exists = head.revision >= 0n && !isSoftDeleted(head)
  if (kind !== 'append') {
    if (kind === 'delete' && (head.revision < 0n || expected === 'none')) return conflict
    if (expected === 'none') return exists ? conflict : undefined
    if (expected === 'exists') return exists ? undefined : conflict
    return expected === 'any' || expected === head.revision ? undefined : conflict
  }
  if (expected === 'exists' && !exists) return head.revision < 0n ? conflict : { kind: 'deleted' }
  if (expected === 'any' || expected === 'exists') {
    const known = history.standing(operation)
    if (known && known.length > 0)
      return repeatOf(operation, history) ?? (isFirst(operation, known) ? conflict : undefined)
  } else if (expected === 'none' ? exists : expected !== head.revision) {
    return repeatOf(operation, history) ?? conflict
  }
  if (events.length > 0) return undefined
  return { kind: 'written', revision: head.revision < 0n ? undefined : head.revision, position: undefined }
}

const isFirst = ({ events }: Operation, known: readonly { id: string }[]) =>
  events[0]?.id.toString('hex') === known[0]?.id

/** The answer that the first of two equal operations was given, when this is the second. */
function repeatOf(operation: Operation, history: History): Outcome | undefined {
  const standing = history.standing(operation)
  const { events } = operation
  if (!standing || standing.length !== events.length) return undefined
  if (!events.every(({ id }, index) => id.toString('hex') === standing[index]?.id)) return undefined
  const last = standing.at(-1)
  return last && { kind: 'written', revision: last.revision, position: last.position }
}

const METADATA = Buffer.from('$metadata')
const NOTHING = Buffer.alloc(0)
