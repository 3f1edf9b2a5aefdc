import { expect } from 'vitest'
import { type Decider, decideAll, type MessageOf, Rejection, type Schemas, stateOf } from '#domain/decider.ts'

/** `given(decider)(history).when(command).emits(events)`: the rules, with nothing else in the room. Several commands are decided as one. */
export const given =
  <C extends Schemas, E extends Schemas, S>(decider: Decider<C, E, S>) =>
  (...history: MessageOf<E>[]) => ({
    when(...commands: MessageOf<C>[]) {
      const outcome = () => decideAll(decider, stateOf(decider, history), commands).flatMap(({ events }) => events)
      return {
        emits: (...events: MessageOf<E>[]) => expect(outcome()).toEqual(events),
        emitsNothing: () => expect(outcome()).toEqual([]),
        rejects: (code: string, facts = {}) => expect(outcome).toThrow(new Rejection(code, facts)),
      }
    },
  })
