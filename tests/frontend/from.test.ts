import { expect, test } from 'vitest'
import { insideOnly, withFrom } from '../../frontend/src/base/from.ts'

test('the return path keeps the return path of the previous page', () => {
  const second = withFrom('/lore/view/b', '/lore/view/a?from=%2Fcollections')
  const back = new URLSearchParams(second.split('?')[1]).get('from')
  expect(insideOnly(back, '/')).toBe('/lore/view/a?from=%2Fcollections')
})

test('a link from a page to itself keeps the existing return path', () => {
  expect(withFrom('/lore/view/a', '/lore/view/a?from=%2Fcollections')).toBe('/lore/view/a?from=%2Fcollections')
})

test('an address stays short, however many links are followed', () => {
  let path = '/collections'
  for (let n = 0; n < 500; n++) path = withFrom(`/lore/view/${n % 3}`, path)
  expect(path.length).toBeLessThan(4_000)
  expect(path).toContain('from=%2Flore%2Fview%2F')
})

test('a long return path loses the path nested in it, and keeps its other parameters', () => {
  const path = withFrom('/lore/view/a', `/relationships/graph?source=b&from=%2F${'x'.repeat(1000)}`)
  expect(new URLSearchParams(path.split('?')[1]).get('from')).toBe('/relationships/graph?source=b')
})
