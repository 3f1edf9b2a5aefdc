import { expect, test } from 'vitest'
import { insideOnly, withFrom } from '../../frontend/src/base/from.ts'

test('a page leads back to the one before it, and that one to its own', () => {
  const second = withFrom('/lore/view/b', '/lore/view/a?from=%2Fcollections')
  const back = new URLSearchParams(second.split('?')[1]).get('from')
  expect(insideOnly(back, '/')).toBe('/lore/view/a?from=%2Fcollections')
})

test('a page that is opened from itself leads back to where it was opened from first', () => {
  expect(withFrom('/lore/view/a', '/lore/view/a?from=%2Fcollections')).toBe('/lore/view/a?from=%2Fcollections')
})

test('an address stays short, however many links are followed', () => {
  let path = '/collections'
  for (let n = 0; n < 500; n++) path = withFrom(`/lore/view/${n % 3}`, path)
  expect(path.length).toBeLessThan(4_000)
  expect(path).toContain('from=%2Flore%2Fview%2F')
})
