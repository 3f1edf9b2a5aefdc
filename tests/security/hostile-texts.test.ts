import { describe, expect, test } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { isDocument, isLink, validate } from '#domain/text-formats.ts'
import { textOf, texts } from '#domain/texts.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { toHtml } from '#richtext/to-html.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { links, markdown, words } from './hostile-vectors.ts'

/** What people have put into texts so that something runs for who reads them. Each is either refused or no more than words. */

const id = '00000000-0000-7000-8000-000000000001'

const attributes: Record<string, unknown>[] = [
  ...[
    { onclick: 'alert(1)' },
    { onerror: 'alert(1)' },
    { style: 'background:url(javascript:alert(1))' },
    { class: 'x' },
    { id: 'x' },
    { href: 'x' },
  ],
  ...[
    { src: 'x' },
    { srcdoc: '<script>' },
    { 'xlink:href': 'javascript:alert(1)' },
    { formaction: 'javascript:alert(1)' },
    { html: '<b>' },
  ],
  ...[
    { link: { toString: 'x' } },
    { link: ['javascript:alert(1)'] },
    { link: 1 },
    { link: true },
    { link: null },
    { bold: 'x" onload="alert(1)' },
  ],
  ...[
    { bold: 1 },
    { bold: 'true' },
    { italic: [] },
    { code: {} },
    { header: '1' },
    { header: '1 onload=alert(1)' },
    { header: 0 },
    { header: 4 },
    { header: true },
  ],
  ...[
    { list: 'x' },
    { list: 'bullet" onload="alert(1)' },
    { list: true },
    { indent: '1' },
    { indent: 9 },
    { indent: -1 },
    { 'code-block': 'plain"><script>' },
  ],
  ...[
    { color: 'red' },
    { background: 'url(x)' },
    { font: 'x' },
    { size: 'huge' },
    { align: 'center' },
    { direction: 'rtl' },
    { script: 'sub' },
    { formula: 'x' },
  ],
  ...[
    { table: 'row-1' },
    { 'table-embed': 'x' },
    { constructor: true },
    { toString: true },
    { hasOwnProperty: true },
    { valueOf: true },
    { author: 0 },
  ],
  JSON.parse('{"__proto__": {"bold": true}}'),
  JSON.parse('{"__proto__": true, "bold": true}'),
]

const embeds: unknown[] = [
  ...[
    { image: 'x' },
    { image: 'javascript:alert(1)' },
    { image: 'data:image/svg+xml,<svg onload=alert(1)>' },
    { image: 'https://evil.example/pixel.gif' },
  ],
  ...[
    { image: { id, src: 'x' } },
    { image: { id, onerror: 'alert(1)' } },
    { image: { id: 'x" onerror="alert(1)' } },
    { image: { id: `${id}/../x` } },
    { image: { id: id.toUpperCase().replace('7', 'F') } },
  ],
  ...[
    { image: {} },
    { image: [id] },
    { image: null },
    { image: { id: [id] } },
    { image: { id, __proto__: { src: 'x' }, alt: 'x' } },
  ],
  ...[
    { video: 'https://evil.example' },
    { iframe: 'x' },
    { formula: 'x' },
    { html: '<script>' },
    { script: 'x' },
    { object: 'x' },
    { svg: '<svg>' },
  ],
  ...[
    { mention: { id, kind: 'lore' } },
    { mention: { id, kind: 'lore', words: '' } },
    { mention: { id, kind: 'user', words: 'x' } },
    { mention: { id, words: 'x' } },
  ],
  ...[
    { mention: { id: 'x', kind: 'lore', words: 'x' } },
    { mention: { id, kind: 'lore', words: 'x', href: 'javascript:alert(1)' } },
    { mention: { id, kind: 'lore', words: ['x'] } },
  ],
  ...[
    { mention: { id, kind: 'lore', words: 'x'.repeat(256) } },
    { mention: { id, kind: 'lore', words: 'a\nb' } },
    { mention: { id, kind: 'lore', words: '\u0007' } },
    { mention: 'x' },
  ],
  ...[
    { divider: 'x' },
    { divider: { onload: 'x' } },
    { divider: 1 },
    { divider: true, image: { id } },
    {},
    [],
    null,
    1,
    true,
  ],
  ...[{ constructor: true }, { toString: {} }, JSON.parse('{"__proto__": {"image": {}}}')],
]

const row = [{ insert: { id: 'a' } }]
const cells = (content: unknown) => ({ rows: row, columns: row, cells: { '1:1': { content } } })
const tables: unknown[] = [
  ...[[], 'x', null, { rows: row, columns: row, html: 'x' }],
  ...[
    { rows: [{ insert: 'x' }], columns: row },
    { rows: [{ insert: { id: '<b>' } }], columns: row },
    { rows: [{ insert: { id: 'a', onclick: 'x' } }], columns: row },
  ],
  ...[
    { rows: [{ insert: { id: 'a' }, attributes: { onclick: 'x' } }], columns: row },
    { rows: [{ retain: 1 }], columns: row },
  ],
  ...[
    { rows: row, columns: row, cells: { '0:1': {} } },
    { rows: row, columns: row, cells: { '1:2': {} } },
    { rows: row, columns: row, cells: { __proto__: null, x: {} } },
  ],
  ...[
    cells('x'),
    cells([{ retain: 1 }]),
    cells([{ insert: 'x', attributes: { onclick: 'x' } }]),
    cells([{ insert: 'x', attributes: { link: 'javascript:alert(1)' } }]),
  ],
  ...[
    cells([{ insert: { image: 'x' } }]),
    cells([{ insert: { 'table-embed': { rows: row, columns: row } } }]),
    cells([{ insert: '\u0000' }]),
    cells([{ insert: '\n', attributes: { header: 1 } }]),
  ],
  { rows: row, columns: row, cells: { '1:1': { content: [{ insert: 'x' }], attributes: { style: 'x' } } } },
]

const said = (what: unknown) => JSON.stringify(what) ?? String(what)
const both = (op: object) => [validate([op], 10), isDocument([op, { insert: '\n' }])]

test(`no link of ${links.length} leads where something runs`, () => {
  expect(links.filter(isLink)).toEqual([])
  for (const link of links) expect([link, ...both({ insert: 'x', attributes: { link } })]).toEqual([link, false, false])
})
test('links that people need do', () => {
  const good = [
    'https://a.example/b?c=d#e',
    'http://a.example',
    'HTTPS://A.EXAMPLE',
    'mailto:a@b.example',
    '/lore/view/x',
    'https://a.example/%20',
  ]
  expect(good.filter((link) => !isLink(link))).toEqual([])
})
test.each(attributes.map((each) => [said(each), each]))('formats %s are refused', (_what, attributes) =>
  expect(both({ insert: 'x', attributes })).toEqual([false, false]),
)
test.each(embeds.map((each) => [said(each), each]))('an embed %s is refused', (_what, insert) =>
  expect(both({ insert })).toEqual([false, false]),
)
test.each(tables.map((each) => [said(each), each]))('a table %s is refused', (_what, table) =>
  expect(both({ insert: { 'table-embed': table } })).toEqual([false, false]),
)

/** What HTML holds beside words, in what we write. */
const known =
  /<\/?(?:p|h[1-3]|ul|ol|li|blockquote|pre|code|strong|em|u|s|table|tbody|tr|th|td)>|<br>|<hr>|<img alt="" src="\/api\/images\/[\da-f-]{36}\/download">|<a href="(?:https?:\/\/|mailto:|\/)[^"<>]*">|<\/a>|<input type="checkbox" disabled(?: checked)?> /g
const leftover = (html: string) => html.replaceAll(known, '')

describe('words that look like HTML', () => {
  test.each(words)('%s stays words', (line) => {
    const ops = [{ insert: `${line}\n` }]
    expect(isDocument(ops)).toBe(true)
    expect(leftover(toHtml(ops))).not.toMatch(/[<>]/)
    expect(fromMarkdown(toMarkdown(ops))).toEqual(ops)
  })
  test.each(markdown)('%s as Markdown is a text with nothing that runs', (source) => {
    const ops = fromMarkdown(source)
    expect(isDocument(ops)).toBe(true)
    const html = toHtml(ops)
    expect(leftover(html)).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/(?:href|src)="(?:javascript|data|vbscript)/i)
  })
})

test('nothing of it comes into a text by a change either', () => {
  const text = stateOf(texts, [
    {
      type: 'TextBegun',
      data: {
        textId: id,
        conjurationId: id.replace('1', '2'),
        userId: id,
        campaignId: null,
        fromRevision: null,
        ops: [{ insert: 'x\n' }],
        by: [],
      },
    },
  ])
  const all = [
    ...attributes.map((attributes) => ({ retain: 1, attributes })),
    ...embeds.map((insert) => ({ insert })),
    ...embeds.map((retain) => ({ retain })),
  ]
  const tried = all.filter((op) => {
    // To take a link away is everybody's right.
    if (said(op) === '{"retain":1,"attributes":{"link":null}}' || said(op) === '{"retain":1}') return false
    const change = { textId: id, changeId: id, userId: id, base: 0, ops: [op], undoes: [], by: [] }
    expect(() => texts.decide.ChangeText(text, change)).toThrow('text_change_invalid')
    return true
  })
  expect(tried.length).toBeGreaterThan(100)
  expect(textOf(text)).toEqual([{ insert: 'x\n' }])
})
