import type { z } from 'zod'
import type { creditEvents } from './credit-events.ts'
import { type Share, sumOf } from './credit-grants.ts'
import { credits, type Wallet } from './credits.ts'
import type { MessageOf } from './decider.ts'
import type { EntryKind, LedgerEntry, Thread } from './ledger-answers.ts'

/** A stored event of the user's stream, decrypted and upcast. */
export interface Recorded {
  id: string
  type: string
  data: unknown
  /** Decimal. */
  position: string
  /** Revision in its stream, from 0. */
  revision: number
  /** ISO time. */
  at: string
  metadata: { correlationId?: string; causationId?: string }
}

type Event = MessageOf<typeof creditEvents>
type Data<Type extends Event['type']> = z.infer<(typeof creditEvents)[Type]>

/**
 * The effect of an event, derived with the wallet before and after it: older events do not name their grants, but the
 * wallet does.
 */
interface Said {
  kind: EntryKind
  for: string
  credits: number
  /** The changes of the available and the held credits. */
  available: number
  held: number
  grants: readonly Share[]
  others?: readonly Pick<Thread, 'kind' | 'id' | 'credits'>[]
}

const kindOfGrant = ({ source }: Data<'CreditsGranted'>): EntryKind =>
  source === 'pack' ? 'purchase' : source === 'admin' ? 'admin-grant' : 'grant'

const ending = (
  kind: EntryKind,
  credits: number,
  { open }: Wallet,
  { holdId, purpose, amount }: Data<'CreditsHeld'>,
) => {
  const hold = open[holdId]
  return {
    kind,
    for: purpose.label,
    credits,
    grants: hold?.from ?? [],
    available: kind === 'release' ? amount : 0,
    held: hold ? -amount : 0,
    others: [{ kind: 'hold', id: holdId, credits: amount }] as const,
  }
}

const says: { [Type in Event['type']]: (data: Data<Type>, before: Wallet, after: Wallet) => Said } = {
  CreditsGranted: (data) => ({
    kind: kindOfGrant(data),
    for: data.comment,
    credits: data.amount,
    available: data.amount,
    held: 0,
    grants: [data],
  }),
  CreditsHeld: ({ holdId: id, amount, purpose }, _before, { open }) => ({
    kind: 'hold',
    for: purpose.label,
    credits: amount,
    available: -amount,
    held: amount,
    grants: open[id]?.from ?? [],
    others: [{ kind: 'hold', id, credits: amount }],
  }),
  CreditsCaptured: (data, before) => ending('capture', -data.amount, before, data),
  CreditsReleased: (data, before) => ending('release', data.amount, before, data),
  CreditsTakenBack: ({ takeBackId: id, grantId, amount, owed, comment }) => ({
    kind: 'take-back',
    for: comment,
    credits: 0 - amount,
    available: 0 - amount,
    held: 0,
    grants: [{ grantId, amount }],
    others: [{ kind: 'take-back', id, credits: amount + owed }],
  }),
  OwedCreditsSettled: ({ grantId, amount, settled }) => ({
    kind: 'settlement',
    for: 'Settles what was owed',
    credits: -amount,
    available: -amount,
    held: 0,
    grants: [{ grantId, amount }],
    others: settled.map(({ takeBackId: id, amount: credits }) => ({ kind: 'take-back', id, credits })),
  }),
  CreditsGivenBack: ({ takeBackId: id, amount, forgiven, to, comment }) => ({
    kind: 'give-back',
    for: comment,
    credits: amount,
    available: amount,
    held: 0,
    grants: to,
    others: [{ kind: 'take-back', id, credits: amount + forgiven }],
  }),
  CreditsRemoved: ({ amount, from, comment }) => ({
    kind: 'removal',
    for: comment,
    credits: -amount,
    available: -amount,
    held: 0,
    grants: from,
  }),
}

const isCredits = (type: string): type is Event['type'] => type in says

/** The user's credits after a number of events. */
export interface Ledger {
  entries: LedgerEntry[]
  wallet: Wallet
}

/** An incremental fold of a ledger: one entry per event, in order. */
export interface LedgerFold {
  add(event: Recorded): void
  end(): Ledger
}

/**
 * Folds the ledger from the events of the user's credits stream, continuing from `known`, which is not modified. The
 * available credits are summed up here rather than copied from the events, so that `checksOf` can compare both.
 */
export const ledgerFold = (known?: Ledger): LedgerFold => {
  const entries = [...(known?.entries ?? [])]
  let wallet = known?.wallet ?? credits.initial
  const last = entries.at(-1)
  let [available, held] = [last?.available ?? 0, last?.held ?? 0]
  /** The first event of each grant, hold and take-back, and the source of each grant. */
  const began = new Map<string, Pick<Thread, 'eventId' | 'source'>>()
  for (const { threads } of entries) for (const thread of threads) began.set(thread.id, thread)

  return {
    add({ id: eventId, type, data, position, at, revision, metadata }) {
      if (!isCredits(type)) return
      const before = wallet
      wallet = evolve(before, type, data, at)
      const said = say(type, data, before, wallet)
      available += said.available
      held += said.held
      const { source, work, reason, cause } = about(data)
      const thread = ({ kind, id, credits }: Pick<Thread, 'kind' | 'id' | 'credits'>): Thread => {
        const first = began.get(id) ?? { eventId, source: kind === 'grant' ? source : null }
        began.set(id, first)
        return { kind, id, eventId: first.eventId, credits, source: first.source }
      }
      // Builds one object literal: spreading several into it took as long as the rest of the entry.
      entries.push({
        eventId,
        position,
        at,
        entry: revision + 1,
        kind: said.kind,
        for: said.for,
        credits: said.credits,
        source,
        work,
        reason,
        cause,
        change: said.available + said.held,
        held,
        available,
        balance: available + held,
        owed: owedIn(wallet),
        threads: [
          ...(said.others?.map(thread) ?? []),
          ...said.grants.map(({ grantId: id, amount: credits }) => thread({ kind: 'grant', id, credits })),
        ],
        correlationId: metadata.correlationId ?? eventId,
        causationId: metadata.causationId ?? null,
        link: null,
      })
    },
    end: () => ({ entries, wallet }),
  }
}

export const ledgerOf = (events: Iterable<Recorded>, known?: Ledger): Ledger => {
  const fold = ledgerFold(known)
  for (const event of events) fold.add(event)
  return fold.end()
}

const evolve = (wallet: Wallet, type: Event['type'], data: unknown, at: string): Wallet =>
  credits.evolve[type](wallet, data as never, { at })
const say = (type: Event['type'], data: unknown, before: Wallet, after: Wallet): Said =>
  says[type](data as never, before, after)

const about = (data: unknown): Pick<LedgerEntry, 'source' | 'work' | 'reason' | 'cause'> => {
  const { source, purpose, reason, cause } = data as Partial<
    Data<'CreditsGranted'> & Data<'CreditsReleased'> & Data<'CreditsTakenBack'>
  >
  const work = purpose ? { kind: purpose.kind, id: purpose.id, stream: purpose.stream } : null
  return { source: source ?? null, work, reason: reason ?? null, cause: cause ?? null }
}

export const owedIn = ({ takeBacks }: Wallet): number =>
  sumOf(Object.values(takeBacks).map(({ owed: amount }) => ({ amount })))
