import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditEvents } from '#domain/credit-events.ts'
import { credits } from '#domain/credits.ts'
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
const held = (hold: number, amount: number, balance: number, from = [{ grantId: id(110), amount }]) =>
  ({ type: 'CreditsHeld', data: { userId, holdId: id(hold), amount, purpose, from, balance } }) as const
const hold = (...holds: [n: number, amount: number][]): Command => ({
  type: 'HoldCredits',
  data: { userId, holds: holds.map(([n, amount]) => ({ holdId: id(n), amount, purpose })) },
})
const capture = (n: number): Command => ({ type: 'CaptureCredits', data: { userId, holdId: id(n) } })
const release = (n: number): Command => ({ type: 'ReleaseCredits', data: { userId, holdId: id(n), reason: 'failed' } })

/** A grant by its number, to somebody who has nothing else; and `after` others. */
const grant = (n: number, amount: number) =>
  ({
    type: 'CreditsGranted',
    data: { userId, grantId: id(300 + n), amount, source: 'pack', comment: 'Pack', balance: amount },
  }) as const
const after = ({ type, data }: ReturnType<typeof grant>, balance: number) => ({ type, data: { ...data, balance } })
const takeBack = (n: number, of: number, returned: number): Command => ({
  type: 'TakeBackCredits',
  data: {
    userId,
    takeBackId: id(900 + n),
    grantId: id(300 + of),
    cause: 'refund',
    returned,
    paid: 500,
    comment: 'Refund',
  },
})
const paid = (n: number): Command => ({
  type: 'GrantPlanCredits',
  data: {
    userId,
    grantId: id(300 + n),
    plan: 'BASIC',
    source: 'plan',
    comment: 'Plan',
    from: '2026-11-22T00:00:00.000Z',
    through: '2026-12-22T00:00:00.000Z',
    payment: { interval: 'MONTHLY', returned: null },
  },
})
const giveBack = (n: number, of: number): Command => ({
  type: 'GiveBackCredits',
  data: { userId, takeBackId: id(900 + n), grantId: id(300 + of), comment: 'Won' },
})

const remove = (amount: number): Command => ({
  type: 'RemoveCredits',
  data: { userId, removalId: id(700 + amount), amount, comment: 'Given by mistake' },
})

/** What comes of commands, refused ones left out. */
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
  const from = [{ grantId: id(110), amount: 4 }]
  const wallet = [granted(10), held(11, 4, 6)] as const

  it('captures what was used, leaving the balance as it is', () =>
    givenWallet(...wallet)
      .when(capture(11))
      .emits({ type: 'CreditsCaptured', data: { userId, holdId: id(11), amount: 4, purpose, from, balance: 6 } }))

  it('releases what was not, giving it back', () =>
    givenWallet(...wallet)
      .when(release(11))
      .emits({
        type: 'CreditsReleased',
        data: { userId, holdId: id(11), amount: 4, purpose, from, reason: 'failed', balance: 10 },
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

describe('where credits come from', () => {
  const [old, young] = [grant(1, 10), grant(2, 20)]
  const from = (...shares: [n: number, amount: number][]) =>
    shares.map(([n, amount]) => ({ grantId: id(300 + n), amount }))

  it('they are spent from the oldest grant that has some left', () =>
    givenWallet(old, after(young, 30))
      .when(hold([11, 4], [12, 9]))
      .emits(held(11, 4, 26, from([1, 4])), held(12, 9, 17, from([1, 6], [2, 3]))))

  it('what is released goes back to where it came from, and is spent from there again', () =>
    givenWallet(old, after(young, 30), held(11, 10, 20, from([1, 10])), {
      type: 'CreditsReleased',
      data: { userId, holdId: id(11), amount: 10, purpose, from: from([1, 10]), reason: 'failed', balance: 30 },
    })
      .when(hold([12, 12]))
      .emits(held(12, 12, 18, from([1, 10], [2, 2]))))

  it('a hold of before, which does not say, was of the oldest', () => {
    const { from: _from, ...before } = held(11, 12, 18).data
    givenWallet(old, after(young, 30), { type: 'CreditsHeld', data: before })
      .when(capture(11))
      .emits({ type: 'CreditsCaptured', data: { ...before, from: from([1, 10], [2, 2]) } })
  })
})

describe('credits whose money goes back', () => {
  const spent = held(11, 60, 40, [{ grantId: id(301), amount: 60 }])
  const takenBack = (amount: number, owed: number, balance: number) =>
    ({
      type: 'CreditsTakenBack',
      data: {
        userId,
        takeBackId: id(901),
        grantId: id(301),
        cause: 'refund' as const,
        amount,
        owed,
        comment: 'Refund',
        balance,
      },
    }) as const

  it('are taken, as far as they are unspent; the rest is owed', () => {
    givenWallet(grant(1, 100))
      .when(takeBack(1, 1, 500))
      .emits(takenBack(100, 0, 0))
    givenWallet(grant(1, 100), spent)
      .when(takeBack(1, 1, 500))
      .emits(takenBack(40, 60, 0))
  })

  it('are those of that grant, and of no other', () =>
    givenWallet(grant(1, 100), { ...spent, data: { ...spent.data, balance: 40 } }, after(grant(2, 50), 90))
      .when(takeBack(1, 1, 500))
      .emits(takenBack(40, 60, 50)))

  it('are taken in proportion for a part of the money, all of it counted each time', () => {
    givenWallet(grant(1, 100))
      .when(takeBack(1, 1, 125))
      .emits(takenBack(25, 0, 75))
    givenWallet(grant(1, 100), takenBack(25, 0, 75))
      .when(takeBack(1, 1, 250))
      .emits(takenBack(25, 0, 50))
    givenWallet(grant(1, 100), takenBack(50, 0, 50))
      .when(takeBack(1, 1, 250), takeBack(1, 1, 125))
      .emitsNothing()
  })

  it('are not asked back twice by a refund and a dispute of the same payment', () =>
    givenWallet(grant(1, 100), takenBack(100, 0, 0))
      .when(takeBack(2, 1, 500))
      .emitsNothing())

  it('are settled from what is granted next', () =>
    givenWallet(grant(1, 100), spent, takenBack(40, 60, 0))
      .when({ type: 'GrantCredits', data: { userId, grantId: id(302), amount: 80, source: 'pack', comment: 'Pack' } })
      .emits(
        {
          type: 'CreditsGranted',
          data: { userId, grantId: id(302), amount: 80, source: 'pack', comment: 'Pack', balance: 80 },
        },
        {
          type: 'OwedCreditsSettled',
          data: {
            userId,
            grantId: id(302),
            amount: 60,
            balance: 20,
            settled: [{ takeBackId: id(901), amount: 60 }],
          },
        },
      ))

  it('are settled from a hold that comes back: it was unspent after all', () =>
    givenWallet(grant(1, 100), spent, takenBack(40, 60, 0))
      .when(release(11))
      .emits(
        {
          type: 'CreditsReleased',
          data: { ...spent.data, reason: 'failed', balance: 60 },
        },
        {
          type: 'OwedCreditsSettled',
          data: {
            userId,
            grantId: id(301),
            amount: 60,
            balance: 0,
            settled: [{ takeBackId: id(901), amount: 60 }],
          },
        },
      ))

  it('are given back when a dispute is won, and nothing is owed any more', () =>
    givenWallet(grant(1, 100), spent, takenBack(40, 60, 0))
      .when(giveBack(1, 1))
      .emits({
        type: 'CreditsGivenBack',
        data: {
          userId,
          takeBackId: id(901),
          grantId: id(301),
          amount: 40,
          forgiven: 60,
          to: [{ grantId: id(301), amount: 40 }],
          comment: 'Won',
          balance: 40,
        },
      }))

  it('are not taken by a dispute that is known to be won', () =>
    givenWallet(grant(1, 100), {
      type: 'CreditsGivenBack',
      data: {
        userId,
        takeBackId: id(901),
        grantId: id(301),
        amount: 0,
        forgiven: 0,
        to: [],
        comment: 'Won',
        balance: 100,
      },
    })
      .when(takeBack(1, 1, 500), giveBack(1, 1))
      .emitsNothing())

  it('are asked for again of a grant that is not known yet', () =>
    givenWallet()
      .when(takeBack(1, 1, 500))
      .rejects('grant_not_found'))

  it('are granted again for a plan that is paid for again', () => {
    const history = run([paid(1), takeBack(1, 1, 500), paid(2), takeBack(2, 2, 250), paid(3), paid(4)])
    expect(history.map(({ type, data }) => [type, data.amount])).toEqual([
      ['CreditsGranted', 500],
      ['CreditsTakenBack', 500],
      ['CreditsGranted', 500],
      ['CreditsTakenBack', 250],
      ['CreditsGranted', 250],
      // It was paid for, and adds nothing: a refund of it will find it.
      ['CreditsGranted', 0],
    ])
  })
})

describe('credits that an admin removes', () => {
  it('come off the oldest grants, with the reason', () =>
    givenWallet(grant(1, 30), after(grant(2, 100), 130))
      .when(remove(50))
      .emits({
        type: 'CreditsRemoved',
        data: {
          userId,
          removalId: id(750),
          amount: 50,
          comment: 'Given by mistake',
          from: [
            { grantId: id(301), amount: 30 },
            { grantId: id(302), amount: 20 },
          ],
          balance: 80,
        },
      }))

  it('are never those that are held: all of the amount is refused', () =>
    givenWallet(grant(1, 100), held(1, 80, 20, [{ grantId: id(301), amount: 80 }]))
      .when(remove(21))
      .rejects('credits_not_available', { available: 20 }))

  it('are not owed when the payment is refunded later', () => {
    const taken = run([
      { type: 'GrantCredits', data: { userId, grantId: id(301), amount: 100, source: 'pack', comment: 'Pack' } },
      remove(40),
      takeBack(1, 1, 500),
    ])[2]
    expect(taken?.data).toMatchObject({ amount: 60, owed: 0, balance: 0 })
  })
})

describe('whatever is asked in whatever order', () => {
  const holdIds = fc.integer({ min: 1, max: 12 })
  const amounts = fc.integer({ min: 1, max: 40 })
  const anyCommand: fc.Arbitrary<Command> = fc.oneof(
    fc.tuple(holdIds, amounts).map(
      ([n, amount]): Command => ({
        type: 'GrantCredits',
        data: { userId, grantId: id(300 + n), amount, source: 'pack', comment: '' },
      }),
    ),
    fc.array(fc.tuple(holdIds, amounts), { minLength: 1, maxLength: 3 }).map((holds) => hold(...holds)),
    holdIds.map(capture),
    holdIds.map(release),
    fc.tuple(holdIds, holdIds, fc.integer({ min: 0, max: 600 })).map(([n, of, returned]) => takeBack(n, of, returned)),
    fc.tuple(holdIds, holdIds).map(([n, of]) => giveBack(n, of)),
    amounts.map(remove),
  )

  const moves: Record<Event['type'], 1 | 0 | -1> = {
    CreditsGranted: 1,
    CreditsReleased: 1,
    CreditsGivenBack: 1,
    CreditsCaptured: 0,
    CreditsHeld: -1,
    CreditsTakenBack: -1,
    OwedCreditsSettled: -1,
    CreditsRemoved: -1,
  }

  it('what may be spent is never below zero, and always what the lines of the ledger come to', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
        const history = run(commands)
        const { available, grants } = stateOf(credits, history)
        const sum = history.reduce((total, { type, data }) => total + moves[type] * data.amount, 0)
        expect(history.every(({ data }) => data.balance >= 0)).toBe(true)
        expect(available).toBe(sum)
        expect(available).toBe(grants.reduce((total, { left }) => total + left, 0))
        expect(available).toBe(history.at(-1)?.data.balance ?? 0)
      }),
    )
  })

  it('each granted credit is left, held, spent, taken, removed or has settled what was owed, and each that was asked back is accounted for', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 80 }), (commands) => {
        const history = run(commands)
        const { grants, open, takeBacks } = stateOf(credits, history)
        const ended = history
          .filter(({ type }) => type === 'CreditsCaptured' || type === 'CreditsRemoved')
          .map(({ data }) => data)
        const sharesOf = (grantId: string, holds: readonly { from?: { grantId: string; amount: number }[] }[]) =>
          holds
            .flatMap(({ from = [] }) => from)
            .reduce((sum, share) => (share.grantId === grantId ? sum + share.amount : sum), 0)
        for (const { id, amount, left } of grants) {
          const asks = Object.values(takeBacks)
          const taken = asks
            .filter(({ grantId }) => grantId === id)
            .reduce(
              (sum, ask) => sum + ask.claimed - ask.owed - ask.settled.reduce((all, each) => all + each.amount, 0),
              0,
            )
          const settled = sharesOf(
            id,
            asks.map((ask) => ({ from: [...ask.settled] })),
          )
          const [inHolds, gone] = [sharesOf(id, Object.values(open)), sharesOf(id, ended as never)]
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left + inHolds + gone + taken + settled).toBe(amount)
        }
        for (const { claimed, owed } of Object.values(takeBacks)) expect(owed).toBeLessThanOrEqual(claimed)
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
