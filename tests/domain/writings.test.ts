import { describe, expect, test } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { exampleLimits, readExample, schemaOf } from '#domain/example-json.ts'
import { WritingContext, writings } from '#domain/writings.ts'

const [writingId, userId, campaignId, another] = [
  '01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-000000000002',
  '01890000-0000-7000-8000-000000000003',
  '01890000-0000-7000-8000-000000000004',
] as const
const request = {
  writingId,
  userId,
  campaignId,
  segmentId: null,
  purpose: 'text' as const,
  isAwaited: true,
  prompt: 'A bell',
  ...WritingContext.parse({}),
}
const finish = {
  writingId,
  provider: 'Loreloom',
  model: 'Scribe',
  madeBy: 'Written.',
  text: 'Ding.',
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  used: [],
  omitted: [],
  marks: [],
}
const fail = { writingId, failure: 'slow' as const, message: 'Slow.', inputTokens: 1, outputTokens: 2 }
const { decide } = writings
const after = (...events: { type: string; data: unknown }[]) => stateOf(writings, events)
const requested = { type: 'WritingRequested', data: request }
const finished = { type: 'WritingFinished', data: finish }

test('a text is asked for once, under an id that nobody else has', () => {
  expect(decide.RequestWriting(after(), request)).toEqual([requested])
  expect(decide.RequestWriting(after(requested), request)).toEqual([])
  expect(() => decide.RequestWriting(after(requested), { ...request, userId: another })).toThrow('id_taken')
})

test('it ends once: what comes later decides nothing', () => {
  expect(decide.FinishWriting(after(requested), finish)).toEqual([finished])
  expect(decide.FinishWriting(after(requested, finished), finish)).toEqual([])
  expect(decide.FailWriting(after(requested, finished), fail)).toEqual([])
  expect(decide.FinishWriting(after(), finish)).toEqual([])
})

test('only a text that came to be is put into a page, and once', () => {
  expect(() => decide.InsertWriting(after(requested), { writingId })).toThrow('writing_not_found')
  const inserted = decide.InsertWriting(after(requested, finished), { writingId })
  expect(inserted).toEqual([{ type: 'WritingInserted', data: { writingId } }])
  expect(decide.InsertWriting(after(requested, finished, ...inserted), { writingId })).toEqual([])
})

describe('an example', () => {
  test('is as deep and as long as its limits, and no more', () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect(readExample(deep(exampleLimits.depth))).toHaveProperty('example')
    expect(readExample(deep(exampleLimits.depth + 1))).toHaveProperty('complaint')
    expect(readExample(`{"a":"${'é'.repeat(10_000)}"}`)).toHaveProperty('complaint')
    expect(readExample('"text"')).toHaveProperty('complaint')
  })
  test('asks for a bounded number of values, those of nested lists included', () => {
    const wide = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, ''])))
    const { values } = exampleLimits
    expect(readExample(wide(values))).toHaveProperty('example')
    expect(readExample(wide(values + 1))).toHaveProperty('complaint')
    expect(readExample('[[["a"]]]')).toHaveProperty('example')
    // Three entries of three entries of …: 243 values from 11 letters.
    expect(readExample('[[[[["a"]]]]]')).toHaveProperty('complaint')
  })
  test('means exactly its keys and types', () => {
    const schema = schemaOf({ name: '', rooms: [{ beds: 1 }] })
    expect(schema.safeParse({ name: 'Eel', rooms: [{ beds: 2 }, { beds: 3 }] }).success).toBe(true)
    for (const wrong of [
      { name: 'Eel' },
      { name: 1, rooms: [] },
      { name: '', rooms: [], more: 1 },
      { name: '', rooms: [{}] },
    ])
      expect(schema.safeParse(wrong).success).toBe(false)
  })
})
