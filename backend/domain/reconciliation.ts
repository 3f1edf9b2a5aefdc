import { z } from 'zod'
import type { Decider } from './decider.ts'
import {
  Difference,
  type OpenDifferences,
  SettledDifference,
  settledIn,
  withFound,
  withoutSettled,
} from './differences.ts'
import type { Kind } from './kind.ts'

const roundId = z.uuid()
const looked = z.int().nonnegative()
/** Maximum of unknown customers listed by a round. */
export const mostStrangers = 100

const commands = {
  /** Begins a round. Decides nothing while a round runs, or for an id that was used. */
  BeginReconciliation: z.object({ roundId, cause: z.enum(['nightly', 'asked']) }),
  /** Records that `looked` more users were compared, the last of whom is `after`. */
  NotePeople: z.object({ roundId, after: z.uuid(), looked }),
  /** Customers at the provider without a user here: all of them, or the first hundred. */
  NoteStrangers: z.object({ roundId, strangers: z.array(Difference).max(mostStrangers) }),
  DelayReconciliation: z.object({ roundId }),
  EndReconciliation: z.object({ roundId, outcome: z.enum(['finished', 'given_up']) }),
}

export const reconciliationEvents = {
  ReconciliationBegan: z.object({ roundId, cause: z.enum(['nightly', 'asked']) }),
  PeopleReconciled: z.object({ roundId, after: z.uuid(), looked }),
  StrangersFound: z.object({ roundId, strangers: z.array(Difference) }),
  /** The provider no longer has them, or they have a user here. */
  StrangersSettled: z.object({ roundId, settled: z.array(SettledDifference) }),
  /** The provider was unreachable; the round is retried. */
  ReconciliationDelayed: z.object({ roundId }),
  ReconciliationEnded: z.object({ roundId, outcome: z.enum(['finished', 'given_up']), looked }),
}

interface Round {
  roundId: string
  looked: number
  isDelayed: boolean
}
interface Reconciliation {
  round: Round | null
  /** The latest completed rounds, since a timer may begin one twice. */
  past: readonly string[]
  strangers: OpenDifferences
}
const remembered = 100

/** The id of the single stream of all rounds, which run one at a time. */
export const reconciliationId = '0198c0de-5ec0-7000-8000-000000000001'

/**
 * Reconciliation rounds, which compare recorded payments with the provider's. A round visits users page by page; each
 * page is an event, so that the round resumes after a restart. Differences of a user are in that user's stream.
 */
export const reconciliation: Decider<typeof commands, typeof reconciliationEvents, Reconciliation> = {
  category: 'reconciliation',
  commands,
  events: reconciliationEvents,
  initial: { round: null, past: [], strangers: {} },

  decide: {
    BeginReconciliation: ({ round, past }, data) =>
      round !== null || past.includes(data.roundId) ? [] : [{ type: 'ReconciliationBegan', data }],

    NotePeople: ({ round }, data) => (round?.roundId === data.roundId ? [{ type: 'PeopleReconciled', data }] : []),

    NoteStrangers({ round, strangers: open }, data) {
      const { roundId, strangers } = data
      if (round?.roundId !== roundId) return []
      // Unlisted customers may exist beyond the limit, so none is settled then.
      const settled = strangers.length < mostStrangers ? settledIn(open, roundId, strangers) : []
      return [
        ...(settled.length > 0 ? [{ type: 'StrangersSettled' as const, data: { roundId, settled } }] : []),
        ...(strangers.length > 0 ? [{ type: 'StrangersFound' as const, data }] : []),
      ]
    },

    DelayReconciliation: ({ round }, data) =>
      round?.roundId === data.roundId && !round.isDelayed ? [{ type: 'ReconciliationDelayed', data }] : [],

    EndReconciliation({ round }, { roundId, outcome }) {
      if (round?.roundId !== roundId) return []
      return [{ type: 'ReconciliationEnded', data: { roundId, outcome, looked: round.looked } }]
    },
  },

  evolve: {
    ReconciliationBegan: ({ past, strangers }, { roundId }) => ({
      strangers,
      past: [...past, roundId].slice(-remembered),
      round: { roundId, looked: 0, isDelayed: false },
    }),
    PeopleReconciled: ({ round, ...state }, { looked }) => ({
      ...state,
      round: round && { ...round, isDelayed: false, looked: round.looked + looked },
    }),
    StrangersFound: (state, { roundId, strangers }) => ({
      ...state,
      strangers: withFound(state.strangers, roundId, strangers),
    }),
    StrangersSettled: (state, { settled }) => ({ ...state, strangers: withoutSettled(state.strangers, settled) }),
    ReconciliationDelayed: ({ round, ...state }) => ({ ...state, round: round && { ...round, isDelayed: true } }),
    ReconciliationEnded: (state) => ({ ...state, round: null }),
  },
}

export const reconciliationKind = {
  events: reconciliationEvents,
} as const satisfies Kind<typeof reconciliationEvents>
