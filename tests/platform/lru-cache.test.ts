import { expect, test } from 'vitest'
import { lruCache } from '../../backend/platform/lru-cache.ts'

test('what was used longest ago goes first, by weight', () => {
  const things = lruCache<string>(6, ({ length }) => length)
  things.set('a', 'aa')
  things.set('b', 'bb')
  things.set('c', 'cc')
  expect(things.get('a')).toBe('aa')
  things.set('d', 'ddd')
  expect(['a', 'b', 'c', 'd'].map((name) => things.get(name))).toEqual(['aa', undefined, undefined, 'ddd'])
})

test('what is put again under its name weighs once', () => {
  const things = lruCache<string>(4, ({ length }) => length)
  things.set('a', 'aa')
  things.set('b', 'b')
  for (let n = 0; n < 5; n++) things.set('a', 'aaa')
  expect([things.get('a'), things.get('b')]).toEqual(['aaa', 'b'])
})

test('what is heavier than all of it together is not kept', () => {
  const things = lruCache<string>(2, ({ length }) => length)
  things.set('a', 'aaa')
  expect(things.get('a')).toBeUndefined()
})
