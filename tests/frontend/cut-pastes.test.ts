import { expect, test } from 'vitest'
import { cutPaste } from '../../frontend/src/app/cut-pastes.ts'

const field = (value: string, selectionStart: number, selectionEnd: number, maxLength = 10) => ({
  value,
  maxLength,
  selectionStart,
  selectionEnd,
})

test('what fits is not spoken of', () => {
  expect(cutPaste(field('abc', 3, 3), '1234567')).toBeNull()
  expect(cutPaste(field('', 0, 0, -1), 'x'.repeat(100_000))).toBeNull()
})

test('what does not fit is counted, with what is replaced as room', () => {
  expect(cutPaste(field('abc', 3, 3), '123456789')).toEqual({ fits: 7, left: 2 })
  expect(cutPaste(field('abc', 0, 3), '123456789')).toBeNull()
  expect(cutPaste(field('abcdefghij', 4, 6), '123')).toEqual({ fits: 2, left: 1 })
  expect(cutPaste(field('abcdefghij', 10, 10), '1')).toEqual({ fits: 0, left: 1 })
})
