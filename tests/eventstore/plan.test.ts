import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Expected, type Proposal, TOMBSTONE } from '../../eventstore/embedded/event.ts'
import type { Head } from '../../eventstore/embedded/heads.ts'
import type { StoredEvent } from '../../eventstore/embedded/history.ts'
import type { Operation, Outcome } from '../../eventstore/embedded/operation.ts'
import { planRound } from '../../eventstore/embedded/plan.ts'
import { metadataOf, NO_METADATA, SOFT_DELETION } from '../../eventstore/embedded/stream-metadata.ts'

/** The rules by which a round of writes is decided, without a database. */
const proposal = (): Proposal => ({
  id: randomBytes(16),
  type: Buffer.from('T'),
  json: true,
  data: Buffer.from('{}'),
  metadata: Buffer.alloc(0),
})
const operation = (
  stream: string,
  expected: Expected,
  events: Proposal[],
  kind: Operation['kind'] = 'append',
): Operation => ({
  kind,
  stream,
  expected,
  events,
  deadline: 0,
  answer: () => {},
})
const at = (revision: bigint, metadata = NO_METADATA): Head => ({ revision, metadata })
const softDeleted = metadataOf('s', SOFT_DELETION)

function plan(operations: Operation[], heads: Record<string, Head>, prior = new Map<Operation, StoredEvent[]>()) {
  const history = { head: (stream: string) => heads[stream], priorEvents: (one: Operation) => [prior.get(one) ?? []] }
  return planRound(operations, history, 100n, 0, () => randomBytes(16))
}
const decide = (expected: Expected, head: Head, kind: Operation['kind'] = 'append'): Outcome | undefined =>
  plan([operation('s', expected, [proposal()], kind)], { s: head, $$s: at(-1n) }).outcomes[0]?.[1]

describe('what is expected of a stream', () => {
  const [none, two, soft, gone] = [at(-1n), at(2n), at(2n, softDeleted), at(TOMBSTONE)]
  const written = (revision: bigint, position = 101n) => ({ kind: 'written', revision, position })
  const conflict = (current: bigint) => ({ kind: 'conflict', current })
  test.each<[string, Expected, Head, unknown]>([
    ['any, of a new one', 'any', none, written(0n)],
    ['none, of a new one', 'none', none, written(0n)],
    ['exists, of a new one', 'exists', none, conflict(-1n)],
    ['a revision, of a new one', 0n, none, conflict(-1n)],
    ['any, of one that is there', 'any', two, written(3n)],
    ['none, of one that is there', 'none', two, conflict(2n)],
    ['exists, of one that is there', 'exists', two, written(3n)],
    ['its revision', 2n, two, written(3n)],
    ['an earlier revision', 1n, two, conflict(2n)],
    ['a later revision', 3n, two, conflict(2n)],
    ['any, of a deleted one', 'any', soft, written(3n, 102n)],
    ['none, of a deleted one', 'none', soft, written(3n, 102n)],
    ['its revision, of a deleted one', 2n, soft, written(3n, 102n)],
    ['exists, of a deleted one', 'exists', soft, { kind: 'deleted' }],
    ['any, of a tombstone', 'any', gone, { kind: 'deleted' }],
    ['none, of a tombstone', 'none', gone, { kind: 'deleted' }],
    ['a revision, of a tombstone', 2n, gone, { kind: 'deleted' }],
  ])('%s', (_, expected, head, outcome) => {
    expect(decide(expected, head)).toEqual(outcome)
  })
})

describe('metadata', () => {
  const [none, soft, gone] = [at(-1n), at(2n, softDeleted), at(TOMBSTONE)]
  const described = (expected: Expected, kind: Operation['kind']) =>
    plan([operation('s', expected, [proposal()], kind)], { s: none, $$s: at(0n) }).outcomes[0]?.[1].kind

  test('alone make a stream exist for who asks for no more than that, and can be deleted', () => {
    for (const kind of ['append', 'delete', 'tombstone'] as const) {
      expect(described('exists', kind)).toBe('written')
      expect(described('none', kind)).toBe('written')
      expect(described(0n, kind)).toBe('conflict')
    }
  })

  test('of a deleted stream bring it back without its events, once they are JSON', () => {
    const given = (json: boolean) => {
      const said = { ...proposal(), json, data: Buffer.from('{"colour":"red"}') }
      return plan([operation('$$s', 0n, [said])], { s: soft, $$s: at(0n) })
    }
    const { rows, heads, outcomes } = given(true)
    expect(rows.map(({ data }) => data.toString())).toEqual(['{"colour":"red"}', '{"colour":"red","$tb":3}'])
    expect(outcomes[0]?.[1]).toMatchObject({ kind: 'written', revision: 1n, position: 101n })
    expect(heads.get('s')?.metadata.truncateBefore).toBe(3n)
    expect(given(false).rows).toHaveLength(1)
    expect(given(false).heads.get('s')?.metadata.truncateBefore).toBe(0n)
  })

  test('of what is gone for good are gone with it', () => {
    const said = plan([operation('$$s', 'any', [proposal()])], { s: gone, $$s: at(0n) })
    expect(said.outcomes[0]?.[1]).toEqual({ kind: 'deleted' })
  })
})

describe('an append of nothing', () => {
  const nothing = (expected: Expected, head: Head) => plan([operation('s', expected, [])], { s: head, $$s: at(0n) })
  test('answers with where the stream and the log stand', () => {
    expect(nothing('any', at(2n)).outcomes[0]?.[1]).toEqual({ kind: 'written', revision: 2n, position: 100n })
    expect(nothing('any', at(-1n)).outcomes[0]?.[1]).toEqual({ kind: 'written', revision: undefined, position: 100n })
  })
  test('brings a deleted stream back, but not for who says that there is none', () => {
    expect(nothing(2n, at(2n, softDeleted)).rows).toHaveLength(1)
    expect(nothing('none', at(2n, softDeleted)).outcomes[0]?.[1]).toEqual({ kind: 'conflict', current: 2n })
  })
})

describe('a repeat', () => {
  const events = [proposal(), proposal()]
  const prior = (...list: [Proposal, bigint][]) =>
    list.map(([{ id }, revision]) => ({ id: id.toString('hex'), revision, position: 50n + revision }))
  const [one, two] = events as [Proposal, Proposal]
  const repeat = (expected: Expected, found: StoredEvent[]) => {
    const again = operation('s', expected, events)
    return plan([again], { s: at(9n) }, new Map([[again, found]])).outcomes[0]?.[1]
  }
  test.each<Expected>(['any', 'exists', 'none', 4n])('expecting %s is answered as the first was', (expected) => {
    expect(repeat(expected, prior([one, 5n], [two, 6n]))).toEqual({ kind: 'written', revision: 6n, position: 56n })
  })
  test.each<Expected>(['any', 'none', 4n])('of the first event only, expecting %s, is a wrong version', (expected) => {
    expect(repeat(expected, prior([one, 5n]))).toEqual({ kind: 'conflict', current: 9n })
  })
  test('of a later event only is new when any revision will do', () => {
    expect(repeat('any', prior([two, 5n]))).toMatchObject({ kind: 'written', revision: 11n })
  })
  test('of the first append of a deleted stream is answered as that was', () => {
    const again = operation('s', 'none', events)
    const found = new Map([[again, prior([one, 0n], [two, 1n])]])
    expect(plan([again], { s: at(1n, softDeleted), $$s: at(0n) }, found).outcomes[0]?.[1]).toMatchObject({
      revision: 1n,
    })
    const other = operation('s', 'none', [proposal()])
    expect(plan([other], { s: at(1n, softDeleted), $$s: at(0n) }).outcomes[0]?.[1]).toMatchObject({ revision: 2n })
  })
  test('with the same id twice is answered where that stands first', () => {
    const again = operation('s', 'any', [one, one])
    const found = new Map([[again, prior([one, 5n], [one, 5n])]])
    expect(plan([again], { s: at(9n) }, found).outcomes[0]?.[1]).toMatchObject({ revision: 5n })
  })
  test('is none of what is gone for good', () => {
    const again = operation('s', 'any', events)
    const found = new Map([[again, prior([one, 0n], [two, 1n])]])
    expect(plan([again], { s: at(TOMBSTONE) }, found).outcomes[0]?.[1]).toEqual({ kind: 'deleted' })
  })
  test('in the same round waits for the next one', () => {
    const first = operation('s', 'any', events)
    const second = operation('s', 'none', events)
    const { outcomes, deferred, rows } = plan([first, second], { s: at(-1n) })
    expect([outcomes.length, rows.length, deferred]).toEqual([1, 2, [second]])
  })
})

describe('a round', () => {
  test('numbers events in the order of their operations', () => {
    const round = [
      operation('a', 'none', [proposal(), proposal()]),
      operation('b', 4n, [proposal()]),
      operation('a', 1n, [proposal()]),
    ]
    const { rows, heads } = plan(round, { a: at(-1n), b: at(4n) })
    expect(rows.map(({ stream, revision, position }) => [stream.toString(), revision, position])).toEqual([
      ['a', 0n, 101n],
      ['a', 1n, 102n],
      ['b', 5n, 103n],
      ['a', 2n, 104n],
    ])
    expect([heads.get('a')?.revision, heads.get('b')?.revision]).toEqual([2n, 5n])
  })

  test('lets one of several that expect the same win', () => {
    const round = [operation('a', 'none', [proposal()]), operation('a', 'none', [proposal()])]
    expect(plan(round, { a: at(-1n) }).outcomes.map(([, { kind }]) => kind)).toEqual(['written', 'conflict'])
  })

  test('keeps an operation for later whose stream was just given other metadata', () => {
    const metadata = operation('$$a', 'any', [{ ...proposal(), data: Buffer.from('{"$maxCount":2}') }])
    const append = operation('a', 'any', [proposal()])
    const { deferred, heads } = plan([metadata, append], { a: at(3n), $$a: at(-1n) })
    expect(deferred).toEqual([append])
    expect(heads.get('a')?.metadata.maxCount).toBe(2n)
  })

  test('brings a deleted stream back with its other metadata kept', () => {
    const metadata = metadataOf('a', Buffer.from(`{"colour":"red","$tb":${TOMBSTONE}}`))
    const { rows, heads } = plan([operation('a', 'any', [proposal()])], { a: at(3n, metadata), $$a: at(1n) })
    expect(rows.map(({ stream, revision }) => [stream.toString(), revision])).toEqual([
      ['$$a', 2n],
      ['a', 4n],
    ])
    expect(JSON.parse(rows[0]?.data.toString() ?? '')).toEqual({ colour: 'red', $tb: 4 })
    expect(heads.get('a')).toMatchObject({ revision: 4n, metadata: { truncateBefore: 4n } })
  })
})

describe('deleting', () => {
  test('writes to the metadata stream; a tombstone ends the stream itself', () => {
    expect(decide('any', at(2n), 'delete')).toMatchObject({ kind: 'written', position: 101n })
    expect(decide('any', at(2n), 'tombstone')).toEqual({ kind: 'written', revision: TOMBSTONE, position: 101n })
  })
  test('needs a stream, a tombstone does not', () => {
    expect(decide('any', at(-1n), 'delete')).toEqual({ kind: 'conflict', current: -1n })
    expect(decide('none', at(-1n), 'tombstone')).toMatchObject({ kind: 'written' })
  })
  test.each(['delete', 'tombstone'] as const)('by %s at another revision is a wrong version', (kind) => {
    expect(decide(1n, at(2n), kind)).toEqual({ kind: 'conflict', current: 2n })
    expect(decide('none', at(2n), kind)).toEqual({ kind: 'conflict', current: 2n })
  })
})

test('metadata that is not what it should be says nothing', () => {
  const odd = ['{"$maxCount":-1,"$tb":"x","$maxAge":1.5}', '{"$maxCount":0,"$maxAge":0}', '{"$tb":9223372036854776000}']
  for (const data of ['', 'null', '[]', '7', ...odd, '{"a":{"$tb":5,"$maxCount":5,"$maxAge":5}}']) {
    expect(metadataOf('s', Buffer.from(data))).toMatchObject({
      maxCount: undefined,
      maxAge: undefined,
      truncateBefore: 0n,
    })
  }
})
