import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditEvents, credits } from '#domain/credits.ts'
import { type MessageOf, Rejection, stateOf } from '#domain/decider.ts'
import { given } from '../given.ts'

type Command = MessageOf<typeof credits.commands>
type Event = MessageOf<typeof creditEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const userId = id(1)
const purpose = { kind: 'images', id: id(2), stream: `images-${id(2)}`, label: 'Image: Longlight Vista' }

const granted = (amount: number, balance = amount) =>
  ({
    type: 'CreditsGranted',
    data: { userId, grantId: id(100 + balance), amount, source: 'welcome', comment: 'Welcome', balance },
  }) as const
const held = (hold: number, amount: number, balance: number) =>
  ({ type: 'CreditsHeld', data: { userId, holdId: id(hold), amount, purpose, balance } }) as const
const hold = (...holds: [n: number, amount: number][]): Command => ({
  type: 'HoldCredits',
  data: { userId, holds: holds.map(([n, amount]) => ({ holdId: id(n), amount, purpose })) },
})
const capture = (n: number): Command => ({ type: 'CaptureCredits', data: { userId, holdId: id(n) } })
const release = (n: number): Command => ({ type: 'ReleaseCredits', data: { userId, holdId: id(n), reason: 'failed' } })

const givenWallet = given(credits)

describe('granting credits', () => {
  const grant: Command = {
    type: 'GrantCredits',
    data: { userId, grantId: id(9), amount: 100, source: 'admin', comment: 'A gift' },
  }

  it('adds to what may be spent', () =>
    givenWallet(granted(20))
      .when(grant)
      .emits({ type: 'CreditsGranted', data: { ...grant.data, balance: 120 } as never }))

  it('happens once for a grant, however often it is asked for', () =>
    givenWallet({ type: 'CreditsGranted', data: { ...grant.data, balance: 100 } as never })
      .when(grant)
      .emitsNothing())
})

describe('holding credits', () => {
  it('takes each hold off what may be spent', () =>
    givenWallet(granted(10))
      .when(hold([11, 4], [12, 4]))
      .emits(held(11, 4, 6), held(12, 4, 2)))

  it('refuses all of a request that the balance does not cover', () =>
    givenWallet(granted(7))
      .when(hold([11, 4], [12, 4]))
      .rejects('insufficient_credits', { needed: 8, available: 7 }))

  it('refuses a user who was never granted any', () =>
    givenWallet()
      .when(hold([11, 1]))
      .rejects('insufficient_credits', { needed: 1, available: 0 }))

  it('does not hold again what is held', () =>
    givenWallet(granted(10), held(11, 4, 6))
      .when(hold([11, 4]))
      .emitsNothing())
})

describe('ending a hold', () => {
  const wallet = [granted(10), held(11, 4, 6)] as const

  it('captures what was used, leaving the balance as it is', () =>
    givenWallet(...wallet)
      .when(capture(11))
      .emits({ type: 'CreditsCaptured', data: { userId, holdId: id(11), amount: 4, purpose, balance: 6 } }))

  it('releases what was not, giving it back', () =>
    givenWallet(...wallet)
      .when(release(11))
      .emits({
        type: 'CreditsReleased',
        data: { userId, holdId: id(11), amount: 4, purpose, reason: 'failed', balance: 10 },
      }))

  it('ends once: a captured hold is not released', () =>
    givenWallet(...wallet, {
      type: 'CreditsCaptured',
      data: { userId, holdId: id(11), amount: 4, purpose, balance: 6 },
    })
      .when(release(11))
      .emitsNothing())

  it('does nothing for a hold that never was', () => givenWallet(granted(5)).when(capture(99)).emitsNothing())
})

describe('whatever is asked in whatever order', () => {
  const holdIds = fc.integer({ min: 1, max: 12 })
  const amounts = fc.integer({ min: 1, max: 40 })
  const anyCommand: fc.Arbitrary<Command> = fc.oneof(
    fc.tuple(holdIds, amounts).map(
      ([n, amount]): Command => ({
        type: 'GrantCredits',
        data: { userId, grantId: id(200 + n), amount, source: 'admin', comment: '' },
      }),
    ),
    fc.array(fc.tuple(holdIds, amounts), { minLength: 1, maxLength: 3 }).map((holds) => hold(...holds)),
    holdIds.map(capture),
    holdIds.map(release),
  )

  const run = (commands: Command[]) => {
    const history: Event[] = []
    for (const { type, data } of commands) {
      try {
        history.push(...credits.decide[type](stateOf(credits, history), data as never))
      } catch (refused) {
        if (!(refused instanceof Rejection)) throw refused
      }
    }
    return history
  }

  it('the balance never goes below zero, and is always grants less captures less open holds', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
        const history = run(commands)
        const sum = (type: Event['type']) =>
          history.reduce((total, event) => (event.type === type ? total + event.data.amount : total), 0)
        const { balance, open } = stateOf(credits, history)
        const inHolds = Object.values(open).reduce((total, { amount }) => total + amount, 0)
        expect(history.every(({ data }) => data.balance >= 0)).toBe(true)
        expect(balance).toBe(sum('CreditsGranted') - sum('CreditsCaptured') - inHolds)
        expect(balance).toBe(history.at(-1)?.data.balance ?? 0)
      }),
    )
  })

  it('every event that was decided is of the shape it is declared to have', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
        for (const { type, data } of run(commands)) creditEvents[type].parse(data)
      }),
    )
  })
})
