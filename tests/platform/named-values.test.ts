import { expect, test } from 'vitest'
import { bindNamedValues } from '../../backend/platform/named-values.ts'

test('values are given by name, each once and in any order', () =>
  expect(bindNamedValues('a = @one and b = any(@two::uuid[]) or c = @one', { two: ['x'], one: 1, more: 2 })).toEqual({
    text: 'a = $1 and b = any($2::uuid[]) or c = $1',
    values: [1, ['x']],
  }))

test('operators are no names', () =>
  expect(
    bindNamedValues('tags @> @tags and words @@ plain(@word0) and a @@plain', { tags: '[]', word0: 'bell' }),
  ).toEqual({
    text: 'tags @> $1 and words @@ plain($2) and a @@plain',
    values: ['[]', 'bell'],
  }))

test('null is a value, and nothing is none', () => {
  expect(bindNamedValues('a = @one', { one: null }).values).toEqual([null])
  expect(() => bindNamedValues('a = @one and b = @two', { one: 1 })).toThrow('two')
})

test('names and numbers do not mix', () =>
  expect(() => bindNamedValues('a = @one and b = $2', { one: 1 })).toThrow('not both'))
