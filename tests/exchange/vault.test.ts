import { describe, expect, test } from 'vitest'
import { derivedId } from '../../backend/commands/ids.ts'
import { zipOf } from '../../backend/platform/zip.ts'
import { importLimits, type PlannedSection } from '../../exchange/plan.ts'
import { readPlan } from './plans.ts'
import { packed, vaultFiles, zipped } from './vaults.ts'

const idOf = (...parts: (string | number)[]) => derivedId('import', ...parts)
const read = async (bytes: Buffer, filename = 'Vault.zip') => {
  const { plan, parts } = await readPlan(bytes, filename, idOf)
  const starts = plan.parts.map((_, n) => plan.parts.slice(0, n).reduce((sum, length) => sum + length, 0))
  const sectionsOf = (name: string): PlannedSection[] => {
    const page = plan.pages.find((each) => each.name === name)
    if (!page) throw new Error(`There is no page ${name}`)
    const at = (starts[page.blob.part] ?? 0) + page.blob.at
    return JSON.parse(String(parts.subarray(at, at + page.blob.length)))
  }
  const textOf = (name: string, of: (section: PlannedSection) => boolean = () => true) =>
    sectionsOf(name)
      .filter(of)
      .map(({ ops }) => JSON.stringify(ops))
      .join('\n')
  return { plan, parts, sectionsOf, textOf }
}
const pages = (files: Record<string, string>) => read(zipped(files))
const refusal = (bytes: Buffer) =>
  read(bytes).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )
const secret = ({ isForDms }: PlannedSection) => isForDms
const open = ({ isForDms }: PlannedSection) => !isForDms

describe('a vault becomes a plan', () => {
  test('with its pages, folders, links, tags, pictures and secrets', async () => {
    const { plan, sectionsOf, textOf } = await read(zipped(await vaultFiles()))
    expect(plan).toMatchObject({ source: 'obsidian', name: 'Karrow' })
    expect(plan.pages).toHaveLength(50)
    expect(plan.folders.map(({ path }) => path).toSorted()).toEqual(['Pages', 'People', 'Places'])
    expect(plan.counts).toMatchObject({ textLinks: 1, tags: 4, secrets: 3 })
    expect(plan.pictures).toHaveLength(1)

    const keep = plan.pages.find(({ name }) => name === 'The Keep')
    expect(keep).toMatchObject({ tags: ['place/ruin', 'North', 'smoke'], isPublished: true, primary: 0 })
    expect(sectionsOf('The Keep').map(({ title, isForDms }) => [title, isForDms])).toEqual([
      ['Notes', false],
      ['For DMs', true],
      ['Notes, 2', false],
      ['For DMs, 2', true],
      ['Notes, 3', false],
      ['Properties', false],
    ])
    const aldis = plan.pages.find(({ name }) => name === 'Aldis Ren')
    const words = textOf('The Keep', open)
    expect(words).toContain(`{"mention":{"id":"${aldis?.id}","kind":"lore","words":"old Aldis"}}`)
    expect(words).toContain(`{"image":{"id":"${plan.pictures[0]?.id}"}}`)
    expect(words).toContain('[[not a link]]')
    expect(words).toContain('LIST FROM [[The Keep]]')
    expect(words).not.toMatch(/Aldis is dead|cellar|\^first/)
    expect(textOf('The Keep', secret)).toMatch(/Aldis is dead.*cellar/s)
    expect(textOf('Aldis Ren')).toContain(`"id":"${keep?.id}"`)
    expect(textOf('Karrow', secret)).toMatch(/guild rules.*All of it/)
    expect(textOf('Karrow', open)).not.toContain('guild')
  })

  test('with plain text as pages that keep it as it is', async () => {
    const text =
      'The Dry Stair\nSession 6\n\n[1:02:31] Tomasz: *Thirty* steps, see [[Ford]] #wet\n---\n%%not a comment%%\n'
    const { plan, sectionsOf } = await pages({
      'K/Sessions/2026-11-21 The Dry Stair.txt': text.replaceAll('\n', '\r\n'),
      'K/Ford.md': 'See [[2026-11-21 The Dry Stair.txt|the stair]] and [[Ford.txt]].',
      'K/Ford.txt': 'Another ford.',
      'K/Empty.txt': ' ',
      'K/Large.txt': 'a'.repeat(importLimits.pageBytes + 1),
      'K/Long.txt': `${'Bells ring over the water.\n'.repeat(40)}\n`.repeat(1_000),
    })
    expect(plan.pages.map(({ name }) => name).toSorted()).toEqual(['2026-11-21 The Dry Stair', 'Ford', 'Ford', 'Long'])
    expect(sectionsOf('2026-11-21 The Dry Stair')).toMatchObject([
      { title: 'Notes', isForDms: false, ops: [{ insert: text }] },
    ])
    expect(plan.pages.find(({ name }) => name.startsWith('2026'))).toMatchObject({ tags: [], isPublished: false })
    expect(plan.counts).toMatchObject({ links: 2, textLinks: 0 })
    const long = sectionsOf('Long').flatMap(({ ops }) => ops.map(({ insert }) => insert))
    expect(long.length).toBeGreaterThan(1)
    expect(long.join('').match(/Bells ring/g)).toHaveLength(40_000)
    expect(
      plan.problems
        .filter(({ kind }) => kind === 'left')
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['Empty.txt', 'Large.txt'])
  })

  test('a top folder of the name of the world is omitted, whichever product repeats it', async () => {
    const text = 'The ford is old.'
    const doubled = await pages({ 'Karrow/karrow/Ford.md': text, 'Karrow/karrow/Places/Mill.md': `${text} [[Ford]]` })
    const folder = { _id: 'ffffffffffffffff', name: 'Karrow', type: 'JournalEntry', folder: null }
    const entry = { _id: 'aaaaaaaaaaaaaaaa', name: 'Ford', folder: folder._id, pages: [] }
    const world = await pages({
      'w/world.json': JSON.stringify({ id: 'w', title: 'Karrow' }),
      'w/data/folders.db': JSON.stringify(folder),
      'w/data/journal.db': JSON.stringify({ ...entry, content: `<p>${text}</p>` }),
    })
    for (const { plan } of [doubled, world]) expect(plan.name).toBe('Karrow')
    expect(world.plan.folders).toEqual([])
    expect(doubled.plan.folders).toMatchObject([{ name: 'Places', parent: null }])
    const inFolder = ({ plan }: typeof world) => plan.pages.map(({ name, folder }) => [name, folder])
    expect(inFolder(world)).toEqual([['Ford', null]])
    expect(inFolder(doubled)).toEqual([
      ['Ford', null],
      ['Mill', 0],
    ])

    const beside = await pages({ 'Karrow/Karrow/Ford.md': text, 'Karrow/Mill.md': text })
    expect(beside.plan.folders).toMatchObject([{ name: 'Karrow' }])
  })

  test('every item that is left out or changed is named with its reason', async () => {
    const { plan } = await read(zipped(await vaultFiles()))
    const reasons = (path: string) => plan.problems.filter((each) => each.path === path).map(({ reason }) => reason)
    expect(reasons('Attachments/alone.jpg')).toEqual(['No page shows it.'])
    expect(reasons('Attachments/crest.webp')).toEqual(['Only JPEG and PNG pictures can be imported.'])
    expect(reasons('Untitled')).toEqual(['There is nothing in it.'])
    expect(reasons('Map.canvas')).toHaveLength(1)
    expect(reasons('Places/The Keep').join(' ')).toMatch(/dataview block stays text.*Nowhere.*|another site/)
  })

  test('the same archive gives the same ids, so that a repeat creates nothing twice', async () => {
    const bytes = zipped(await vaultFiles())
    const [one, two] = await Promise.all([read(bytes), read(bytes)])
    expect(one.plan).toEqual(two.plan)
  })
})

describe('links', () => {
  test('mean the nearest page of a name, a path or an alias; what is ambiguous stays text', async () => {
    const { textOf, plan } = await pages({
      'a/Inn.md': 'x',
      'b/Inn.md': 'y',
      'b/Near.md': '[[Inn]]',
      'c/Far.md': '[[Inn]] [[b/Inn|that one]] [up](../a/Inn.md)',
      'Accent.md': '[[Caf\u0065\u0301]] [[café]]',
      'Café.md': 'z',
    })
    const id = (path: string) => plan.pages.find((page) => page.path === path)?.id
    expect(textOf('Near')).toContain(`"id":"${id('b/Inn')}"`)
    expect(textOf('Far')).toContain(`"id":"${id('b/Inn')}"`)
    expect(textOf('Far')).toContain(`"id":"${id('a/Inn')}"`)
    expect(plan.problems.some(({ reason }) => reason.includes('Several files are named “Inn”'))).toBe(true)
    expect(textOf('Accent').split(`"id":"${id('Café')}"`)).toHaveLength(3)
  })

  test.each([
    ['a name with a dot', '[[Mr.Smith]]', 'Mr.Smith'],
    ['an embedded page of a name with a dot', '![[St.Ives]]', 'St.Ives'],
    ['the longer ending of a page', '[x](Ford.markdown)', 'Ford'],
    ['the longer ending in a link of a vault', '[[Ford.markdown|x]]', 'Ford'],
    ['an encoded number sign', '[x](C%23.md#Notes%20on)', 'C#'],
  ])('by %s', async (_, link, name) => {
    const { plan, textOf } = await pages({
      'A.md': `See ${link}.`,
      'Mr.Smith.md': 'x',
      'St.Ives.md': 'x',
      'Ford.markdown': 'x',
      'C#.md': 'x',
      'C.md': 'x',
    })
    expect(textOf('A')).toContain(`"id":"${plan.pages.find((page) => page.name === name)?.id}"`)
    expect(plan.counts).toMatchObject({ links: 1, textLinks: 0 })
  })

  test('to files that are no pages are named', async () => {
    const { plan } = await pages({ 'A.md': '[[Rules.pdf]] ![[Mr.Jones]]' })
    expect(plan.counts).toMatchObject({ links: 0, textLinks: 1 })
    expect(plan.problems.map(({ reason }) => reason)).toEqual([
      '“Rules.pdf” is not imported, so that the link stays text.',
      '“Mr.Jones” is not imported, so that the embed stays text.',
    ])
  })

  test('to headings are no tags', async () => {
    const { plan, textOf } = await pages({
      'A.md': '- [Combat](#combat) (#real)\n- [two](<#two words>) #and/more [[A|(#none)]] [[#Heading]] [b](A.md)#glued',
    })
    expect(plan.pages[0]?.tags).toEqual(['real', 'and/more'])
    expect(textOf('A')).toContain('Combat (#real)')
  })

  test('of hostile pages become neither scripts nor addresses', async () => {
    const { textOf } = await pages({
      'A.md':
        '[x](javascript:alert(1)) <script>alert(2)</script> <img src=x onerror=alert(3)> [y](data:text/html,z)\n\n<iframe src="https://evil.example"></iframe>',
    })
    expect(textOf('A')).not.toMatch(/"link":"(?:javascript|data)|onerror|<script|<iframe/)
  })
})

describe('what the source hides stays hidden', () => {
  test.each([
    ['a comment in a line', 'Open %%dark%% end', 'dark'],
    ['a comment without an end', 'Open\n\n%%dark\n\nmore', 'more'],
    ['a comment of HTML', 'Open <!-- dark\nstill --> end', 'still'],
    ['a callout for masters', '> [!GM]+ Title\n> dark\n\nend', 'dark'],
    ['several in one line', '%%one%% Open %%two%%', 'two'],
  ])('%s', async (_, markdown, hidden) => {
    const { textOf } = await pages({ 'A.md': markdown })
    expect(textOf('A', open)).not.toContain(hidden)
    expect(textOf('A', secret)).toContain(hidden)
  })

  test('a marker within code hides nothing', async () => {
    const { textOf } = await pages({ 'A.md': '`100 %%` and `%% more`\n\n```\n%% code %%\n```\n' })
    expect(textOf('A', secret)).toBe('')
    expect(textOf('A', open)).toContain('%% code %%')
  })

  test('tags in secrets are no tags of the page', async () => {
    const { plan, textOf } = await pages({
      'A.md':
        '---\npublish: true\n---\nOpen #harbour %%He is a #vampire.%%\n\n> [!secret] #traitor\n> Watched by #spies',
    })
    expect(plan.pages[0]?.tags).toEqual(['harbour'])
    expect(plan.counts.tags).toBe(1)
    expect(textOf('A', secret)).toMatch(/#vampire.*#traitor.*#spies/s)
  })

  test('a picture that only secrets show is of no page', async () => {
    const { plan } = await read(zipped({ 'A.md': 'Open\n\n%%![[a.png]]%%', 'a.png': Buffer.from('x') }))
    expect(plan.pictures).toMatchObject([{ page: null }])
  })
})

describe('front matter', () => {
  test.each([
    ['10,000 aliases', `a: &a x\nb: [${'*a,'.repeat(10_000)}]`],
    [
      'nested references',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d]`,
    ],
    ['100,000 brackets', '['.repeat(60_000)],
    ['tabs and nonsense', '\t: : : -\n  - x\n:'],
  ])('that cannot be read stays text for DMs: %s', async (_, yaml) => {
    const { sectionsOf, plan } = await pages({ 'A.md': `---\n${yaml}\n---\nBody` })
    expect(sectionsOf('A').map(({ title, isForDms }) => [title, isForDms])).toEqual([
      ['Notes', false],
      ['Unread properties', true],
    ])
    expect(plan.problems).toMatchObject([{ kind: 'changed' }])
  })

  test('names of prototypes are properties like others', async () => {
    const { textOf } = await pages({ 'A.md': '---\n__proto__: a\nconstructor: b\nlink: [[Karrow]]\n---\nBody' })
    expect(textOf('A')).toMatch(/__proto__.*constructor/s)
  })
})

describe('large pages', () => {
  test('of 5 MB become sections that each fit, and nothing is lost', { tags: 'long' }, async () => {
    const markdown = Array.from(
      { length: 60_000 },
      (_, n) => `Line **${n}** of a long page, with words and more words in it.`,
    ).join('\n\n')
    const { sectionsOf, plan } = await pages({ 'A.md': markdown })
    const text = sectionsOf('A')
      .map(({ ops }) => ops.map(({ insert }) => insert).join(''))
      .join('')
    for (const n of [0, 1, 29_999, 30_000, 59_999]) expect(text).toContain(`Line ${n} of`)
    expect(sectionsOf('A').length).toBeGreaterThan(1)
    expect(plan.problems[0]).toMatchObject({ kind: 'changed' })
  })

  test('beyond the limit are left out by name', async () => {
    const { plan } = await pages({ 'A.md': 'x'.repeat(importLimits.pageBytes + 1), 'B.md': 'y' })
    expect(plan.pages.map(({ name }) => name)).toEqual(['B'])
    expect(plan.problems).toMatchObject([{ kind: 'left', path: 'A.md' }])
  })
})

describe('hostile archives', () => {
  const zip = () => zipped({ 'A.md': 'x', 'B.md': 'y' })
  const withAttributes = (bytes: Buffer, attributes: number) => {
    const at = bytes.indexOf(Buffer.from('504b0102', 'hex'))
    const changed = Buffer.from(bytes)
    changed.writeUInt32LE(attributes, at + 38)
    return changed
  }
  const withFlag = (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    for (
      let at = changed.indexOf(Buffer.from('504b0102', 'hex'));
      at >= 0;
      at = changed.indexOf(Buffer.from('504b0102', 'hex'), at + 1)
    )
      changed.writeUInt16LE(changed.readUInt16LE(at + 8) | 1, at + 8)
    return changed
  }

  test.each([
    ['no zip', () => Buffer.from('hello'), 'archive_broken'],
    ['an empty file', () => Buffer.alloc(0), 'archive_broken'],
    ['one that is cut off', () => zip().subarray(0, 60), 'archive_broken'],
    ['a path upwards', () => zipped({ '../A.md': 'x' }), 'archive_unsafe'],
    ['an absolute path', () => zipped({ '/etc/A.md': 'x' }), 'archive_unsafe'],
    ['a path of Windows upwards', () => zipped({ 'a\\..\\..\\A.md': 'x' }), 'archive_unsafe'],
    ['an endless path', () => zipped({ [`${'a/'.repeat(60)}A.md`]: 'x' }), 'archive_unsafe'],
    ['an encrypted one', () => withFlag(zip()), 'archive_encrypted'],
    ['one without pages', () => zipped({ 'a.png': 'x' }), 'archive_without_pages'],
    ['a bomb', () => zipped({ 'A.md': Buffer.alloc(200 * 2 ** 20) }), 'archive_bomb'],
  ])('%s', async (_, make, code) => {
    expect(await refusal(make())).toBe(code)
  })

  test('of too many entries', { tags: 'long', timeout: 60_000 }, async () => {
    // Counts beyond 65,535 need another format, so that the limit is tested from below.
    const many = zipOf(Array.from({ length: importLimits.entries + 1 }, (_, n) => packed(`${n}.txt`, '')))
    expect(await refusal(many)).toBe('archive_too_many')
  })

  test('a link to another file is left out', async () => {
    const { plan } = await read(withAttributes(zip(), 0o120777 * 0x10000))
    expect(plan.pages.map(({ name }) => name)).toEqual(['B'])
    expect(plan.problems).toMatchObject([{ kind: 'left', path: 'A.md', reason: 'It is a link to another file.' }])
  })

  test('names that differ in case or accents alone are taken once', async () => {
    const { plan } = await pages({ 'Inn.md': 'x', 'inn.md': 'y', 'Caf\u00e9.md': 'x', 'Cafe\u0301.md': 'y' })
    expect(plan.pages).toHaveLength(2)
    expect(plan.problems).toHaveLength(2)
  })

  test('a page whose bytes are damaged is left out', async () => {
    const bytes = zipped({ 'A.md': 'x'.repeat(1_000), 'B.md': 'y' })
    const broken = Buffer.from(bytes)
    broken.writeUInt8(0xff, 35)
    broken.writeUInt8(0xff, 36)
    const { plan } = await read(broken)
    expect(plan.pages.map(({ name }) => name)).toEqual(['B'])
  })

  test('5,000 pages of one name are distinct pages, and a link to the name stays text', { tags: 'long' }, async () => {
    const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${n}/Same.md`, 'x']))
    const { plan } = await pages({ ...files, 'Link.md': '[[Same]]' })
    expect(new Set(plan.pages.map(({ id }) => id)).size).toBe(5_001)
    expect(plan.counts.textLinks + plan.problems.length).toBeGreaterThan(0)
  })
})

test('a page alone is imported as well', async () => {
  const { plan, textOf } = await read(Buffer.from('# Karrow\n\nA **city**.'), 'Karrow.md')
  expect(plan).toMatchObject({ source: 'markdown', name: 'Karrow', pages: [{ name: 'Karrow', folder: null }] })
  expect(textOf('Karrow')).not.toContain('Karrow')
})
