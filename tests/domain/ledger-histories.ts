import fc from 'fast-check'
import type { creditEvents } from '#domain/credit-events.ts'
import { credits } from '#domain/credits.ts'
import { type MessageOf, Rejection, stateOf } from '#domain/decider.ts'
import type { Recorded } from '#domain/ledger.ts'

type Command = MessageOf<typeof credits.commands>
type Event = MessageOf<typeof creditEvents>

export const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const userId = id(1)
const kinds = ['images', 'image-edits', 'generations'] as const
export const purposeOf = (n: number) => {
  const kind = kinds[n % kinds.length] ?? 'images'
  return { kind, id: id(5000 + n), stream: `${kind}-${id(5000 + n)}`, label: `Work ${n}` }
}

export const grant = (n: number, amount: number, source: 'welcome' | 'pack' | 'admin' = 'pack'): Command => ({
  type: 'GrantCredits',
  data: { userId, grantId: id(300 + n), amount, source, comment: `${amount} credits` },
})
export const hold = (...holds: [n: number, amount: number][]): Command => ({
  type: 'HoldCredits',
  data: { userId, holds: holds.map(([n, amount]) => ({ holdId: id(100 + n), amount, purpose: purposeOf(n) })) },
})
export const capture = (n: number): Command => ({ type: 'CaptureCredits', data: { userId, holdId: id(100 + n) } })
export const release = (n: number): Command => ({
  type: 'ReleaseCredits',
  data: { userId, holdId: id(100 + n), reason: 'cancelled' },
})
export const takeBack = (n: number, of: number, returned: number): Command => ({
  type: 'TakeBackCredits',
  data: {
    userId,
    takeBackId: id(900 + n),
    grantId: id(300 + of),
    cause: 'refund',
    returned,
    paid: 500,
    comment: 'Money given back',
  },
})
export const giveBack = (n: number, of: number): Command => ({
  type: 'GiveBackCredits',
  data: { userId, takeBackId: id(900 + n), grantId: id(300 + of), comment: 'Dispute settled for you' },
})
export const remove = (n: number, amount: number): Command => ({
  type: 'RemoveCredits',
  data: { userId, removalId: id(700 + n), amount, comment: 'Given by mistake' },
})
const plan = (n: number, month: number): Command => ({
  type: 'GrantPlanCredits',
  data: {
    userId,
    grantId: id(400 + n),
    plan: 'BASIC',
    source: 'plan',
    comment: 'Basic plan, monthly',
    from: `2026-${pad(month)}-01T00:00:00.000Z`,
    through: `2026-${pad(month + 1)}-01T00:00:00.000Z`,
    payment: { interval: 'MONTHLY', returned: null },
  },
})
const pad = (n: number) => String(n).padStart(2, '0')

/** Events of commands, one after the other a day apart; refused ones are left out. A command is a request of its own. */
export const recorded = (commands: readonly Command[]): Recorded[] => {
  const events: (Event & { request: number })[] = []
  let wallet = credits.initial
  for (const [request, { type, data }] of commands.entries()) {
    try {
      const decided = credits.decide[type](wallet, data as never)
      wallet = stateOf({ ...credits, initial: wallet }, decided)
      events.push(...decided.map((event) => ({ ...event, request })))
    } catch (refused) {
      if (!(refused instanceof Rejection)) throw refused
    }
  }
  return events.map(({ type, data, request }, revision) => ({
    type,
    data,
    revision,
    id: id(10_000 + revision),
    position: String(100 + 10 * revision),
    at: new Date(Date.UTC(2026, 0, 1 + revision)).toISOString(),
    metadata: { correlationId: id(20_000 + request), causationId: id(30_000 + request) },
  }))
}

/** As events were once: without the grants that their credits are of. */
export const withoutGrants = (events: readonly Recorded[]): Recorded[] =>
  events.map((event) => {
    if (event.type === 'CreditsRemoved') return event
    const { from: _from, ...data } = event.data as { from?: unknown }
    return { ...event, data }
  })

const few = fc.integer({ min: 1, max: 12 })
const amounts = fc.integer({ min: 1, max: 40 })
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc
    .tuple(few, amounts, fc.constantFrom('welcome' as const, 'pack' as const, 'admin' as const))
    .map(([n, amount, source]) => grant(n, amount, source)),
  fc.tuple(few, fc.integer({ min: 1, max: 11 })).map(([n, month]) => plan(n, month)),
  fc.array(fc.tuple(few, amounts), { minLength: 1, maxLength: 3 }).map((holds) => hold(...holds)),
  few.map(capture),
  few.map(release),
  fc.tuple(few, few, fc.integer({ min: 0, max: 600 })).map(([n, of, returned]) => takeBack(n, of, returned)),
  fc.tuple(few, few).map(([n, of]) => giveBack(n, of)),
  fc.tuple(few, amounts).map(([n, amount]) => remove(n, amount)),
)
/** Any history that the rules of credits let come to be. */
export const anyHistory: fc.Arbitrary<Recorded[]> = fc.array(anyCommand, { maxLength: 80 }).map(recorded)
