import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { credits } from '#domain/credits.ts'
import { type Decider, Rejection } from '#domain/decider.ts'
import { type EventStore, EventStoreUnavailable, RevisionConflict } from '#eventstore'
import { commandHandler } from '../../backend/commands/handle.ts'
import { EventNotUnderstood } from '../../backend/commands/not-understood.ts'
import { memoryStore } from '../memory-store.ts'

const commands = { Take: z.object({ seat: z.string().trim() }), Note: z.object({}) }
const events = { SeatTaken: z.object({ seat: z.string() }), Noted: z.object({}) }
/** Two seats, each taken once; a note is not worth an event once there is one. */
const table: Decider<typeof commands, typeof events, { taken: readonly string[]; noted: boolean }> = {
  category: 'tables',
  commands,
  events,
  initial: { taken: [], noted: false },
  decide: {
    Take({ taken }, { seat }) {
      if (taken.includes(seat)) throw new Rejection('seat_taken')
      return [{ type: 'SeatTaken', data: { seat } }]
    },
    Note: ({ noted }) => (noted ? [] : [{ type: 'Noted', data: {} }]),
  },
  evolve: {
    SeatTaken: (state, { seat }) => ({ ...state, taken: [...state.taken, seat] }),
    Noted: (state) => ({ ...state, noted: true }),
  },
}

const by = (commandId: string = randomUUID()) => ({ actor: 'system', commandId, correlationId: commandId })
const take = (seat: string) => ({ type: 'Take', data: { seat } })

/** The store, counting what is asked of it. */
const counting = (store: EventStore) => {
  const calls = { reads: 0, appends: 0 }
  return {
    calls,
    store: {
      ...store,
      read: (...args: Parameters<EventStore['read']>) => {
        calls.reads++
        return store.read(...args)
      },
      append: (...args: Parameters<EventStore['append']>) => {
        calls.appends++
        return store.append(...args)
      },
    },
  }
}

/** Its first append is done, and nobody hears of it. */
const losingAnAnswer = (store: EventStore): EventStore => {
  let lose = true
  return {
    ...store,
    async append(...args) {
      const appended = await store.append(...args)
      if (!lose) return appended
      lose = false
      throw new EventStoreUnavailable('no answer')
    },
  }
}

describe('a command', () => {
  it('appends what it decides, with who and why, and answers where', async () => {
    const store = memoryStore()
    const metadata = by()
    const answer = await commandHandler(store).handle(table, '1', take(' north '), metadata)
    expect(answer).toMatchObject({ position: 1n, revision: 0n, events: 1 })
    expect(store.log).toMatchObject([{ stream: 'tables-1', type: 'SeatTaken', data: { seat: 'north' }, metadata }])
  })

  it('is parsed before it is decided, and unknown ones are a mistake of ours', async () => {
    const { handle } = commandHandler(memoryStore())
    const outcome = async (command: { type: string; data: unknown }) => handle(table, '1', command, by())
    await expect(outcome({ type: 'Take', data: {} })).rejects.toThrow(z.ZodError)
    await expect(outcome({ type: 'Burn', data: {} })).rejects.toThrow('tables has no command Burn')
  })

  it('that decides nothing answers the stream’s last place', async () => {
    const store = memoryStore()
    const { handle } = commandHandler(store)
    const first = await handle(table, '1', { type: 'Note', data: {} }, by())
    expect(await handle(table, '1', { type: 'Note', data: {} }, by())).toEqual({ ...first, events: 0, at: undefined })
    expect(store.log).toHaveLength(1)
  })

  it('reads a stream once, and then remembers it', async () => {
    const { store, calls } = counting(memoryStore())
    const { handle } = commandHandler(store)
    for (const seat of ['a', 'b', 'c']) await handle(table, '1', take(seat), by())
    expect(calls).toEqual({ reads: 1, appends: 3 })
  })

  it('is read for its state again, but for a position that is known', async () => {
    const { store, calls } = counting(memoryStore())
    const { handle, stateOf } = commandHandler(store)
    const { position } = await handle(table, '1', take('a'), by())
    const read = calls.reads
    expect(await stateOf(table, '1', { since: position })).toMatchObject({ taken: ['a'] })
    expect(calls.reads).toBe(read)
    await stateOf(table, '1', { since: position + 1n })
    await stateOf(table, '1')
    expect(calls.reads).toBe(read + 2)
  })

  it('remembers fewer streams whose states are large', async () => {
    const { store, calls } = counting(memoryStore())
    const { handle } = commandHandler(store, { remember: 10 })
    const large: typeof table = { ...table, bytesOf: () => 1_000 }
    for (const stream of ['1', '2', '1']) await handle(large, stream, take(randomUUID()), by())
    expect(calls.reads).toBe(3)
  })

  it.each([
    { streams: ['1', '2', '1'], remember: 100, reads: 2 },
    { streams: ['1', '2', '3', '1'], remember: 4, reads: 4 },
  ])('remembers no more than it is told to: $remember', async ({ streams, remember, reads }) => {
    const { store, calls } = counting(memoryStore())
    const { handle } = commandHandler(store, { remember })
    for (const stream of streams) await handle(table, stream, take(randomUUID()), by())
    expect(calls.reads).toBe(reads)
  })

  it.each(['before this process knew of it', 'while this process remembered it'])(
    'is not decided on a stream that a newer version wrote to %s',
    async (when) => {
      const store = memoryStore()
      const { handle, stateOf } = commandHandler(store)
      if (when.startsWith('while')) await handle(table, '1', take('a'), by())
      await store.append('tables-1', [{ id: randomUUID(), type: 'SeatBroken', data: {}, metadata: {} }], 'any')
      const length = store.log.length
      for (const asked of [take('b'), take('a'), { type: 'Note', data: {} }])
        await expect(handle(table, '1', asked, by())).rejects.toThrow(EventNotUnderstood)
      await expect(stateOf(table, '1')).rejects.toThrow('SeatBroken')
      expect(store.log).toHaveLength(length)
    },
  )
})

describe('a repeated command', () => {
  it('answers as the first did and does nothing, also when much has happened since, also in another process', async () => {
    const store = memoryStore()
    const here = commandHandler(store)
    const metadata = by()
    const first = await here.handle(table, '1', take('a'), metadata)
    await here.handle(table, '1', take('b'), by())
    expect(await here.handle(table, '1', take('a'), metadata)).toEqual(first)
    expect(await commandHandler(store).handle(table, '1', take('a'), metadata)).toEqual(first)
    expect(store.log).toHaveLength(2)
  })

  it('sent twice at once happens once', async () => {
    const store = memoryStore()
    const [here, there] = [commandHandler(store), commandHandler(store)]
    const metadata = by()
    const sent = [here, there, here].map(({ handle }) => handle(table, '1', take('a'), metadata))
    // The store answers whoever came second as it answered the first; when it happened, only the first has written.
    const [first, ...others] = (await Promise.all(sent)).map(({ at: _at, ...place }) => place)
    expect(others).toEqual([first, first])
    expect(store.log).toHaveLength(1)
  })

  it('that makes several events answers with all of them from a cold start', async () => {
    const store = memoryStore()
    const { handle } = commandHandler(store)
    const userId = randomUUID()
    const purpose = { kind: 'images', id: randomUUID(), stream: 'images-1', label: 'Image' }
    const grant = { userId, grantId: randomUUID(), amount: 9, source: 'welcome', comment: '' }
    await handle(credits, userId, { type: 'GrantCredits', data: grant }, by())
    const holds = [1, 2, 3].map((amount) => ({ holdId: randomUUID(), amount, purpose }))
    const metadata = by()
    const first = await handle(credits, userId, { type: 'HoldCredits', data: { userId, holds } }, metadata)
    expect(first).toMatchObject({ position: 4n, revision: 3n, events: 3 })
    const again = commandHandler(store).handle(
      credits,
      userId,
      { type: 'HoldCredits', data: { userId, holds } },
      metadata,
    )
    expect(await again).toEqual(first)
  })

  it('whose first answer was lost is known by its events’ ids', async () => {
    const store = memoryStore()
    const { handle } = commandHandler(losingAnAnswer(store))
    const metadata = by()
    await expect(handle(table, '1', take('a'), metadata)).rejects.toThrow(EventStoreUnavailable)
    expect(await handle(table, '1', take('a'), metadata)).toMatchObject({ position: 1n, revision: 0n, events: 1 })
    expect(store.log).toHaveLength(1)
  })
})

describe('a command that begins a stream', () => {
  const begins = { begins: true }

  it('is appended without a read, and what follows is decided on the stored events', async () => {
    const { store, calls } = counting(memoryStore())
    const { handle } = commandHandler(store)
    expect(await handle(table, '1', take('a'), by(), begins)).toMatchObject({ position: 1n, revision: 0n, events: 1 })
    expect(calls).toEqual({ reads: 0, appends: 1 })
    await expect(handle(table, '1', take('a'), by())).rejects.toThrow('seat_taken')
  })

  it('is decided by the stream where that has events already', async () => {
    const store = memoryStore()
    await commandHandler(store).handle(table, '1', take('a'), by())
    const { handle } = commandHandler(store)
    await expect(handle(table, '1', take('a'), by(), begins)).rejects.toThrow('seat_taken')
    expect(await commandHandler(store).handle(table, '1', take('b'), by(), begins)).toMatchObject({ revision: 1n })
    expect(await handle(table, '1', { type: 'Note', data: {} }, by(), begins)).toMatchObject({ revision: 2n })
    expect(store.log.map(({ type }) => type)).toEqual(['SeatTaken', 'SeatTaken', 'Noted'])
  })

  it('happens once: repeated, after a lost answer, in another process, and twice at once', async () => {
    const store = memoryStore()
    const metadata = by()
    const losing = commandHandler(losingAnAnswer(store))
    await expect(losing.handle(table, '1', take('a'), metadata, begins)).rejects.toThrow(EventStoreUnavailable)
    const processes = [losing, commandHandler(store), commandHandler(store)]
    const answers = await Promise.all(processes.map(({ handle }) => handle(table, '1', take('a'), metadata, begins)))
    for (const answer of answers) expect(answer).toMatchObject({ position: 1n, revision: 0n, events: 1 })
    await losing.handle(table, '1', take('b'), by())
    for (const { handle } of processes)
      expect(await handle(table, '1', take('a'), metadata, begins)).toMatchObject({ position: 1n, events: 1 })
    expect(store.log).toHaveLength(2)
  })

  it('that a rule refuses on the empty stream is refused, and appends nothing', async () => {
    const store = memoryStore()
    const refusing: typeof table = {
      ...table,
      decide: {
        ...table.decide,
        Take: () => {
          throw new Rejection('seat_missing')
        },
      },
    }
    await expect(commandHandler(store).handle(refusing, '1', take('a'), by(), begins)).rejects.toThrow('seat_missing')
    expect(store.log).toHaveLength(0)
  })
})

describe('commands that come at once', () => {
  const seats = (store: ReturnType<typeof memoryStore>) => store.log.map(({ data }) => (data as { seat: string }).seat)

  it('are appended as one, in the order in which they came, and each is answered its own place', async () => {
    const inner = memoryStore()
    const { store, calls } = counting(inner)
    const { handle } = commandHandler(store)
    const all = [by(), by(), by()]
    const answers = await Promise.all(all.map((metadata, n) => handle(table, '1', take(`${n}`), metadata)))
    expect(calls).toEqual({ reads: 1, appends: 1 })
    expect(inner.log).toMatchObject(all.map((metadata, n) => ({ data: { seat: `${n}` }, metadata })))
    expect(answers.map(({ revision, events }) => [revision, events])).toEqual([0n, 1n, 2n].map((at) => [at, 1]))
    // Whoever waits for the views until there sees all of it.
    expect(new Set(answers.map(({ position }) => position))).toEqual(new Set([3n]))
  })

  it('are decided each on those before it: who is refused, or has nothing to do, is so alone', async () => {
    const store = memoryStore()
    const { handle } = commandHandler(store)
    const note = { type: 'Note', data: {} }
    const asked = [take('a'), take('a'), note, note, take('b')].map((command) => handle(table, '1', command, by()))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.events : one.reason.code))).toEqual([
      ...[1, 'seat_taken', 1, 0, 1],
    ])
    expect(store.log.map(({ type }) => type)).toEqual(['SeatTaken', 'Noted', 'SeatTaken'])
  })

  it('of which one is a fault of ours leave the others as they are', async () => {
    const store = memoryStore()
    const faulty: typeof table = {
      ...table,
      decide: {
        ...table.decide,
        Note: () => {
          throw new TypeError('boom')
        },
      },
    }
    const { handle } = commandHandler(store)
    const asked = [take('a'), { type: 'Note', data: {} }, take('b')]
    const outcomes = await Promise.allSettled(asked.map((command) => handle(faulty, '1', command, by())))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(seats(store)).toEqual(['a', 'b'])
  })

  it('are decided anew where another process was first', async () => {
    const store = memoryStore()
    const [here, there] = [commandHandler(store), commandHandler(store)]
    await here.handle(table, '1', take('a'), by())
    await there.handle(table, '1', take('b'), by())
    const outcomes = await Promise.allSettled(['c', 'b', 'd'].map((seat) => here.handle(table, '1', take(seat), by())))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(seats(store)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('go in several appends where they are large', async () => {
    const { store, calls } = counting(memoryStore())
    const { handle } = commandHandler(store)
    await Promise.all(['a', 'b', 'c'].map((seat) => handle(table, '1', take(seat.repeat(150_000)), by())))
    expect(calls.appends).toBe(2)
  })

  it('are all told when nobody knows what became of them, and repeated they happen once', async () => {
    const store = memoryStore()
    const { handle } = commandHandler(losingAnAnswer(store))
    const asked = ['a', 'b'].map((seat) => [take(seat), by()] as const)
    const send = () => Promise.allSettled(asked.map((each) => handle(table, '1', ...each)))
    expect((await send()).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    asked.reverse()
    expect((await send()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(seats(store)).toEqual(['a', 'b'])
  })
})

describe('states that are read at once', () => {
  /** The store, whose reads of one stream are answered when the test says so, as they were when they began. */
  const heldReads = (store: EventStore) => {
    const releases: (() => void)[] = []
    const held: EventStore = {
      ...store,
      async read(...args) {
        const page = await store.read(...args)
        await new Promise<void>((release) => {
          releases.push(release)
        })
        return page
      },
    }
    return { held, releases }
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

  it('share the read that begins after all of them were requested', async () => {
    const store = memoryStore()
    const { held, releases } = heldReads(store)
    const { stateOf } = commandHandler(held)
    const first = stateOf(table, '1')
    await nextTurn()
    await commandHandler(store).handle(table, '1', take('a'), by())
    const others = Array.from({ length: 20 }, () => stateOf(table, '1'))
    releases[0]?.()
    expect((await first).taken).toEqual([])
    await nextTurn()
    releases[1]?.()
    for (const state of await Promise.all(others)) expect(state.taken).toEqual(['a'])
    expect(releases).toHaveLength(2)
  })

  it('share a failure too, and the next request reads again', async () => {
    const store = memoryStore()
    let fails = true
    const { stateOf } = commandHandler({
      ...store,
      async read(...args) {
        if (fails) throw new EventStoreUnavailable('the event store does not answer')
        return store.read(...args)
      },
    })
    const states = await Promise.allSettled([stateOf(table, '1'), stateOf(table, '1')])
    expect(states.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect((await stateOf(table, '1')).taken).toEqual([])
  })
})

describe('two writers', () => {
  it('re-decide: a rule holds whoever asks at once', async () => {
    const store = memoryStore()
    const [here, there] = [commandHandler(store), commandHandler(store)]
    await Promise.all([here.stateOf(table, '1'), there.stateOf(table, '1')])
    const outcomes = await Promise.allSettled([here, there].map(({ handle }) => handle(table, '1', take('a'), by())))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: new Rejection('seat_taken') })
  })

  it('read only what is new', async () => {
    const inner = memoryStore()
    const froms: (bigint | undefined)[] = []
    const store: EventStore = {
      ...inner,
      read(stream, options) {
        froms.push(options?.from)
        return inner.read(stream, options)
      },
    }
    const [here, there] = [commandHandler(store), commandHandler(inner)]
    await here.handle(table, '1', take('a'), by())
    await there.handle(table, '1', take('b'), by())
    await here.handle(table, '1', take('c'), by())
    expect(froms).toEqual([0n, 1n])
  })

  it('are refused by what is so, not by what one of them remembers', async () => {
    const store = memoryStore()
    const [here, there] = [commandHandler(store), commandHandler(store)]
    const userId = randomUUID()
    const hold = (amount: number) => {
      const purpose = { kind: 'images', id: randomUUID(), stream: 'images-1', label: 'Image' }
      return { type: 'HoldCredits', data: { userId, holds: [{ holdId: randomUUID(), amount, purpose }] } }
    }
    await expect(here.handle(credits, userId, hold(5), by())).rejects.toThrow('insufficient_credits')
    const grant = { userId, grantId: randomUUID(), amount: 5, source: 'pack', comment: '' }
    await there.handle(credits, userId, { type: 'GrantCredits', data: grant }, by())
    expect(await here.handle(credits, userId, hold(5), by())).toMatchObject({ events: 1 })
  })

  it('never spend more than there is, in any interleaving', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
        async (asks) => {
          const store = memoryStore()
          const processes = [commandHandler(store), commandHandler(store), commandHandler(store)]
          const userId = randomUUID()
          const grant = { userId, grantId: randomUUID(), amount: 20, source: 'welcome', comment: '' }
          await processes[0]?.handle(credits, userId, { type: 'GrantCredits', data: grant }, by())
          const outcomes = await Promise.allSettled(
            asks.map(([process, amount]) => {
              const purpose = { kind: 'images', id: randomUUID(), stream: 'images-1', label: 'Image' }
              const data = { userId, holds: [{ holdId: randomUUID(), amount, purpose }] }
              return processes[process]?.handle(credits, userId, { type: 'HoldCredits', data }, by())
            }),
          )
          const spent = asks.reduce((sum, [, amount], i) => sum + (outcomes[i]?.status === 'fulfilled' ? amount : 0), 0)
          const { available } = await commandHandler(store).stateOf(credits, userId)
          expect(available).toBe(20 - spent)
          expect(available).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 50 },
    ))

  it('that always come first are given way to in the end', async () => {
    const store = { ...memoryStore(), append: async (stream: string) => Promise.reject(new RevisionConflict(stream)) }
    await expect(commandHandler(store).handle(table, '1', take('a'), by())).rejects.toThrow(RevisionConflict)
  })
})
