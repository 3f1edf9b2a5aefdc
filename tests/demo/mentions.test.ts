import { expect, test } from 'vitest'
import { Delta } from '#domain/deltas.ts'
import { plainDescription } from '#domain/text-plain.ts'
import { mentioning } from '../../demo/mentions.ts'
import { readDemoPages } from '../../demo/pages.ts'

const page = (name: string, description = '', more: object = {}) => ({
  name,
  description,
  folder: '',
  by: 'Wren',
  visibility: 'CAMPAIGN',
  tags: [],
  ...more,
})

test('a description mentions each page that it names, where it does first, and says what it said', () => {
  const all = [
    page('The Ebb', 'Across from the Customs House stairs: the Customs House, and Nan Coble.'),
    ...[page('Customs House'), page('Customs House stairs'), page('Nan Coble', '', { visibility: 'DM' })],
  ] as ReturnType<typeof readDemoPages>
  const [first] = all
  const ops = first && mentioning(first, all)
  expect(ops?.flatMap(({ insert }) => (insert as { mention?: { words: string } })?.mention?.words ?? [])).toEqual([
    'Customs House stairs',
  ])
})

test('those of the demo change no word', () => {
  const pages = readDemoPages()
  const naming = pages.flatMap((page) => {
    const ops = mentioning(page, pages)
    return ops ? [{ page, ops }] : []
  })
  expect(naming.length).toBeGreaterThan(20)
  for (const { page, ops } of naming) {
    const text = new Delta().insert(`${page.description}\n`).compose(new Delta(ops))
    expect(plainDescription(text.ops)).toBe(page.description)
  }
})
