import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { credits } from '#domain/credits.ts'
import { type AnyDecider, type Decider, stateOf } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { operations } from '#domain/operations.ts'
import { sessions } from '#domain/sessions.ts'
import { upcast } from '#domain/upcasters.ts'
import { users } from '#domain/users.ts'
import type { EventStore } from '#eventstore'
import { commandHandler } from '../../backend/commands/handle.ts'
import { eventId } from '../../backend/commands/ids.ts'
import { rulesKey } from '../../backend/commands/rules-key.ts'
import { decodeSnapshot, encodeSnapshot, type Snapshots } from '../../backend/commands/snapshots.ts'
import { memoryStore } from '../memory-store.ts'
import { readRecorded } from '../recorded/log.ts'

const counted: Decider<{ Count: z.ZodObject }, { Counted: z.ZodObject }, { count: number }> = {
  category: 'counters',
  commands: { Count: z.object({}) },
  events: { Counted: z.object({}) },
  initial: { count: 0 },
  decide: { Count: () => [{ type: 'Counted', data: {} }] },
  evolve: { Counted: ({ count }) => ({ count: count + 1 }) },
}
const count = { type: 'Count', data: {} }
const by = (commandId: string = randomUUID()) => ({ actor: 'system', commandId, correlationId: commandId })

const day = 24 * 60 * 60 * 1000
const today = Date.parse('2026-11-20T12:00:00Z')

/** Kept as PostgreSQL keeps them, and found again by the log. */
const snapshotsOver = ({ log }: ReturnType<typeof memoryStore>) => {
  const kept = new Map<string, Buffer>()
  const snapshots: Snapshots = {
    load: async (stream) => {
      const found = kept.get(stream)
      return found && decodeSnapshot(found)
    },
    newest: async () => [...kept.keys()],
    save: (stream, snapshot) => void kept.set(stream, encodeSnapshot(snapshot)),
    drop: async (stream) => void kept.delete(stream),
    async outcomeOf(stream, commandIds) {
      const ids = commandIds.map((id) => eventId(id, stream, 0))
      const found = log.filter(({ id }) => ids.includes(id))
      const last = found.at(-1)
      return last && { position: last.position, revision: last.revision, events: found.length }
    },
  }
  return { kept, snapshots }
}

/** How many events are read. */
const reading = (store: EventStore) => {
  const read = { events: 0 }
  const counting: EventStore = {
    ...store,
    async read(stream, options) {
      const answer = await store.read(stream, options)
      read.events += answer.events.length
      return answer
    },
  }
  return { read, store: counting }
}

/** A stream of so many events by one command each, the nth so many days before today. */
const long = async (events: number, ageOf: (n: number) => number = () => 1) => {
  const store = memoryStore()
  const ids = Array.from({ length: events }, () => randomUUID())
  const stream = 'counters-1'
  await store.append(
    stream,
    ids.map((commandId, n) => ({
      id: eventId(commandId, stream, 0),
      type: 'Counted',
      data: {},
      metadata: { ...by(commandId), at: new Date(today - ageOf(n) * day).toISOString() },
    })),
    'none',
  )
  return { store, ids, ...snapshotsOver(store) }
}
const started = (store: EventStore, snapshots: Snapshots) => commandHandler(store, { now: () => today, snapshots })

describe('a long stream', () => {
  it('is read from its snapshot: no command reads more than a thousand events', async () => {
    const { store, snapshots } = await long(1_200)
    await started(store, snapshots).handle(counted, '1', count, by())
    for (let round = 0; round < 2; round++) {
      const { read, store: counting } = reading(store)
      const handler = started(counting, snapshots)
      await handler.handle(counted, '1', count, by())
      expect(read.events).toBeLessThan(1_000)
      for (let n = 0; n < 600; n++) await handler.handle(counted, '1', count, by())
      expect((await handler.stateOf(counted, '1')).count).toBe(store.log.length)
    }
    const { read, store: counting } = reading(store)
    await started(counting, snapshots).stateOf(counted, '1')
    expect(read.events).toBeLessThan(1_000)
  })

  it('is there before the first command, once its process has warmed up', async () => {
    const { store, kept, snapshots } = await long(1_200)
    await started(store, snapshots).stateOf(counted, '1')
    const { read, store: counting } = reading(store)
    const handler = started(counting, snapshots)
    await handler.warm()
    kept.clear()
    const { revision } = await handler.handle(counted, '1', count, by())
    expect(revision).toBe(1_200n)
    // The event of the snapshot, by which the log is recognised.
    expect(read.events).toBe(1)
  })

  it('is read again where its snapshot is of another log', async () => {
    const before = await long(1_200)
    await started(before.store, before.snapshots).stateOf(counted, '1')
    const { store } = await long(1_100)
    const handler = started(store, before.snapshots)
    await handler.warm()
    expect(await handler.stateOf(counted, '1')).toEqual({ count: 1_100 })
  })

  it('that is short has none', async () => {
    const { store, kept, snapshots } = await long(900)
    await started(store, snapshots).handle(counted, '1', count, by())
    expect(kept.size).toBe(0)
  })

  it.each([
    ['a week', 3],
    ['longer than a snapshot remembers', 30],
  ])(
    'answers a command again that was decided %s ago, as a job that is delivered again sends it',
    async (_words, age) => {
      const { store, ids, snapshots } = await long(3_000, (n) => (n < 1_500 ? age : 0))
      const repeated = ids[1_200] ?? ''
      for (const handler of [started(store, snapshots), started(store, snapshots)]) {
        const answer = await handler.handle(counted, '1', count, by(repeated))
        expect(answer).toMatchObject({ revision: 1_200n, position: 1_201n, events: 1 })
      }
      expect(store.log).toHaveLength(3_000)
    },
  )

  it('of a log that was restored since is read from its beginning, and its snapshot is dropped', async () => {
    const before = await long(2_000)
    await started(before.store, before.snapshots).stateOf(counted, '1')
    for (const events of [1_600, 2_600]) {
      const { store } = await long(events)
      const { snapshots, kept } = before
      expect((await started(store, snapshots).stateOf(counted, '1')).count).toBe(events)
      const { read, store: counting } = reading(store)
      await started(counting, snapshots).stateOf(counted, '1')
      expect(read.events).toBeLessThan(1_000)
      expect(kept.size).toBe(1)
    }
  })

  it('of a log that was moved since answers with positions of the new one', async () => {
    const { store, ids, snapshots } = await long(2_000)
    await started(store, snapshots).stateOf(counted, '1')
    const moved = memoryStore()
    await moved.append('others-1', [{ id: randomUUID(), type: 'Happened', data: {}, metadata: {} }], 'none')
    const copied = store.log.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
    await moved.append('counters-1', copied, 'none')
    for (const handler of [started(moved, snapshots), started(moved, snapshots)])
      expect(await handler.handle(counted, '1', count, by(ids.at(-1)))).toMatchObject({ position: 2_001n })
  })
})

describe('the key of the rules', () => {
  it('changes with the code of a helper and with a new file, but not with comments and layout', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'))
    try {
      cpSync(join(import.meta.dirname, '../../backend/domain'), folder, { recursive: true })
      expect(rulesKey(folder)).toBe(rulesKey())
      writeFileSync(
        join(folder, 'credits.ts'),
        `/** Another comment. */\n\n${readFileSync(join(folder, 'credits.ts'), 'utf8')}// The end.\n`,
      )
      expect(rulesKey(folder)).toBe(rulesKey())
      writeFileSync(join(folder, 'by-id.ts'), 'export const another = 1')
      const changed = rulesKey(folder)
      expect(changed).not.toBe(rulesKey())
      writeFileSync(join(folder, 'new.ts'), '')
      expect(rulesKey(folder)).not.toBe(changed)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const deciders: AnyDecider[] = [campaigns, collections, conjurations, credits, images, operations, sessions, users]

/** Every stream of the recorded log with its decider, and one of what that log does not have. */
const recorded = () => {
  const rows = readRecorded<Record<string, { stream: string; type: string; data: string }[]>>('log')
  const streams = Map.groupBy(rows['eventstore.events'] ?? [], ({ stream }) => stream)
  const operationId = randomUUID()
  const outcome = { operationId, count: 0, left: 0, skipped: [] }
  const operation = [
    ...[
      { type: 'OperationBegun', data: { operationId } },
      { type: 'OperationCancelled', data: { operationId } },
    ],
    ...[
      { type: 'OperationEnded', data: outcome },
      { type: 'OperationUndoBegun', data: { operationId } },
    ],
    { type: 'OperationUndone', data: outcome },
  ]
  return [
    ...[...streams].flatMap(([stream, events]) => {
      const decider = deciders.find(({ category }) => stream.startsWith(`${category}-`))
      const said = events.map(({ type, data }) =>
        upcast({ type, data: JSON.parse(Buffer.from(data, 'base64').toString()) }),
      )
      return decider ? [{ decider, events: said }] : []
    }),
    { decider: operations as AnyDecider, events: operation },
  ]
}

it('a state that was kept and brought forward is the state of all events, of every decider', () => {
  const streams = recorded()
  for (const decider of deciders) {
    const its = streams.filter((stream) => stream.decider === decider)
    if (its.length === 0) throw new Error(`There is no stream of ${decider.category} to try`)
    fc.assert(
      fc.property(fc.constantFrom(...its), fc.double({ min: 0, max: 1, noNaN: true }), ({ events }, place) => {
        const cut = Math.round(place * events.length)
        const kept = deserialize(serialize(stateOf(decider, events.slice(0, cut))))
        expect(stateOf({ ...decider, initial: kept }, events.slice(cut))).toEqual(stateOf(decider, events))
      }),
    )
  }
})

describe('a snapshot', () => {
  const Outcome = fc.record(
    {
      position: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      revision: fc.bigInt({ min: -1n, max: 2n ** 63n - 1n }),
      events: fc.nat(1_000),
      at: fc.nat(2 ** 45),
    },
    { requiredKeys: ['position', 'revision', 'events'] },
  )

  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), Outcome)), fc.jsonValue(), (commands, state) => {
        const rest = { state, revision: 7n, lastId: 'x', position: 9n, at: 3, isPruned: true, bytes: 5 }
        const copy = decodeSnapshot(encodeSnapshot({ ...rest, commands }))
        expect(copy.commands).toEqual(commands)
        expect({ ...copy, commands: [] }).toEqual({ ...rest, commands: [] })
      }),
    )
  })
})
