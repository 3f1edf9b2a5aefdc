import { expect, test } from 'vitest'
import { createSeen } from '../../eventstore/move/check.ts'
import { readHeader, readLine } from '../../eventstore/move/lines.ts'
import { dated } from '../../eventstore/move/store-log.ts'

const event = (metadata: string) => ({
  stream: 'a-1',
  revision: 0n,
  id: '00000000-0000-7000-8000-000000000001',
  type: 'T',
  json: true,
  position: 5n,
  data: Buffer.from('{}'),
  metadata: Buffer.from(metadata),
  created: Date.UTC(2024, 1, 29),
})

test.each([
  ['', '{"at":"2024-02-29T00:00:00.000Z"}'],
  ['{}', '{"at":"2024-02-29T00:00:00.000Z"}'],
  ['{ "b" : 1.0 }\n', '{ "b" : 1.0,"at":"2024-02-29T00:00:00.000Z"}'],
  ['{"at":"2020-01-01T00:00:00Z"}', '{"at":"2020-01-01T00:00:00Z"}'],
  ['{"in":{"at":1}}', '{"in":{"at":1},"at":"2024-02-29T00:00:00.000Z"}'],
  ['[1]', '[1]'],
  ['no JSON', 'no JSON'],
])('metadata %j say when it happened, and are otherwise as they were', (given, moved) => {
  expect(dated(event(given)).metadata.toString()).toBe(moved)
})

test.each([
  '{"stream":"a-1"}',
  '{"stream":"$a","revision":0,"id":"00000000-0000-7000-8000-000000000001","type":"T","metadata":"","data":""}',
  '{"stream":"a","revision":-1,"id":"00000000-0000-7000-8000-000000000001","type":"T","metadata":"","data":""}',
  '{"stream":"a","revision":0,"id":"1","type":"T","metadata":"","data":""}',
  '{"stream":"a","revision":0,"id":"00000000-0000-7000-8000-000000000001","type":"T","metadata":"","data":{}}',
  'null',
])('%s is not an event', (line) => {
  expect(() => readLine(line, 7)).toThrow(/^Line 7 is not an event/)
})

test('only a log of this version is read', () => {
  expect(() => readHeader('{"format":"loreloom-log","version":1}')).not.toThrow()
  expect(() => readHeader('{"format":"loreloom-log","version":9}')).toThrow('has version 9')
})

test('an id is seen when it came by before, however many there are', () => {
  const seen = createSeen()
  const ids = Array.from({ length: 200_000 }, (_, n) => `id ${n}`)
  expect(ids.filter((id) => seen.add(id))).toEqual([])
  expect(seen.add('id 0') && seen.add('id 123456')).toBe(true)
  expect(seen.add('another')).toBe(false)
})
