import { expect, test } from 'vitest'
import { pageSize } from '../../backend/platform/page-size.ts'

test('pages of the past grow while lines are short, and shrink at once when they are long', () => {
  const page = pageSize()
  expect(page.lines()).toBe(20)
  page.learn(20, 20 * 300)
  expect(page.lines()).toBe(80)
  page.learn(80, 80 * 300)
  expect(page.lines()).toBe(250)
  page.learn(250, 250 * 20_000)
  expect(page.lines()).toBe(13)
  page.learn(13, 13 * 200_000)
  expect(page.lines()).toBe(5)
})

test('a page of which nothing could be heard says nothing about long lines', () => {
  const page = pageSize()
  page.learn(20, 0)
  expect(page.lines()).toBe(80)
  page.learn(0, 0)
  expect(page.lines()).toBe(80)
})
