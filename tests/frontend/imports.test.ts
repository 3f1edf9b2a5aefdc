import { expect, test } from 'vitest'
import { describeRest } from '../../frontend/src/features/imports/Result.tsx'

test('the rest of an import takes as long as its rate so far says', () => {
  expect(describeRest(1_200, 600, 60_000)).toBe('about 2 min left')
  expect(describeRest(1_201, 600, 60_000)).toBe('about 3 min left')
  expect(describeRest(30, 600, 60_000)).toBe('less than a minute left')
})

test('no rest is named before a rate is known, nor at the end', () => {
  expect(describeRest(1_200, 600, 4_999)).toBeUndefined()
  expect(describeRest(1_200, 0, 60_000)).toBeUndefined()
  expect(describeRest(0, 600, 60_000)).toBeUndefined()
})
