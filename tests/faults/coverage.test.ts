import { expect, test } from 'vitest'
import { attacks } from './abuse/attacks.ts'
import { uncoveredParsers } from './abuse/coverage.ts'

test('every parser of what users send is fed by an attack', () => {
  expect(uncoveredParsers()).toEqual([])
})

test('attacks have names of their own, by which one is chosen', () => {
  const names = attacks.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
