import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conjurations } from '#domain/conjurations.ts'
import type { MessageOf } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { jobContext, sessionContext } from '../../backend/commands/context.ts'
import { dispatcher } from '../../backend/commands/dispatch.ts'
import { commandHandler } from '../../backend/commands/handle.ts'
import { stored } from '../../backend/projections/stored.ts'
import { memoryStore } from '../memory-store.ts'
import { rowsOf } from '../projections/envelope.ts'

/** When an event happened is a part of it, by one clock, and never before what it follows from. */

const start = Date.UTC(2026, 10, 22, 20)
const userId = randomUUID()
const someone = () =>
  sessionContext(randomUUID(), { userId, impersonatorId: null }, { requestId: 'r', isOperation: false })

type Store = ReturnType<typeof memoryStore>
/** A process with a clock of its own. */
const at = (store: Store, now: () => number) => dispatcher(commandHandler(store, { now }))

const create = (conjurationId: string): MessageOf<typeof conjurations.commands> => ({
  type: 'CreateConjuration',
  data: {
    conjurationId,
    userId,
    campaignId: null,
    collectionId: null,
    visibility: 'DM',
    copyOf: null,
    name: 'Hesper',
    description: '',
    tags: [],
  },
})
const rename = (conjurationId: string, name: string) =>
  ({ type: 'RenameConjuration', data: { conjurationId, name } }) as const
const timesIn = (store: Store) => store.log.map((event) => happenedAt(event).getTime() - start)

describe('an event', () => {
  it('happens now', async () => {
    const [store, id] = [memoryStore(), randomUUID()]
    await at(store, () => start + 5).dispatch(someone(), conjurations, id, create(id))
    expect(store.log[0]?.metadata.at).toBe(new Date(start + 5).toISOString())
  })

  it('happens not before its stream’s last, though the clock was set back', async () => {
    const [store, id] = [memoryStore(), randomUUID()]
    let now = start + 10
    const here = at(store, () => now)
    await here.dispatch(someone(), conjurations, id, create(id))
    now = start
    await here.dispatch(someone(), conjurations, id, rename(id, 'A'))
    await at(store, () => start + 3).dispatch(someone(), conjurations, id, rename(id, 'B'))
    now = start + 20
    await here.dispatch(someone(), conjurations, id, rename(id, 'C'))
    expect(timesIn(store)).toEqual([10, 10, 10, 20])
  })

  it('happens not before an older version’s, which the store dated', async () => {
    const [store, id] = [memoryStore(), randomUUID()]
    const { data } = create(id)
    const old = { id: randomUUID(), type: 'ConjurationCreated', data, metadata: {} }
    await store.append(`conjurations-${id}`, [old], 'none')
    await at(store, () => 0).dispatch(someone(), conjurations, id, rename(id, 'A'))
    const [created, renamed] = timesIn(store)
    expect(renamed).toBe(created)
  })

  it('is dated anew after a conflict', async () => {
    const [store, id] = [memoryStore(), randomUUID()]
    const [here, there] = [at(store, () => start + 1), at(store, () => start + 50)]
    await here.dispatch(someone(), conjurations, id, create(id))
    await there.dispatch(someone(), conjurations, id, rename(id, 'A'))
    // This process remembers the stream as it was before.
    await here.dispatch(someone(), conjurations, id, rename(id, 'B'))
    expect(timesIn(store)).toEqual([1, 50, 50])
  })

  it('happens not before what caused it: the event of a job, or what else the same request did', async () => {
    const store = memoryStore()
    const [cause, effect, other] = [randomUUID(), randomUUID(), randomUUID()]
    await at(store, () => start + 30).dispatch(someone(), conjurations, cause, create(cause))
    const [event] = store.log
    if (!event) throw new Error('nothing was appended')
    const behind = at(store, () => start)
    const job = jobContext('copy', stored(event).event)
    await behind.dispatch(job, conjurations, effect, create(effect))
    const request = someone()
    await behind.dispatch(request, conjurations, cause, rename(cause, 'A'))
    await behind.dispatch(request, conjurations, other, create(other))
    expect(timesIn(store)).toEqual([30, 30, 30, 30])
  })

  it('is never earlier than the one before it in its stream, nor than its cause, whatever the clocks do', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            process: fc.nat({ max: 2 }),
            stream: fc.nat({ max: 2 }),
            clock: fc.integer({ min: -1000, max: 1000 }),
            because: fc.option(fc.nat()),
          }),
          { maxLength: 15 },
        ),
        async (happening) => {
          const store = memoryStore()
          let now = start
          const processes = [0, 1, 2].map(() => at(store, () => now))
          const ids = [0, 1, 2].map(() => randomUUID())
          const causes: (readonly [effect: string, cause: string])[] = []
          const acting = happening.map(({ process, stream, clock, because }, n) => async () => {
            now = start + clock
            const id = ids[stream] as string
            const cause = because === null ? undefined : store.log[because % Math.max(store.log.length, 1)]
            const context = cause ? jobContext(`act ${n}`, stored(cause).event) : someone()
            const before = store.log.length
            await processes[process]?.dispatch(context, conjurations, id, create(id))
            await processes[process]?.dispatch(context, conjurations, id, rename(id, `Name ${n}`))
            if (cause) for (const one of store.log.slice(before)) causes.push([one.id, cause.id])
          })
          for (const act of acting) await act()
          const times = new Map(store.log.map((event) => [event.id, Date.parse(String(event.metadata.at))]))
          for (const id of ids) {
            const own = store.log.filter(({ stream }) => stream.endsWith(id)).map((event) => times.get(event.id) ?? 0)
            expect(own).toEqual(own.toSorted((a, b) => a - b))
          }
          for (const [effect, cause] of causes)
            expect(times.get(effect)).toBeGreaterThanOrEqual(times.get(cause) ?? Number.POSITIVE_INFINITY)
        },
      ),
      { numRuns: 100 },
    ))
})

describe('a log', () => {
  it('that is copied into another store keeps its dates, in events and in views', async () => {
    const [store, copy, id] = [memoryStore(), memoryStore(), randomUUID()]
    let now = start
    const here = at(store, () => now)
    await here.dispatch(someone(), conjurations, id, create(id))
    now += 1000
    await here.dispatch(someone(), conjurations, id, rename(id, 'A'))
    for (const { stream, id, type, data, metadata } of store.log)
      await copy.append(stream, [{ id, type, data, metadata }], 'any')
    const rows = (log: Store['log']) => rowsOf(conjurationsView, ...log.map((event) => stored(event).event))
    expect(rows(copy.log)).toEqual(rows(store.log))
    expect(rows(copy.log)).toMatchObject([
      { createdAt: new Date(start).toISOString(), updatedAt: new Date(start + 1000).toISOString() },
    ])
  })

  it.each([
    undefined,
    5,
    'yesterday',
    '2026-11-22',
    '2026-13-45T00:00:00Z',
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59-23:00',
  ])('that says %s is dated as the store has it, and is otherwise as it was', (said) => {
    const created = new Date(start)
    const metadata = { actor: userId, commandId: 'c', correlationId: 'r', at: said }
    expect(happenedAt({ metadata, created })).toEqual(created)
    const event = { id: 'e', type: 'T', data: {}, stream: 't-1', revision: 0n, position: 1n, metadata, created }
    expect(stored(event).event).toMatchObject({ at: created.toISOString(), metadata: { actor: userId } })
  })

  it('dated elsewhere is read in our time', () =>
    expect(happenedAt({ metadata: { at: '2026-11-22T22:00:00+02:00' }, created: new Date(0) })).toEqual(
      new Date(start),
    ))
})
