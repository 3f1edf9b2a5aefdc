import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const page = fs.readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

const lists = [...page.matchAll(/<details><summary>(.+?)<\/summary>\n([\s\S]*?)<\/details>/g)].map(
  ([, title = '', list = '']) => ({
    title,
    files: [...list.matchAll(/^- `([^`]+)`:/gm)].map(([, file = '']) => file),
  }),
)
const shared = new Map(
  lists.flatMap(({ title, files }) => (/^(In|Out):/.test(title) ? [[title.split(':')[0], files]] : [])),
)
const walks = lists.filter(({ title }) => !/^(In|Out):/.test(title))

/** The files of a walk: its own, and those of "In" and "Out" without the ones that its title excludes. */
const filesOf = ({ title, files }: (typeof lists)[number]) => {
  const excluded = [...title.matchAll(/without `([^`]+)`/g)].map(([, name]) => name)
  const common = [...(shared.get('In') ?? []), ...(shared.get('Out') ?? [])]
  return [...files, ...common.filter((file) => !excluded.includes(path.basename(file)))]
}

describe('the walks of the architecture page', () => {
  it('are of a folder, a purchase and a text', () => {
    expect(walks.map(({ title }) => title.split(' (')[0])).toEqual([
      'A folder is renamed',
      'A credit pack is bought with a saved card',
      'A key is pressed in a text',
    ])
  })

  it.each(lists)('name files that exist: $title', ({ files }) => {
    expect(files.filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
    expect(new Set(files).size).toBe(files.length)
  })

  it.each(lists)('count their files: $title', (list) => {
    const [all, own = all] = [...list.title.matchAll(/\d+(?= files| of its own)/g)].map(([count]) => Number(count))
    expect(list.files).toHaveLength(own ?? 0)
    if (walks.includes(list)) expect(new Set(filesOf(list)).size).toBe(all)
  })

  it.each([
    ['A folder is renamed', 34],
    ['A credit pack is bought', 44],
    ['A key is pressed in a text', 38],
  ])('stay as short as they are: %s', (title, most) => {
    const walk = walks.find((each) => each.title.startsWith(title))
    expect(walk && new Set(filesOf(walk)).size).toBeLessThanOrEqual(most)
  })
})
