import { expect, it } from 'vitest'
import { initial } from '../../frontend/src/ui/initial.ts'

it('stands for a name by its first letter, as readers count them', () => {
  expect(initial('ines')).toBe('I')
  expect(initial('  élan')).toBe('É')
  expect(initial('e\u0301lan')).toBe('E\u0301')
  expect(initial('🐉 Dragons')).toBe('🐉')
  expect(initial('👩‍🚀 Ada')).toBe('👩‍🚀')
  expect(initial(' ')).toBe('?')
  expect(initial('', 'L')).toBe('L')
})
