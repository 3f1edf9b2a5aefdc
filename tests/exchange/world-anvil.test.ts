import { describe, expect, test } from 'vitest'
import { nested, readPlan, textFor } from './plans.ts'
import { zipped } from './vaults.ts'

/** An export of a world of World Anvil as JSON, as readers of it describe it, invented. */
const folder = 'worlds/Karrow/articles'
const article = (id: string, title: string, content: string, over: object = {}) => ({
  id,
  entityClass: 'Article',
  templateType: 'person',
  title,
  state: 'public',
  content,
  contentParsed: `<p>Parsed twice</p>`,
  tags: '',
  likes: 4,
  ...over,
})
const aldis = article(
  'a1',
  'Aldis Ren',
  `[h2|oath]Oath[/h2]\r\nKeeper of @[the Keep](settlement:k1), friend of @[old Vex](person:v1) and @[Nobody](person:x9).\r\n[b]Bold @[text] [i]crossed[/b] and open[/i] %%open%%\r\n
[quote|Ines]He swore it.[/quote]
[ul][li]Bread[/li][*]Rye[/ul]
[table][tr][th]Guard[/th][/tr][tr][td]Ten \`[secret:s1]\`[/td][/tr][/table]
--AGE::61--
[secret:s2][secret:gone] After [img:i1|align] [map:m1] [roll:2d6] [unknown]kept[/unknown]
[url:https://example.com|blank]Site[/url] [url:javascript:alert(1)]Run[/url] [url]https://example.org[/url]
[spoiler]Twist[/spoiler]<script>alert(2)</script>[code][b]raw[/b][/code]`,
  {
    tags: 'guard, north gate',
    category: { id: 'c2', title: 'People' },
    articleParent: { id: 'k1', title: 'The Keep' },
    cover: { title: 'aldis.jpg', url: 'https://example.com/aldis.jpg' },
    sections: { history: { content: 'Born in [b]Vale[/b].' }, ghostNotes: { content: 'Damask.' } },
    relations: {
      species: { items: [{ id: 'h1', title: 'Human', relationshipType: 'article' }] },
      enemies: { items: [{ id: 'v1', title: 'Vex', relationshipType: 'article' }] },
    },
    birthplace: { id: 'v2', title: 'Vexhome' },
    eyes: 'grey',
    demographyText: 'Many\nlines of text',
    authornotes: 'Eglantine.',
    creationDate: { date: '2024-03-03 10:00:00.000000' },
    author: { id: 'u1', title: 'Ines' },
    passcode: 'Fern',
  },
)
const file = (record: object) => JSON.stringify(record)
const files = (plain = 43): Record<string, string> => ({
  'worlds/Karrow/world.json': file({ id: 'w1', entityClass: 'World', title: 'Karrow', state: 'public' }),
  [`${folder}/People/category-metadata.json`]: file({ id: 'c2', title: 'People', parent: { id: 'c1' } }),
  [`${folder}/category-metadata.json`]: file({ id: 'c1', title: 'All', description: 'Everything there is.' }),
  [`${folder}/A/category-metadata.json`]: file({ id: 'c3', title: 'A', parent: { id: 'c4' } }),
  [`${folder}/B/category-metadata.json`]: file({ id: 'c4', title: 'B', parent: { id: 'c3' } }),
  [`${folder}/People/Person-aldis-a1.json`]: file(aldis),
  [`${folder}/People/Person-aldis-a1.html`]: '<p>The same</p>',
  [`${folder}/Settlement-keep-k1.json`]: file(
    article('k1', 'The Keep', 'A keep.', { templateType: 'settlement', category: { id: 'c3' } }),
  ),
  [`${folder}/Species-human-h1.json`]: file(
    article('h1', 'Human', 'People.', { templateType: undefined, template: 'species' }),
  ),
  [`${folder}/Person-vex-v1.json`]: file(article('v1', 'Vex', 'He is the traitor.', { state: 'private' })),
  [`${folder}/Settlement-home-v2.json`]: file(article('v2', 'Vexhome', 'Below.', { subscribergroups: [{ id: 'g1' }] })),
  [`${folder}/Person-draft-d1.json`]: file(article('d1', 'Draft', 'Unfinished.', { isDraft: true })),
  'worlds/Karrow/secrets/s1.json': file({
    id: 's1',
    entityClass: 'Secret',
    title: 'First',
    content: 'Amaranth [secret:s1]',
    article: { id: 'a1' },
  }),
  'worlds/Karrow/secrets/s2.json': file({
    id: 's2',
    entityClass: 'Secret',
    title: 'Second',
    content: 'Byssus [b]bold[/b]',
    article: { id: 'a1' },
  }),
  'worlds/Karrow/secrets/s3.json': file({
    id: 's3',
    entityClass: 'Secret',
    title: 'Third',
    content: 'Cinnabar',
    article: { id: 'a1' },
  }),
  'worlds/Karrow/secrets/s4.json': file({ id: 's4', entityClass: 'Secret', title: 'Loose secret', content: 'Indigo' }),
  'worlds/Karrow/images/i1.json': file({
    id: 'i1',
    entityClass: 'Image',
    title: 'gate',
    url: 'https://example.com/gate.png',
  }),
  'worlds/Karrow/maps/m1.json': file({ id: 'm1', entityClass: 'Map', title: 'The vale' }),
  'worlds/Karrow/manuscripts/m2.json': file({
    id: 'm2',
    entityClass: 'ManuscriptPart',
    title: 'Chapter one',
    content: 'It rained.',
  }),
  'worlds/Karrow/histories/t1.json': file({
    id: 't1',
    entityClass: 'History',
    title: 'The fall',
    content: 'It fell.',
    year: 1012,
    state: 'public',
  }),
  'worlds/Karrow/notes/n1.json': file({ id: 'n1', entityClass: 'Notebook', title: 'Ideas' }),
  [`${folder}/broken.json`]: '{"id":',
  ...Object.fromEntries(
    Array.from({ length: plain }, (_, n) => [
      `${folder}/Person-p${n}.json`,
      file(article(`p${n}`, `Person ${n}`, `Knows @[another](person:p${n + 1}).`)),
    ]),
  ),
})

describe('an export of World Anvil becomes a plan', () => {
  test('with articles in folders of their categories, links, relations and properties', async () => {
    const read = await readPlan(zipped(files()), 'karrow.zip')
    const { plan } = read
    expect(plan).toMatchObject({ source: 'world-anvil', name: 'Karrow' })
    // Six articles, a category with a text, a loose secret, a chapter, an event and the plain ones.
    expect(plan.pages).toHaveLength(43 + 10)
    const page = (title: string) => plan.pages.find(({ name }) => name === title)
    expect(page('Aldis Ren')).toMatchObject({
      path: 'All/People/Aldis Ren',
      tags: ['guard', 'north gate'],
      isPublished: true,
    })
    expect(page('Human')?.path).toBe('Species/Human')
    expect(page('The Keep')?.path).toMatch(/A\/The Keep$/)
    const open = textFor(read, 'Aldis Ren', false)
    for (const words of [
      ...[
        'Oath',
        'the Keep',
        'old Vex',
        'Nobody',
        'text',
        'crossed',
        '%%open%%',
        'Ines',
        'He swore it.',
        'Bread',
        'Rye',
      ],
      ...['Guard', 'AGE', '61', 'After', '2d6', 'kept', 'Site', 'https://example.org', 'Twist', 'raw', 'Vale', 'grey'],
      ...['lines of text', 'Part of', 'Template', 'Person', '2024-03-03 by Ines', 'https://example.com/gate.png'],
    ])
      expect(open).toContain(words)
    expect(open).not.toMatch(/javascript|Parsed twice|likes|Fern/i)
    const names = plan.links?.map(({ source, target, comment }) => [
      plan.pages[source]?.name,
      comment,
      plan.pages[target]?.name,
    ])
    expect(names).toEqual([
      ['Aldis Ren', 'species', 'Human'],
      ['Aldis Ren', 'enemies', 'Vex'],
    ])
    expect(textFor(read, 'The fall', false)).toContain('1012')
    const reasons = plan.problems.map(({ path, reason }) => `${path}: ${reason}`)
    for (const reason of [
      'The vale: It is a Map, which is not imported.',
      'Ideas: It is a Notebook, which is not imported.',
      'Karrow/articles/broken.json: It is damaged.',
      'All/People/Aldis Ren.md: The map that it shows is left out.',
      'All/People/Aldis Ren.md: An article that it links to is not in the file, so that the link stays text.',
    ])
      expect(reasons).toContain(reason)
  })

  test('with secrets in sections for DMs, and pages for DMs of what is private', async () => {
    const read = await readPlan(zipped(files()), 'karrow.zip')
    const [open, hidden] = [textFor(read, 'Aldis Ren', false), textFor(read, 'Aldis Ren', true)]
    for (const word of ['Amaranth', 'Byssus', 'Cinnabar', 'Damask', 'Eglantine', 'Vexhome', 'does not hold']) {
      expect(open).not.toContain(word)
      expect(hidden).toContain(word)
    }
    const page = (title: string) => read.plan.pages.find(({ name }) => name === title)
    for (const title of ['Vex', 'Vexhome', 'Draft', 'Loose secret', 'Chapter one'])
      expect(page(title)).toMatchObject({ isHidden: true, isPublished: false })
    expect(page('The fall')).toMatchObject({ isHidden: false, isPublished: true })
  })

  test('whose pages follow the choice where the world is private', async () => {
    const world = { id: 'w1', entityClass: 'World', title: 'Karrow', state: 'private' }
    const { plan } = await readPlan(zipped({ ...files(0), 'worlds/Karrow/world.json': file(world) }), 'karrow.zip')
    expect(plan.pages.filter(({ isPublished }) => isPublished)).toEqual([])
    expect(plan.pages.find(({ name }) => name === 'Aldis Ren')).toMatchObject({ isHidden: false })
  })
})

describe('hostile files of World Anvil', () => {
  const one = async (content: string) => {
    const read = await readPlan(Buffer.from(file(article('a', 'Page', content))), 'page.json')
    return { open: textFor(read, 'Page', false), hidden: textFor(read, 'Page', true) }
  }

  test('secrets that tags cross, that never end or that stand deep', async () => {
    for (const bbcode of [
      '[b][secret]Kelp[/b] Lapis[/secret] after',
      '[quote][gm]Kelp[/quote] Lapis[/gm] after',
      `${'[quote]'.repeat(100)}[secret][secret]Kelp[/secret] Lapis`,
      '[dm]Kelp\n\n[h2]Lapis[/h2]',
    ]) {
      const { open, hidden } = await one(`Start ${bbcode}`)
      for (const word of ['Kelp', 'Lapis']) {
        expect(open).not.toContain(word)
        expect(hidden).toContain(word)
      }
      expect(open).toContain('Start')
    }
  })

  test('100,000 levels, scripts and addresses that run', async () => {
    const { open } = await one(
      `${'[quote][ul][li]'.repeat(33_000)}Deep [url=data:text/html,x]link[/url] [img:javascript:alert(1)]`,
    )
    expect(open).toContain('Deep')
    expect(open).not.toMatch(/javascript|data:text/)
    const deep = `{"id":"a","entityClass":"Person","templateType":"person","title":"Deep","content":"Words","relations":${nested()},"sections":{"x":${nested()}},"other":${nested()}}`
    const { plan } = await readPlan(Buffer.from(deep), 'deep.json')
    expect(plan.pages.map(({ name }) => name)).toEqual(['Deep'])
  })

  test('text that is made to take long takes a moment', async () => {
    for (const unit of ['[', '[b', '[b]', '@[', '@[a](', '--a', '[code]', '[secret]', '[url:', '[li]', '\n', '[/b]'])
      await one(unit.repeat(Math.floor(30_000 / unit.length)))
  }, 60_000)

  test('5,000 articles of one name, and a file of another encoding', { tags: 'long' }, async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => [`${n}.json`, file(article(`i${n}`, 'Inn', `Inn ${n}`))])
    const { plan } = await readPlan(zipped(Object.fromEntries(many)), 'inns.zip')
    expect(plan.pages).toHaveLength(5_000)
    expect(new Set(plan.pages.map(({ id }) => id)).size).toBe(5_000)
    const wide = Buffer.from(`\uFEFF${file(article('c', 'Café', 'Crème'))}`, 'utf16le')
    const read = await readPlan(zipped({ 'a.json': wide, 'b.json': file(article('b', 'B', 'B')) }), 'x.zip')
    expect(textFor(read, 'Café', false)).toContain('Crème')
    const swapped = await readPlan(zipped({ 'a.json': Buffer.from(wide).swap16() }), 'x.zip')
    expect(textFor(swapped, 'Café', false)).toContain('Crème')
  })

  test('cut off, or pages of HTML, which do not say what is hidden', async () => {
    const whole = zipped(files())
    await expect(readPlan(whole.subarray(0, whole.length / 2), 'x.zip')).rejects.toMatchObject({
      code: 'archive_broken',
    })
    const html = zipped({
      'index.html': '<a href="https://www.worldanvil.com/w/karrow">Karrow</a>',
      'a.html': '<p>A</p>',
    })
    await expect(readPlan(html, 'x.zip')).rejects.toMatchObject({ code: 'world_anvil_html' })
  })
})
