import { type AnyDecider, decideAll, Rejection, stateOf } from '#domain/decider.ts'
import { type Metadata, subjectOf } from '#domain/metadata.ts'
import type { NewEvent } from '#eventstore'
import type { Owned } from '../sealing/sealed-store.ts'
import type { CachedStream, Outcome } from './cached-stream.ts'
import { eventId } from './ids.ts'

/** One command, or several that are decided as a batch, with the promise of their result. */
export interface Decision {
  decider: AnyDecider
  commands: readonly { id: string; type: string; data: unknown }[]
  metadata: Metadata
  /** Milliseconds since 1970. */
  notBefore: number
  /** The stream is expected to be empty. */
  begins: boolean
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** The result of a decision if everything drafted before it is appended; not visible to any caller until then. */
export interface Draft {
  decision: Decision
  events: NewEvent[]
  owned: Owned[]
  /** The stream's state after it, and when its last event happened. */
  state: unknown
  at: number
  refusal?: Rejection
}

/**
 * The commands of a decision that the stream does not contain. An older version decided them one by one, and may have
 * been interrupted.
 */
export const undecided = ({ commands }: CachedStream, decision: Decision) =>
  decision.commands.filter(({ id }) => !commands.has(id))

/** Drafts a decision. A Rejection becomes the draft's `refusal`; other errors are thrown. */
export const draftOf = (
  stream: string,
  decision: Decision,
  known: CachedStream,
  { state, at }: Pick<Draft, 'state' | 'at'>,
  now: number,
): Draft => {
  const { decider, metadata, notBefore } = decision
  try {
    const decided = decideAll(decider, state, undecided(known, decision))
    const when = Math.max(now, at, notBefore)
    const dated = { ...metadata, at: new Date(when).toISOString() }
    const events = decided.flatMap(({ command, events }) => eventsOf(stream, command.id, events, dated))
    const after = stateAfter(decider, stream, state, events)
    return { decision, events, ...after, at: events.length > 0 ? when : at }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { decision, events: [], owned: [], state, at, refusal: error }
  }
}

/**
 * Returns the state after the events, and the events with the owners of their encryption keys. An event's owner is
 * derived from the state after it.
 */
const stateAfter = (decider: AnyDecider, stream: string, before: unknown, events: readonly NewEvent[]) => {
  let state = before
  const owned = events.flatMap((event): Owned[] => {
    state = stateOf({ evolve: decider.evolve, initial: state }, [event])
    const owner = decider.keyOwner?.(state, subjectOf(stream))
    const schema = decider.events[event.type]
    return owner && schema ? [{ event, schema, owner }] : []
  })
  return { state, owned }
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
