import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDatabase } from '../../exchange/leveldb/read.ts'
import { nested, readPlan, textFor } from './plans.ts'
import { zipped } from './vaults.ts'

/** Worlds of Foundry VTT from version 11 on, whose collections are databases that the library of Foundry itself writes. */
let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'foundry-'))
})
afterAll(() => rm(temporary, { recursive: true }))

type Files = Record<string, string | Buffer>
type Database = ClassicLevel<string, string>

const id = (name: string) => name.padEnd(16, 'x').slice(0, 16)

/** Writes a database, and returns its files below a folder of a zip. */
const database = async (
  folder: string,
  write: (db: Database) => Promise<unknown>,
  options: { writeBufferSize?: number; compression?: boolean } = {},
): Promise<Files> => {
  const path = await mkdtemp(join(temporary, 'db-'))
  const db: Database = new ClassicLevel(path, options)
  await db.open()
  await write(db)
  await db.close()
  const names = await readdir(path)
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [`${folder}/${name}`, await readFile(join(path, name))] as const)),
  )
}

const rowsOf = (rows: Readonly<Record<string, object | string>>) =>
  Object.entries(rows).map(([key, value]) => ({
    type: 'put' as const,
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
const put = (rows: Readonly<Record<string, object | string>>) => (db: Database) => db.batch(rowsOf(rows))

const entry = (name: string, pages: string[], over: object = {}) => ({
  _id: id(name),
  name,
  folder: null,
  sort: 0,
  ownership: { default: 2 },
  pages: pages.map(id),
  flags: {},
  _stats: { coreVersion: '12.331' },
  ...over,
})
const page = (name: string, content: string, over: object = {}) => ({
  _id: id(name),
  name,
  type: 'text',
  sort: 0,
  title: { show: true, level: 1 },
  text: { format: 1, content },
  ownership: { default: -1 },
  ...over,
})
/** The rows of an entry of one page. */
const single = (name: string, content: string, over: object = {}) => ({
  [`!journal!${id(name)}`]: entry(name, [`${name} p`], over),
  [`!journal.pages!${id(name)}.${id(`${name} p`)}`]: page(`${name} p`, content),
})
const folder = (name: string, parent: string | null, type = 'JournalEntry') => ({
  [`!folders!${id(name)}`]: { _id: id(name), name, type, folder: parent, sorting: 'a', sort: 0 },
})

const world = { 'karrow/world.json': JSON.stringify({ id: 'karrow', title: 'Karrow', coreVersion: '12.331' }) }
const journal = (write: (db: Database) => Promise<unknown>, options = {}) =>
  database('karrow/data/journal', write, options)
const read = (files: Files) => readPlan(zipped({ ...world, ...files }), 'karrow.zip')
const refused = (name: string) => ({
  code: 'foundry_database',
  facts: { database: expect.stringContaining(`“${name}”`) },
})
const named = (files: Files, ending: RegExp): string => {
  const name = Object.keys(files).find((each) => ending.test(each))
  if (name === undefined) throw new Error(`There is no file ${ending}`)
  return name
}
/** Rows of their own, so that the database has tables and not only a log. */
const inTables = async (db: Database) => db.compactRange('!', '~')

describe('a world in databases becomes a plan', () => {
  test('with pages whose ids differ in spaces alone', async () => {
    const [gate, crypt] = ['Gate', ' Gate']
    const found = await read(
      await journal(
        put({
          [`!journal!${id('City')}`]: { ...entry('City', []), pages: [gate, crypt] },
          [`!journal.pages!${id('City')}.${gate}`]: { ...page('Gate', '<p>Iron</p>'), _id: gate },
          [`!journal.pages!${id('City')}.${crypt}`]: { ...page('Crypt', '<p>Stone</p>'), _id: crypt },
        }),
      ),
    )
    expect(found.plan.pages.map(({ name }) => name).toSorted()).toEqual(['City', 'Crypt', 'Gate'])
    expect(textFor(found, 'Crypt', false)).toContain('Stone')
    expect(textFor(found, 'Gate', false)).toContain('Iron')
  })

  test('with entries, pages in their order, actors, items and folders', async () => {
    const gate = `<p>Kept by @UUID[Actor.${id('Vex')}]{Vex}, see @UUID[JournalEntry.${id('Aldis')}].</p><section class="secret"><p>Amaranth</p></section>`
    const files = {
      ...(await journal(
        put({
          [`!journal!${id('City')}`]: entry('City', ['Gate', 'Crypt', 'Lost'], { folder: id('Places') }),
          [`!journal.pages!${id('City')}.${id('Gate')}`]: page('Gate', gate, { sort: 2 }),
          [`!journal.pages!${id('City')}.${id('Crypt')}`]: page('Crypt', '<p>Below</p>', {
            sort: 1,
            ownership: { default: 0 },
          }),
          // A row that no entry names belongs to nothing.
          [`!journal.pages!${id('City')}.${id('Orphan')}`]: page('Orphan', '<p>Nobody</p>'),
          ...single('Aldis', '<p>Old</p>', { ownership: { default: 0 } }),
        }),
      )),
      ...(await database('karrow/data/folders', put({ ...folder('Lands', null), ...folder('Places', id('Lands')) }))),
      ...(await database(
        'karrow/data/actors',
        put({
          [`!actors!${id('Vex')}`]: {
            _id: id('Vex'),
            name: 'Vex',
            type: 'npc',
            ownership: { default: 2 },
            prototypeToken: {},
            system: { details: { biography: { value: '<p>A thief.</p>' } } },
            items: [id('Dagger')],
          },
          [`!actors.items!${id('Vex')}.${id('Dagger')}`]: { _id: id('Dagger'), name: 'Dagger', type: 'weapon' },
        }),
      )),
      ...(await database(
        'karrow/data/items',
        put({
          [`!items!${id('Ring')}`]: {
            _id: id('Ring'),
            name: 'Ring',
            type: 'equipment',
            ownership: { default: 2 },
            system: { identified: false, description: { value: '<p>It glows.</p>' } },
          },
        }),
      )),
      ...(await database('karrow/data/users', put({ [`!users!${id('Gm')}`]: { name: 'Gm', role: 4 } }))),
      ...(await database('karrow/data/scenes', put({ [`!scenes!${id('S')}`]: { name: 'S' } }))),
      ...(await database('karrow/packs/monsters', put(single('Secret', '<p>Of a compendium</p>')))),
    }
    const plan = await read(files)
    expect(plan.plan).toMatchObject({ source: 'foundry', name: 'Karrow' })
    const pages = plan.plan.pages.map(({ path, isHidden }) => [path, isHidden])
    expect(pages).toEqual([
      ['Lands/Places/City', false],
      ['Lands/Places/City/Crypt', true],
      ['Lands/Places/City/Gate', false],
      ['Aldis', true],
      ['Actors/Vex', false],
      ['Items/Ring', true],
    ])
    const open = textFor(plan, 'Gate', false)
    expect(open).toMatch(/Vex.*hidden/)
    expect(open).not.toContain('Amaranth')
    expect(textFor(plan, 'Gate', true)).toContain('Amaranth')
    expect(plan.plan.problems.map(({ path, reason }) => `${path}: ${reason}`).toSorted()).toEqual([
      'Lands/Places/City/Gate.md: It names a hidden page. Its name is replaced by “hidden”.',
      'data/journal/*.ldb: A page of “City” is damaged or missing.',
      'data/scenes/*.ldb: Its scenes are not imported.',
      'packs/monsters/*.ldb: Compendiums are not imported.',
    ])
  })

  test.each([
    ['packed', true],
    ['not packed', false],
  ])('of the latest rows alone, in tables and logs, %s', async (_, compression) => {
    const many = Array.from({ length: 400 }, (_, n) =>
      single(`Page ${n}`, `<p>${'Words of the page. '.repeat(40)}${n}</p>`),
    )
    const files = await journal(
      async (db) => {
        for (const rows of many.slice(0, 250)) await put(rows)(db)
        await put({ ...single('Open', '<p>Seen</p>'), ...single('Gone', '<p>Deleted</p>') })(db)
        await inTables(db)
        // In a later table: what an earlier one still holds.
        await put({ ...single('Open', '<p>Hidden since</p>', { ownership: { default: 0 } }) })(db)
        for (let n = 0; n < 200; n += 2) await db.batch(Object.keys(many[n] ?? {}).map((key) => ({ type: 'del', key })))
        for (const rows of many.slice(250)) await put(rows)(db)
        // In the log alone.
        await db.del(`!journal!${id('Gone')}`)
        await put(single('Late', `<p>${'Long '.repeat(30_000)}end</p>`))(db)
      },
      { writeBufferSize: 64 * 1024, compression },
    )
    expect(Object.keys(files).filter((name) => name.endsWith('.ldb')).length).toBeGreaterThan(1)
    const plan = await read(files)
    const names = plan.plan.pages.map(({ name }) => name)
    expect(names).toHaveLength(400 - 100 + 2)
    expect(names).toContain('Late')
    expect(names).not.toContain('Gone')
    expect(plan.plan.pages.find(({ name }) => name === 'Open')).toMatchObject({ isHidden: true })
    expect(textFor(plan, 'Open', false)).toContain('Hidden since')
    expect(textFor(plan, 'Page 399', false)).toContain('399')
    expect(textFor(plan, 'Late', false)).toContain('Long end')
  })

  test('that was opened again, beside the files of version 10 that it replaces', async () => {
    const path = await mkdtemp(join(temporary, 'again-'))
    for (const name of ['First', 'Second']) {
      const db: Database = new ClassicLevel(path)
      await put(single(name, `<p>${name}</p>`))(db)
      await db.close()
    }
    const names = await readdir(path)
    const files = Object.fromEntries(
      await Promise.all(names.map(async (name) => [`karrow/data/journal/${name}`, await readFile(join(path, name))])),
    )
    const old = JSON.stringify({ ...entry('Old', []), content: '<p>Deleted since</p>' })
    const { plan } = await read({ ...files, 'karrow/data/journal.db': old })
    expect(plan.pages.map(({ name }) => name)).toEqual(['First', 'Second'])
    expect(plan.problems).toContainEqual(expect.objectContaining({ path: 'data/journal.db', kind: 'left' }))
  })

  test('from the folder of its journal alone, and from the packs of a module', async () => {
    const alone = await database('journal', put(single('Aldis', '<p>Old</p>')))
    expect((await readPlan(zipped(alone), 'journal.zip')).plan).toMatchObject({
      source: 'foundry',
      pages: [{ name: 'Aldis' }],
      problems: [],
    })
    const adventure = { name: 'All', journal: [{ ...entry('Mill', []), pages: [page('Mill', '<p>A wheel</p>')] }] }
    const module = {
      'lore/module.json': JSON.stringify({ id: 'lore', title: 'Old lore', packs: [] }),
      'lore/README.md': 'Words',
      ...(await database(
        'lore/packs/lore',
        put({ ...single('Aldis', '<p>Old</p>', { folder: id('Kings') }), ...folder('Kings', null) }),
      )),
      ...(await database('lore/packs/adventures', put({ [`!adventures!${id('All')}`]: adventure }))),
    }
    const { plan } = await readPlan(zipped(module), 'lore.zip')
    expect(plan).toMatchObject({ source: 'foundry', name: 'Old lore' })
    expect(plan.pages.map((each) => each.path)).toEqual(['Kings/Aldis', 'Mill', 'README'])
  })
})

describe('a damaged database is refused by its name', () => {
  let whole: Files
  beforeAll(async () => {
    whole = {
      ...(await journal(async (db) => {
        await put(Object.assign({}, ...Array.from({ length: 50 }, (_, n) => single(`Page ${n}`, `<p>${n}</p>`))))(db)
        await inTables(db)
        await put(single('Late', '<p>Late</p>'))(db)
      })),
      ...(await database('karrow/data/actors', put({}))),
    }
  })
  const without = (ending: RegExp): Files =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !(name.includes('journal') && ending.test(name))))
  const changed = (ending: RegExp, change: (bytes: Buffer) => Buffer): Files => {
    const name = named(whole, new RegExp(`journal/.*${ending.source}`))
    return { ...whole, [name]: change(Buffer.from(whole[name] ?? '')) }
  }
  const flipped = (at: (bytes: Buffer) => number) => (bytes: Buffer) => {
    bytes[at(bytes)] = (bytes[at(bytes)] ?? 0) ^ 0xff
    return bytes
  }

  test('as a whole it is read', async () => {
    expect((await read(whole)).plan.pages).toHaveLength(51)
  })

  test.each<[string, () => Files]>([
    ['CURRENT is missing', () => without(/CURRENT$/)],
    ['CURRENT names another file', () => changed(/CURRENT/, () => Buffer.from('MANIFEST-000999\n'))],
    ['the manifest is missing', () => without(/MANIFEST-\d+$/)],
    ['the manifest is cut off', () => changed(/MANIFEST-\d+/, (bytes) => bytes.subarray(0, bytes.length - 3))],
    ['the manifest is empty', () => changed(/MANIFEST-\d+/, () => Buffer.alloc(0))],
    ['a table is missing', () => without(/\.ldb$/)],
    ['a table is cut off', () => changed(/\.ldb/, (bytes) => bytes.subarray(0, bytes.length / 2))],
    [
      'a table has no end',
      () =>
        changed(
          /\.ldb/,
          flipped((bytes) => bytes.length - 1),
        ),
    ],
    [
      'a block of a table is changed',
      () =>
        changed(
          /\.ldb/,
          flipped(() => 20),
        ),
    ],
    ['the log is missing', () => without(/\.log$/)],
    [
      'the log is changed',
      () =>
        changed(
          /\.log/,
          flipped(() => 20),
        ),
    ],
    [
      'the beginning of the log is zero',
      () => changed(/\.log/, (bytes) => Buffer.concat([Buffer.alloc(16), bytes.subarray(16)])),
    ],
    [
      'a record of the log is longer than its block',
      () =>
        changed(/\.log/, (bytes) =>
          Buffer.concat([bytes.subarray(0, 4), Buffer.from([0xff, 0xff]), bytes.subarray(6)]),
        ),
    ],
    ['all files are others', () => Object.fromEntries(Object.keys(whole).map((name) => [name, 'x']))],
  ])('where %s', async (_, files) => {
    await expect(read(files())).rejects.toMatchObject(refused('journal'))
  })

  test('a world that is open in Foundry is read up to its last whole row', async () => {
    const locked = changed(/\.log/, (bytes) => Buffer.concat([bytes, bytes.subarray(0, 12)]))
    const { plan } = await read({ ...locked, 'karrow/data/journal/LOCK': '' })
    expect(plan.pages).toHaveLength(51)
  })

  test('a damaged collection that nothing is imported from does no harm', async () => {
    expect((await read({ ...whole, 'karrow/data/scenes/CURRENT': 'x' })).plan.pages).toHaveLength(51)
  })
})

describe('hostile databases', () => {
  test('names that lead elsewhere, values that are none, and JSON nested 100,000 deep', async () => {
    const { plan } = await read(
      await journal(
        put({
          ...single('../../etc/passwd', '<p>Up</p>'),
          ...single('__proto__', '<p>Prototype</p>'),
          '!journal!../../../x': entry('con', []),
          '!journal!constructor': { ...entry('Odd', []), content: '<p>Odd</p>', pages: undefined },
          '!journal!deep': `{"name":"Deep","ownership":{"default":2},"content":"<p>Deep</p>","flags":${nested()}}`,
          '!journal!none': 'null',
          '!journal!list': '[1]',
          '!journal!broken': '{"name":',
          '!journal!': entry('Nameless', []),
          '!__proto__!x': entry('Y', []),
          plain: 'x',
        }),
      ),
    )
    expect(plan.pages.map(({ path }) => path).toSorted()).toEqual(['Deep', 'Odd', '_-..-etc-passwd', '__proto__'])
    expect(plan.problems).toContainEqual(
      expect.objectContaining({ reason: '3 of its rows are damaged, or larger than 8 MB.' }),
    )
  })

  test('an entry that claims 100,000 pages, and one of more than 8 MB', async () => {
    const { plan } = await read(
      await journal(
        put({
          ...single('Aldis', '<p>Old</p>'),
          [`!journal!${id('Many')}`]: {
            ...entry('Many', []),
            pages: Array.from({ length: 100_000 }, () => id('Aldis p')),
          },
          [`!journal!${id('Huge')}`]: { ...entry('Huge', []), content: 'x'.repeat(9 * 2 ** 20) },
        }),
      ),
    )
    expect(plan.pages.map(({ name }) => name)).toEqual(['Aldis'])
    expect(plan.problems).toContainEqual(
      expect.objectContaining({ reason: 'One of its rows is damaged, or larger than 8 MB.' }),
    )
  })

  test('tables that unpack to more than may be, and a huge number of rows', async () => {
    const readWithin = async (budget: number, write: (db: Database) => Promise<unknown>) => {
      const files = await database('', write)
      const parts = Object.entries(files).map(([path, content]) => {
        const bytes = Buffer.from(content)
        return [path.slice(1), { path, size: bytes.length, read: async () => bytes }] as const
      })
      return readDatabase(new Map(parts), { wanted: () => true, budget: { bytes: budget } })
    }
    const long = async (db: Database) => {
      for (let n = 0; n < 4; n++) await put({ [`!journal!${n}`]: 'x'.repeat(2 ** 20) })(db)
      await inTables(db)
    }
    expect((await readWithin(5 * 2 ** 20, long)).size).toBe(4)
    await expect(readWithin(3 * 2 ** 20, long)).rejects.toMatchObject({ code: 'archive_too_large' })
    const many = put(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`!journal!${n}`, {}])))
    await expect(readWithin(2 ** 20, many)).rejects.toMatchObject({ code: 'archive_too_large' })
  })

  test('bytes that were changed anywhere are refused, or read as they were', async () => {
    const files = await journal(async (db) => {
      await put(Object.assign({}, ...Array.from({ length: 9 }, (_, n) => single(`Page ${n}`, `<p>${n}</p>`))))(db)
      await inTables(db)
      await put(single('Late', '<p>Late</p>'))(db)
    })
    for (const ending of [/\.ldb$/, /\.log$/, /MANIFEST-\d+$/]) {
      const name = named(files, ending)
      const bytes = Buffer.from(files[name] ?? '')
      for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 60))) {
        const torn = Buffer.from(bytes)
        torn[at] = (torn[at] ?? 0) ^ (1 << (at % 8))
        const outcome = await read({ ...files, [name]: torn }).then(
          ({ plan }) => plan.pages.length,
          (error: { code?: string }) => error.code,
        )
        // A last row that seems to be cut off is ignored, as LevelDB does.
        expect([10, 9, 'foundry_database'], `${ending} at ${at}`).toContain(outcome)
      }
    }
  })
})
