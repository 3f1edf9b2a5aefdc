import { describe, expect, test } from 'vitest'
import { readPlan } from './plans.ts'
import { picture, zipped } from './vaults.ts'

/** An export of Notion as it writes them, invented. */
const ids = (n: number) => String(n).padStart(32, '0a')
const cities = `Export/Cities ${ids(1)}`
const files = async () => ({
  'Export/index.html': '<p></p>',
  [`Export/Home ${ids(9)}.md`]: `# Home\n\n[Cities](Cities%20${ids(1)}.csv) and [Karrow](Cities%20${ids(1)}/Karrow%20${ids(2)}.md).\n\n<aside>\n💡 Bells ring.\n\n</aside>\n`,
  [`${cities}.csv`]: '\uFEFFName,Ruler\r\nKarrow,Aldis\r\n',
  [`${cities}_all.csv`]: '\uFEFFName,Ruler,"Open, now",Tags\r\nKarrow,Aldis,Yes,"port, old town"\r\n',
  [`${cities}/Karrow ${ids(2)}.md`]: `# Karrow\n\nRuler: Aldis Ren (../People%20${ids(3)}/Aldis%20Ren%20${ids(4)}.md)\nOpen, now: Yes\nTags: port, old town\n\nRan: yes\n\n![Keep](Karrow%20${ids(2)}/keep.png)\n`,
  [`${cities}/Karrow ${ids(2)}/keep.png`]: await picture(1),
  [`Export/People ${ids(3)}/Aldis Ren ${ids(4)}.md`]: '# Aldis Ren of the longer name that the file has lost\n\nOld.\n',
  [`Export/People ${ids(3)}/Untitled ${ids(5)}.md`]: '# Untitled\n\nOne.\n',
  [`Export/People ${ids(3)}/Untitled ${ids(6)}.md`]: `# Untitled\n\n[The other](Untitled%20${ids(5)}.md).\n`,
})
const read = (bytes: Buffer) => readPlan(bytes, 'Export.zip')

describe('an export of Notion becomes a plan', () => {
  test('with links and pictures by their paths, columns as properties, and names without ids', async () => {
    const { plan, parts } = await read(zipped(await files()))
    expect(plan).toMatchObject({ source: 'notion', name: 'Export', counts: { links: 3, tags: 2 } })
    expect(plan.pages.map(({ name }) => name).toSorted()).toEqual([
      'Aldis Ren of the longer name that the file has lost',
      'Home',
      'Karrow',
      'Untitled',
      'Untitled',
    ])
    expect(plan.folders.map(({ name }) => name).toSorted()).toEqual(['Cities', 'People'])
    const karrow = plan.pages.find(({ name }) => name === 'Karrow')
    expect(karrow?.tags).toEqual(['port', 'old town'])
    expect(plan.pictures).toHaveLength(1)
    const { part, at, length } = karrow?.blob ?? { part: 0, at: 0, length: 0 }
    const from = plan.parts.slice(0, part).reduce((sum, each) => sum + each, 0) + at
    const sections = JSON.parse(String(parts.subarray(from, from + length)))
    expect(sections.map(({ title }: { title: string }) => title)).toEqual(['Notes', 'Properties'])
    expect(JSON.stringify(sections[0])).toContain('Ran: yes')
    expect(JSON.stringify(sections[1])).toContain('Open, now')
    expect(JSON.stringify(sections)).not.toMatch(/0a0a/)
  })

  test.each([
    ['at the root of each part', '', ''],
    ['in a folder of the whole', 'Export-0193/', 'Export-0193/'],
    ['in a folder of each part', 'Export-0193a/', 'Export-0193b/'],
    ['in a folder of another name', 'Notes/', 'Notes/'],
  ])('from several parts, %s, of which one is a single folder', async (_, first, second) => {
    const [world, rest] = [`${first}World ${ids(1)}`, `${second}World ${ids(1)}`]
    const one = zipped({
      [`${world}.md`]: `# World\n\n[Karrow](World%20${ids(1)}/Karrow%20${ids(2)}.md)\n`,
      [`${world}/Ford ${ids(3)}.md`]: `# Ford\n\n[Karrow](Karrow%20${ids(2)}.md)\n`,
    })
    const two = zipped({
      [`${rest}/Karrow ${ids(2)}.md`]: `# Karrow\n\n[World](../World%20${ids(1)}.md)\n`,
      [`${rest}/Karrow ${ids(2)}/Gate ${ids(4)}.md`]: `# Gate\n\n[Ford](../Ford%20${ids(3)}.md)\n`,
    })
    const { plan } = await read(zipped({ 'Export-0193-Part-1.zip': one, 'Export-0193-Part-2.zip': two }))
    expect(plan.counts).toMatchObject({ links: 4, textLinks: 0 })
    expect(plan.pages.map(({ path }) => path).toSorted()).toEqual([
      'World',
      'World/Ford',
      'World/Karrow',
      'World/Karrow/Gate',
    ])
  })

  test('also from a zip in a zip', async () => {
    const inner = zipped(await files())
    const { plan } = await read(zipped({ 'Export-0193-Part-1.zip': inner }))
    expect(plan).toMatchObject({ source: 'notion', counts: { links: 3 } })
    expect(plan.pages).toHaveLength(5)
  })
})
