import { expect, test } from 'vitest'
import { blocksOf } from '../../frontend/src/writing/reading/blocks.ts'
import { headingDepths } from '../../frontend/src/writing/reading/heading-depths.ts'

const depths = (...sizes: (1 | 2 | 3)[]) => [
  ...headingDepths(
    blocksOf(sizes.flatMap((header) => [{ insert: 'Words' }, { insert: '\n', attributes: { header } }])),
  ).values(),
]

test('a heading hangs below the last larger one, and no level is skipped', () => {
  expect(depths(1, 2, 3, 2, 1)).toEqual([0, 1, 2, 1, 0])
  expect(depths(2, 3, 2, 1, 3)).toEqual([0, 1, 0, 0, 1])
  expect(depths(3, 3, 2)).toEqual([0, 0, 0])
  expect(depths()).toEqual([])
})
