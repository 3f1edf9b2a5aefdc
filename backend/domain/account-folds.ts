import type { z } from 'zod'
import { billing } from './billing.ts'
import { type Billing, noBilling } from './billing-state.ts'
import { CreditSource, type creditEvents } from './credit-events.ts'
import { credits } from './credits.ts'
import { type AnyDecider, stateOf } from './decider.ts'
import { lookEvents } from './looks.ts'
import { type userEvents, users } from './users.ts'

/** A stored event, upcast to its present shape. `at` is an ISO time. */
export interface AccountEvent {
  eventId: string
  type: string
  stream: string
  revision: number
  position: bigint
  at: string
  data: Readonly<Record<string, unknown>>
  /** The actor and device of the event, as far as its metadata records them. */
  metadata: Readonly<Record<string, unknown>>
}

/** A state machine over account events. `evolve` ignores event types that it does not know. */
export interface Fold<State> {
  initial: State
  evolve(state: State, event: AccountEvent): State
}

const decided = <State>(
  { evolve }: Pick<AnyDecider, 'evolve'>,
  initial: State,
  { type, data, at }: AccountEvent,
): State => stateOf({ evolve, initial }, [{ type, data, metadata: { at } }])

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The decider's state of a user, extended by facts that only the events record. */
export interface PersonPast {
  user: typeof users.initial
  registeredAt: string | null
  method: string | null
  banReason: string | null
  impersonations: Readonly<Record<string, { impersonatorId: string; since: string }>>
}

const without = <Value>(all: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> => {
  const { [key]: _gone, ...rest } = all
  return rest
}

type Note<Past> = (past: Past, event: AccountEvent) => Partial<Past>

const personNotes: Readonly<Record<string, Note<PersonPast>>> = {
  UserRegistered: (_past, { at, data }) => ({ registeredAt: at, method: text(data.method) }),
  UserBanned: (_past, { data }) => ({ banReason: text(data.reason) || null }),
  UserUnbanned: () => ({ banReason: null }),
  ImpersonationBegan: ({ impersonations }, { at, data }) => ({
    impersonations: {
      ...impersonations,
      [text(data.sessionId)]: { impersonatorId: text(data.impersonatorId), since: at },
    },
  }),
  ImpersonationEnded: ({ impersonations }, { data }) => ({
    impersonations: without(impersonations, text(data.sessionId)),
  }),
} satisfies Partial<Record<keyof typeof userEvents, Note<PersonPast>>>

const person: Fold<PersonPast> = {
  initial: { user: users.initial, registeredAt: null, method: null, banReason: null, impersonations: {} },
  evolve: (past, event) => ({
    ...past,
    user: decided(users, past.user, event),
    ...personNotes[event.type]?.(past, event),
  }),
}

/** Maps an unknown credit source, recorded by a newer version, to 'admin'. */
const Source = CreditSource.catch('admin')

/** The wallet, extended by the source of each grant and the start of each hold. */
export interface WalletPast {
  wallet: typeof credits.initial
  grants: Readonly<Record<string, { source: z.infer<typeof Source>; at: string }>>
  held: Readonly<Record<string, string>>
}

const walletNotes: Readonly<Record<string, Note<WalletPast>>> = {
  CreditsGranted: ({ grants }, { at, data }) => ({
    grants: { ...grants, [text(data.grantId)]: { source: Source.parse(data.source), at } },
  }),
  CreditsHeld: ({ held }, { at, data }) => ({ held: { ...held, [text(data.holdId)]: at } }),
  CreditsCaptured: ({ held }, { data }) => ({ held: without(held, text(data.holdId)) }),
  CreditsReleased: ({ held }, { data }) => ({ held: without(held, text(data.holdId)) }),
} satisfies Partial<Record<keyof typeof creditEvents, Note<WalletPast>>>

const wallet: Fold<WalletPast> = {
  initial: { wallet: credits.initial, grants: {}, held: {} },
  evolve: (past, event) => ({
    ...past,
    wallet: decided(credits, past.wallet, event),
    ...walletNotes[event.type]?.(past, event),
  }),
}

const paid: Fold<Billing> = { initial: noBilling, evolve: (state, event) => decided(billing, state, event) }

const looked: Fold<number> = { initial: 0, evolve: (looks, { type }) => (type in lookEvents ? looks + 1 : looks) }

/** Folds of the streams that are named after an account, by category. */
export const ownFolds = { users: person, credits: wallet, billing: paid, looks: looked }
export type OwnKind = keyof typeof ownFolds
export type OwnStates = { [Kind in OwnKind]: (typeof ownFolds)[Kind]['initial'] }

export const nothingYet: OwnStates = {
  users: person.initial,
  credits: wallet.initial,
  billing: paid.initial,
  looks: looked.initial,
}

export const evolved = <Kind extends OwnKind>(states: OwnStates, kind: Kind, event: AccountEvent): OwnStates => {
  const fold = ownFolds[kind] as unknown as Fold<OwnStates[Kind]>
  return { ...states, [kind]: fold.evolve(states[kind], event) }
}
