import { describe, expect, test } from 'vitest'
import { singleBookWriter } from '#exchange/book/write.ts'
import { exportedPage, mentionOf, storySection, type WrittenPage, writeExport } from './exported.ts'

const write = async (pages: readonly WrittenPage[], pictures: Readonly<Record<string, string>> = {}) => {
  const files = await writeExport(singleBookWriter, { name: 'Karrow <b>', pages, pictures })
  expect(Object.keys(files)).toEqual(['index.html'])
  return files['index.html'] ?? ''
}
const addressesIn = (html: string) => [...html.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)

describe('a book in one file', () => {
  test('holds its pictures once, and nothing that is fetched from elsewhere', async () => {
    const keep = exportedPage('The Keep', { pictures: ['1', '2'] })
    const gate = exportedPage('The Gate', {
      pictures: ['2', 'missing'],
      description: [mentionOf(keep), { insert: '\n' }],
    })
    const html = await write([keep, gate], { '1': 'tower', '2': 'gate' })
    const data = (name: string) => `data:image/webp;base64,${Buffer.from(`picture ${name}`).toString('base64')}`
    const addresses = addressesIn(html)
    expect(addresses.filter((address) => !address.startsWith('#'))).toEqual([data('tower'), data('gate'), 'data:,1'])
    for (const address of addresses.filter((each) => each.startsWith('#')))
      expect(html).toContain(`<article id="${address.slice(1)}">`)
    expect(html).toContain("content=\"default-src 'none'; img-src 'self' file: data:")
  })

  test('writes hostile names and texts as text', async () => {
    const name = '"><script>alert(1)</script>'
    const html = await write([exportedPage(name, { tags: [name], sections: [storySection(name, name)] })], {})
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html).toContain('<title>Karrow &lt;b&gt;</title>')
  })

  test('is whole without any page, and with 2,000', async () => {
    expect(await write([])).toMatch(/0 pages.*<\/html>\n$/s)
    const many = await write(Array.from({ length: 2000 }, (_, n) => exportedPage(`Page ${n}`)))
    expect(many.match(/<article /g)).toHaveLength(2000)
  })
})
