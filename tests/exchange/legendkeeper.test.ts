import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readPlan } from './plans.ts'

/** An export of LegendKeeper in the shape of its version 1, invented. */
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const block = (type: string, ...content: object[]) => ({ type, content })
const secret = (...content: object[]) => ({
  type: 'bodiedExtension',
  attrs: { extensionKey: 'block-secret', parameters: { extensionTitle: 'Secret' } },
  content,
})
const mention = (id: string, alias = '') => ({ type: 'mention', attrs: { id, text: 'Stale', alias } })
const page = (id: string, name: string, content: object[], over: object = {}) => ({
  schemaVersion: 1,
  id,
  name,
  parentId: null,
  pos: id,
  isHidden: false,
  tags: [],
  aliases: [],
  properties: [],
  documents: [
    {
      id: `${id}-d`,
      name: 'Main',
      type: 'page',
      pos: 'A',
      isFirst: true,
      isHidden: false,
      content: { type: 'doc', content },
    },
  ],
  ...over,
})
const doc = (...content: object[]) => ({ type: 'doc', content })

const karrow = page(
  'a1',
  'Karrow',
  [
    { type: 'heading', attrs: { level: 2 }, content: [text('The port')] },
    block(
      'paragraph',
      text('Ruled by '),
      mention('b1'),
      text(', feared by '),
      mention('c2', 'the Vex'),
      text('. %%open%% '),
      text('Loud', { type: 'strong' }),
    ),
    secret(block('paragraph', text('Aldis lies in amaranth.')), secret(block('paragraph', text('Twice byssus.')))),
    block(
      'bulletList',
      block(
        'listItem',
        block('paragraph', text('Bread')),
        block('bulletList', block('listItem', block('paragraph', text('Rye')))),
      ),
      block('listItem', secret(block('paragraph', text('Cinnabar')))),
    ),
    block('taskList', { type: 'taskItem', attrs: { state: 'DONE' }, content: [text('Find it')] }),
    block(
      'table',
      block('tableRow', block('tableHeader', block('paragraph', text('Guards')))),
      block('tableRow', block('tableCell', block('paragraph', text('12')))),
    ),
    { type: 'panel', attrs: { panelType: 'info' }, content: [block('paragraph', text('Beware.'))] },
    block('mediaSingle', { type: 'media', attrs: { url: 'https://assets.legendkeeper.com/1.png' } }),
  ],
  {
    tags: ['city', 'old town'],
    aliases: ['Old Karrow'],
    banner: { enabled: true, url: 'https://assets.legendkeeper.com/harbour.png' },
    properties: [
      { id: 'p1', pos: 'A', type: 'RESOURCE_LINK', title: 'RULER', data: { items: [{ resourceId: 'b1', pos: 'A' }] } },
      {
        id: 'p2',
        pos: 'B',
        type: 'TEXT_FIELD',
        title: 'PATRON',
        isHidden: true,
        data: { fragment: doc(block('paragraph', text('Damask'))) },
      },
    ],
  },
)
const withTabs = page('b1', 'Aldis Ren', [block('paragraph', text('Old.'))], { parentId: 'a1' })
withTabs.documents.push(
  {
    id: 'x',
    name: 'Notes',
    type: 'page',
    pos: 'B',
    isFirst: false,
    isHidden: true,
    content: doc(block('paragraph', text('Eglantine.'))),
  },
  { id: 'y', name: 'Walls', type: 'map', pos: 'C', isFirst: false, isHidden: false, content: doc() },
)
const world = (people = 45) => ({
  version: 1,
  resources: [
    karrow,
    withTabs,
    page('c1', 'Cellar', [block('paragraph', text('Dark.'))], { isHidden: true }),
    page('c2', 'Vex', [block('paragraph', text('He is below.'))], { parentId: 'c1' }),
    page('d1', 'Person', [block('paragraph', text('A template.'))], { parentId: 'templates' }),
    page('e1', 'One', [block('paragraph', text('Round.'))], { parentId: 'e2' }),
    page('e2', 'Two', [block('paragraph', text('And round.'))], { parentId: 'e1' }),
    ...Array.from({ length: people }, (_, n) =>
      page(`p${n}`, `Person ${n}`, [block('paragraph', text(`Person ${n}.`))]),
    ),
  ],
})
const read = (data: object | Buffer, filename = 'karrow.lk') =>
  readPlan(Buffer.isBuffer(data) ? data : gzipSync(JSON.stringify(data)), filename)
type Read = Awaited<ReturnType<typeof read>>
const textFor = ({ plan, parts }: Read, name: string, isForDms: boolean) => {
  const { part, at, length } = plan.pages.find((each) => each.name === name)?.blob ?? { part: 0, at: 0, length: 0 }
  const from = plan.parts.slice(0, part).reduce((sum, each) => sum + each, 0) + at
  const sections: { isForDms: boolean }[] = JSON.parse(String(parts.subarray(from, from + length)))
  return JSON.stringify(sections.filter((section) => section.isForDms === isForDms))
}

describe('an export of LegendKeeper becomes a plan', () => {
  test('with pages below their parents, properties, links, tags and tabs', async () => {
    const result = await read(world())
    const { plan } = result
    expect(plan).toMatchObject({ source: 'legendkeeper', name: 'karrow' })
    expect(plan.pages).toHaveLength(51)
    expect(plan.pages.map(({ name }) => name)).not.toContain('Person')
    expect(plan.pages.find(({ name }) => name === 'Aldis Ren')?.path).toBe('Karrow/Aldis Ren')
    expect(plan.pages.find(({ name }) => name === 'Karrow')).toMatchObject({
      tags: ['city', 'old town'],
      isPublished: true,
    })
    const open = textFor(result, 'Karrow', false)
    for (const words of [
      'The port',
      '[Aldis Ren]',
      'Rye',
      'Find it',
      'Guards',
      'Beware.',
      'Ruler',
      'Old Karrow',
      '%%open%%',
    ])
      expect(open).toContain(words)
    expect(plan.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ reason: 'Its map “Walls” is not imported.' }),
        expect.objectContaining({ reason: expect.stringContaining('is on another site') }),
      ]),
    )
    // The page has no link to its cover.
    const ofCover = plan.problems.filter(({ reason }) => reason.includes('harbour.png'))
    expect(ofCover).toEqual([expect.objectContaining({ kind: 'left', path: 'Karrow' })])
    expect(ofCover[0]?.reason).not.toContain('link')
    expect(open).not.toContain('harbour.png')
    const same = await read(Buffer.from(JSON.stringify(world())), 'karrow.json')
    expect(same.plan.pages).toEqual(plan.pages)
  })

  test('with secrets in sections for DMs, and hidden pages with all below them for DMs', async () => {
    const result = await read(world())
    const [open, hidden] = [textFor(result, 'Karrow', false), textFor(result, 'Karrow', true)]
    for (const word of ['amaranth', 'byssus', 'Cinnabar', 'Damask']) {
      expect(open).not.toContain(word)
      expect(hidden).toContain(word)
    }
    expect(open).not.toContain('Vex')
    expect(textFor(result, 'Aldis Ren', false)).not.toContain('Eglantine')
    expect(textFor(result, 'Aldis Ren', true)).toContain('Eglantine')
    for (const name of ['Cellar', 'Vex'])
      expect(result.plan.pages.find((each) => each.name === name)).toMatchObject({ isHidden: true, isPublished: false })
  })

  test('from documents of any depth', async () => {
    const deep = `{"resources":[{"id":"a","name":"Deep","documents":[{"type":"page","content":${'{"type":"blockquote","content":['.repeat(20_000)}${']}'.repeat(20_000)}}]},{"id":"b","name":"Flat","documents":[{"type":"page","content":{"content":[{"type":"paragraph","content":[{"type":"text","text":"Words"}]}]}}]}]}`
    const { plan } = await read(Buffer.from(deep), 'deep.json')
    expect(plan.pages.map(({ name }) => name)).toEqual(['Flat'])
    expect(plan.problems).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('nested too deeply') }),
    )
  })

  test('unless it is something else, damaged or a bomb', async () => {
    await expect(read(Buffer.from('{"name":"x"}'), 'x.json')).rejects.toMatchObject({ code: 'json_unknown' })
    await expect(read(Buffer.from('{"resources":['), 'x.lk')).rejects.toMatchObject({ code: 'json_unknown' })
    await expect(read(gzipSync(JSON.stringify(world())).subarray(0, -20))).rejects.toMatchObject({
      code: 'archive_broken',
    })
    await expect(read(gzipSync(Buffer.alloc(65 * 2 ** 20, ' ')))).rejects.toMatchObject({ code: 'archive_bomb' })
  })
})
