import { expect } from 'vitest'
import { type Decider, type MessageOf, Rejection, type Schemas, stateOf } from '#domain/decider.ts'

/** `given(decider)(history).when(command).emits(events)`: the rules, with nothing else in the room. */
export const given =
  <C extends Schemas, E extends Schemas, S>(decider: Decider<C, E, S>) =>
  (...history: MessageOf<E>[]) => ({
    when(command: MessageOf<C>) {
      const outcome = () => decider.decide[command.type]?.(stateOf(decider, history), command.data)
      return {
        emits: (...events: MessageOf<E>[]) => expect(outcome()).toEqual(events),
        emitsNothing: () => expect(outcome()).toEqual([]),
        rejects: (code: string, facts = {}) => expect(outcome).toThrow(new Rejection(code, facts)),
      }
    },
  })
