import { describe, expect, test } from 'vitest'
import { nested, readPlan, textFor } from './plans.ts'
import { picture, zipped } from './vaults.ts'

/** A world of Foundry VTT as its documentation describes it, invented. */
const id = (name: string) => name.padEnd(16, 'x').slice(0, 16)
const text = (name: string, content: string, over: object = {}) => ({
  _id: id(`page${name}`),
  name,
  type: 'text',
  sort: 0,
  title: { show: true, level: 1 },
  text: { format: 1, content },
  ownership: { default: -1 },
  ...over,
})
const entry = (name: string, pages: object[], over: object = {}) => ({
  _id: id(name),
  name,
  folder: null,
  sort: 0,
  ownership: { default: 2, user000000000000: 3 },
  pages,
  flags: {},
  _stats: { coreVersion: '12.331', systemId: 'dnd5e' },
  ...over,
})
const folder = (name: string, parent: string | null, type = 'JournalEntry') => ({
  _id: id(name),
  name,
  type,
  folder: parent,
  sorting: 'a',
  sort: 0,
})

const karrow = entry(
  'Karrow',
  [
    text(
      'Gate',
      `<h2>The gate</h2><p>Kept by @UUID[JournalEntry.${id('Aldis')}]{Aldis} and @UUID[Actor.${id('Vex')}], see @JournalEntry[Harbour] and @JournalEntry[Page7]{Old town}. Fee [[/r 2d6]]{two dice}. %%open%%</p>
       <section class="secret" id="secret-1"><p>He lies in amaranth to @UUID[Actor.${id('Vex')}].</p></section>
       <table><tr><th>Guard</th></tr><tr><td>\`Ten <section class="secret">byssus</section>\`</td></tr></table>
       <ul><li>Bread <b>and <section class="secret">cinnabar</b>, damask</section></li></ul>
       <section class="secret revealed"><p>Known to all.</p></section>
       <img src="worlds/karrow/assets/gate.png"><img src="worlds/karrow/assets/none.png">
       <p><a href="javascript:alert(1)">Run</a><script>alert(2)</script> @UUID[Compendium.dnd5e.spells.Item.abcdefghijklmnop]{Light}</p>`,
    ),
    text('Crypt', '<p>Eglantine below.</p>', { ownership: { default: 0 }, sort: 1 }),
    text('Handout', '', {
      type: 'image',
      src: 'worlds/karrow/assets/gate.png',
      image: { caption: 'The gate' },
      sort: 2,
    }),
    text('Rules', '', { type: 'pdf', src: 'rules.pdf', sort: 3 }),
    text('Tally', '<p>Some words.</p>', { type: 'dnd5e.rule', sort: 4 }),
  ],
  { folder: id('Places') },
)
const actor = {
  _id: id('Vex'),
  name: 'Vex',
  type: 'npc',
  img: 'icons/svg/mystery-man.svg',
  ownership: { default: 0 },
  prototypeToken: {},
  system: { details: { biography: { value: '<p>A thief.</p>' }, privateNotes: '<p>Fern.</p>', level: '5' } },
  items: [],
}
const item = {
  _id: id('Ring'),
  name: 'Ring',
  type: 'equipment',
  ownership: { default: 2 },
  system: { identified: false, description: { value: '<p>It glows.</p>' } },
}
const lines = (...records: object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`
const files = async (plain = 44): Promise<Record<string, string | Buffer>> => ({
  'karrow/world.json': JSON.stringify({
    id: 'karrow',
    title: 'Karrow, a world',
    system: 'dnd5e',
    coreVersion: '10.291',
  }),
  'karrow/data/folders.db': lines(
    folder('Lands', null),
    folder('Places', id('Lands')),
    folder('A', id('B')),
    folder('B', id('A')),
  ),
  'karrow/data/journal.db': [
    lines(
      entry('Aldis', [text('Old', '<p>Replaced.</p>')]),
      karrow,
      entry('Aldis', [text('Aldis', '<p>Old.</p>')]),
      {
        _id: id('Harbour'),
        name: 'Harbour',
        content: '<p>From before version 10.</p>',
        permission: { default: 0 },
        folder: id('A'),
      },
      entry('Lost', [text('Lost', '<p>Deleted.</p>')]),
      { $$deleted: true, _id: id('Lost') },
      ...Array.from({ length: plain }, (_, n) =>
        entry(`Page${n}`, [text(`Page${n}`, `<p>To @UUID[JournalEntry.${id(`Page${n + 1}`)}]{the next}</p>`)]),
      ),
    ),
    '{"_id":"cut of',
  ].join(''),
  'karrow/data/actors.db': lines(actor),
  'karrow/data/items.db': lines(item),
  'karrow/data/scenes.db': lines({ _id: id('Scene'), name: 'Gate' }),
  'karrow/data/users.db': lines({ _id: id('User'), name: 'Gm', role: 4 }),
  'karrow/packs/monsters.db': lines(actor),
  'karrow/assets/gate.png': await picture(1),
})

describe('a world of Foundry VTT becomes a plan', () => {
  test('with entries, pages, actors and items in folders, links and pictures', async () => {
    const read = await readPlan(zipped(await files()), 'karrow.zip')
    const { plan } = read
    expect(plan).toMatchObject({ source: 'foundry', name: 'Karrow, a world' })
    // Karrow, its four pages, Aldis, the harbour, Vex, the ring and the plain ones.
    expect(plan.pages).toHaveLength(44 + 9)
    const pathOf = (name: string) => plan.pages.find((page) => page.name === name)?.path
    expect(pathOf('Karrow')).toBe('Lands/Places/Karrow')
    expect(pathOf('Gate')).toBe('Lands/Places/Karrow/Gate')
    expect(pathOf('Vex')).toBe('Actors/Vex')
    const open = textFor(read, 'Gate', false)
    for (const words of ['The gate', 'Aldis', 'Old town', 'two dice', '%%open%%', 'Guard', 'Known to all.', 'Light'])
      expect(open).toContain(words)
    expect(open).toMatch(/\[Aldis\]\(\/lore\/view\/[^)]*aldis\)/)
    expect(open).not.toMatch(/alert|javascript/)
    expect(plan.pictures).toHaveLength(1)
    expect(textFor(read, 'Aldis', false)).not.toContain('Replaced')
    expect(textFor(read, 'Vex', false)).toContain('A thief.')
    expect(textFor(read, 'Handout', false)).toContain('The gate')
    const reasons = plan.problems.map(({ path, reason }) => `${path}: ${reason}`)
    for (const reason of [
      'data/scenes.db: Its scenes are not imported.',
      'packs/monsters.db: Compendiums are not imported.',
      'data/journal.db: One of its lines is damaged.',
      'Lands/Places/Karrow.md: Its PDF “Rules” is not imported.',
      'Lands/Places/Karrow/Tally.md: “Tally” is a page of the kind dnd5e.rule, of which the text alone is imported.',
      'Lands/Places/Karrow/Gate.md: Its picture “worlds/karrow/assets/none.png” is not in the file.',
      'Lands/Places/Karrow/Gate.md: “Light” is not imported, so that the link stays text.',
      'Lands/Places/Karrow/Gate.md: It names a hidden page. Its name is replaced by “hidden”.',
    ])
      expect(reasons).toContain(reason)
    expect(reasons.some((reason) => reason.includes('users'))).toBe(false)
  })

  test('with ownership as visibility, and secrets in sections for DMs wherever they stand', async () => {
    const read = await readPlan(zipped(await files()), 'karrow.zip')
    const [open, hidden] = [textFor(read, 'Gate', false), textFor(read, 'Gate', true)]
    for (const word of ['amaranth', 'byssus', 'cinnabar', 'damask']) {
      expect(open).not.toContain(word)
      expect(hidden).toContain(word)
    }
    // An open text does not name a hidden actor; a text for DMs does.
    expect(open).not.toContain('Vex')
    expect(hidden).toContain('Vex')
    expect(textFor(read, 'Karrow', false)).not.toContain('Crypt')
    expect(textFor(read, 'Karrow', true)).toContain('Crypt')
    expect(textFor(read, 'Vex', false)).not.toContain('Fern')
    expect(textFor(read, 'Vex', true)).toContain('Fern')
    const page = (name: string) => read.plan.pages.find((each) => each.name === name)
    for (const name of ['Crypt', 'Vex', 'Ring', 'Harbour'])
      expect(page(name)).toMatchObject({ isHidden: true, isPublished: false })
    for (const name of ['Karrow', 'Gate', 'Aldis'])
      expect(page(name)).toMatchObject({ isHidden: false, isPublished: true })
  })

  test('from exported files of JSON, alone and zipped, whose readers are not known', async () => {
    const { _id, folder: _, ownership: __, ...exported } = karrow
    const alone = JSON.stringify({ ...exported, flags: { exportSource: { uuid: `JournalEntry.${_id}` } } })
    const one = await readPlan(Buffer.from(alone), `fvtt-JournalEntry-karrow-${_id}.json`)
    expect(one.plan).toMatchObject({ source: 'foundry', name: 'Karrow' })
    expect(one.plan.pages.find(({ name }) => name === 'Karrow')).toMatchObject({ isHidden: false, isPublished: false })
    expect(one.plan.pages.find(({ name }) => name === 'Crypt')).toMatchObject({ isHidden: true })
    const unpacked = {
      ...entry('Aldis', [text('Aldis', `<p>To @UUID[JournalEntry.${_id}]</p>`)]),
      _key: `!journal!${id('Aldis')}`,
    }
    const both = await readPlan(zipped({ 'a.json': alone, 'b.json': JSON.stringify(unpacked) }), 'both.zip')
    expect(textFor(both, 'Aldis', false)).toContain('Karrow')
    const vault = { 'Data/Page.md': 'Words', 'Data/actor.json': alone }
    expect((await readPlan(zipped(vault), 'vault.zip')).plan).toMatchObject({
      source: 'markdown',
      pages: [{ name: 'Page' }],
    })
    const adventure = {
      name: 'All',
      _stats: { coreVersion: '12' },
      journal: [entry('Aldis', [text('Aldis', '<p>Old.</p>')])],
      actors: [actor],
      folders: [],
    }
    const whole = await readPlan(Buffer.from(JSON.stringify(adventure)), 'all.json')
    expect(whole.plan.pages.map(({ name }) => name)).toEqual(['Aldis', 'Vex'])
  })

  test.each([
    ['fences without an end', '```\ncode'],
    ['inline code that begins a line', '```code``` of the'],
    ['a fence of a quote', '> ```\n> code'],
  ])('from Markdown, whose secrets stay hidden behind %s', async (_, code) => {
    const markdown = `Open @UUID[JournalEntry.x]{x}\n\n${code}\n\n<section class="secret">\n\nIndigo\n\n</section>\n\nBehind\n\n<section class="secret">\nJade`
    const page = { ...text('Page', ''), text: { format: 2, markdown } }
    const read = await readPlan(Buffer.from(JSON.stringify(entry('Page', [page]))), 'page.json')
    const [open, hidden] = [textFor(read, 'Page', false), textFor(read, 'Page', true)]
    for (const word of ['Indigo', 'Jade']) {
      expect(open).not.toContain(word)
      expect(hidden).toContain(word)
    }
    expect(open).toContain('Behind')
  })
})

describe('hostile files of Foundry VTT', () => {
  const one = async (content: string) => {
    const read = await readPlan(Buffer.from(JSON.stringify(entry('Page', [text('Page', content)]))), 'page.json')
    return { open: textFor(read, 'Page', false), hidden: textFor(read, 'Page', true), ...read }
  }

  test('secrets deeper than elements are read hide the whole text', async () => {
    const { open, hidden, plan } = await one(`<p>Start</p>${'<div>'.repeat(100)}<section class="secret">Kelp</section>`)
    expect(open).toBe('[]')
    expect(hidden).toContain('Kelp')
    expect(plan.problems).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('nested too deeply') }),
    )
  })

  test('100,000 levels, scripts and addresses that run', async () => {
    const { open } = await one(
      `${'<blockquote>'.repeat(100_000)}Deep<img src="javascript:alert(1)" onerror="alert(2)"><iframe src="data:x">x</iframe>`,
    )
    expect(open).toContain('Deep')
    expect(open).not.toMatch(/javascript|alert|data:x/)
    const deep = `{"name":"Deep","_stats":{"coreVersion":"12"},"pages":[{"name":"Deep","type":"text","text":{"content":"<p>Words</p>"},"flags":${nested()}}],"system":${nested()}}`
    const { plan } = await readPlan(Buffer.from(deep), 'deep.json')
    expect(plan.pages.map(({ name }) => name)).toEqual(['Deep'])
  })

  test('text that is made to take long takes a moment', async () => {
    for (const unit of ['@UUID[', '[[', '[[/r      ', '<section class="secret', '<a class=', '{', '`', '\\'])
      await one(unit.repeat(30_000 / unit.length))
  }, 60_000)

  test('5,000 entries of one name, folders in a circle and a file of another encoding', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ({
      ...entry('Inn', [text('Inn', `<p>Inn ${n}</p>`)]),
      _id: n.toString().padStart(16, '0'),
      folder: id('A'),
    }))
    const world = {
      'data/journal.db': lines(...many),
      'data/folders.db': lines(folder('A', id('B')), folder('B', id('A'))),
    }
    const { plan } = await readPlan(zipped(world), 'inns.zip')
    expect(plan.pages).toHaveLength(5_000)
    expect(new Set(plan.pages.map((page) => page.id)).size).toBe(5_000)
    const western = Buffer.from(JSON.stringify(entry('Café', [text('Café', '<p>Crème</p>')])), 'latin1')
    const read = await readPlan(zipped({ 'a.json': western, 'b.json': JSON.stringify(entry('Aldis', [])) }), 'x.zip')
    expect(textFor(read, 'Café', false)).toContain('Crème')
    expect(read.plan.problems).toContainEqual(expect.objectContaining({ reason: expect.stringContaining('not UTF-8') }))
  })

  test('cut off, empty, or a database without its files', async () => {
    const whole = zipped(await files())
    await expect(readPlan(whole.subarray(0, whole.length / 2), 'x.zip')).rejects.toMatchObject({
      code: 'archive_broken',
    })
    await expect(
      readPlan(zipped({ 'data/journal/CURRENT': 'MANIFEST-1', 'world.json': '{}' }), 'x.zip'),
    ).rejects.toMatchObject({
      code: 'foundry_database',
    })
    await expect(readPlan(Buffer.from('{"name":'), 'x.json')).rejects.toMatchObject({ code: 'json_unknown' })
    await expect(readPlan(Buffer.from(''), 'journal.db')).rejects.toMatchObject({ code: 'archive_without_pages' })
  })
})
