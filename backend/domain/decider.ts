import type { z } from 'zod'
import type { KeyOwner } from './erasable.ts'

/** Message payload schemas by message type: the one definition every layer reads. */
export type Schemas = Record<string, z.ZodType>

/** The union of `{ type, data }` messages a set of schemas describes. */
export type MessageOf<S extends Schemas> = {
  [Type in keyof S & string]: { type: Type; data: z.infer<S[Type]> }
}[keyof S & string]

/** The ISO time of an event, from its metadata. */
export interface Happened {
  at?: string
}

/** A consistency boundary: its commands, its events, and the rules between them. */
export interface Decider<C extends Schemas, E extends Schemas, State> {
  /** First part of the stream's name: `${category}-${id}`. */
  category: string
  commands: C
  events: E
  initial: State
  decide: { [Type in keyof C]: (state: State, command: z.infer<C[Type]>) => MessageOf<E>[] }
  /** `happened` is absent for events that are decided but not yet appended. */
  evolve: { [Type in keyof E]: (state: State, event: z.infer<E[Type]>, happened?: Happened) => State }
  /** The owner of the key for an event's erasable data, by the state after it; absent if no event has such data. */
  keyOwner?: (state: State, streamId: string) => KeyOwner
  /** Returns true if a stream is for its owner in person alone; its contents are then hidden from administrators. */
  isInPerson?: (state: State) => boolean
  /** Approximate bytes of a state, for states so large that only a few should be cached. */
  bytesOf?: (state: State) => number
  /** Sorts commands that are decided as one, if their order differs from that of the requests. */
  order?: (state: State, commands: readonly MessageOf<C>[]) => readonly MessageOf<C>[]
}

// biome-ignore lint/suspicious/noExplicitAny: a decider's message types are erased where all deciders are handled alike
export type AnyDecider = Decider<any, any, any>

export const stateOf = <State>(
  { initial, evolve }: Pick<AnyDecider, 'evolve'> & { initial: State },
  events: readonly { type: string; data: unknown; metadata?: unknown }[],
): State =>
  events.reduce(
    (state, { type, data, metadata }) => evolve[type]?.(state, data, metadata as Happened) ?? state,
    initial,
  )

/**
 * Decides several commands as one, each on the state left by the previous ones. Throws the first Rejection, which rejects all of
 * them. Returns the commands with their events, in the order in which the events are to be appended.
 */
export const decideAll = <Command extends { type: string; data: unknown }>(
  decider: AnyDecider,
  state: unknown,
  commands: readonly Command[],
): { command: Command; events: { type: string; data: unknown }[] }[] => {
  const { decide, evolve, order } = decider
  let now = state
  let decided: { type: string; data: unknown }[] = []
  return (order ? (order(state, commands) as readonly Command[]) : commands).map((command) => {
    // Events of the last command are not folded here: the caller folds them all once they are dated.
    now = stateOf({ evolve, initial: now }, decided)
    decided = decide[command.type]?.(now, command.data) ?? []
    return { command, events: decided }
  })
}

/** The refusal of a command by a rule. The code is part of the API; the rule's module declares its status and message as `Refusals`. */
export class Rejection extends Error {
  readonly code: string
  /** Figures the sentence needs, such as the balance that was too small. */
  readonly facts: Readonly<Record<string, string | number>>
  constructor(code: string, facts: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** Status and sentence of each code that a rule may refuse with; the sentence may need the refusal's facts. */
export type Refusals = Record<
  string,
  readonly [status: number, sentence: string | ((facts: Rejection['facts']) => string)]
>
