import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { FoundryJournal } from '#exchange/foundry/journal.ts'
import { foundryFolders, importScript, moduleIdOf } from '#exchange/foundry/module.ts'
import { foundryWriter } from '#exchange/foundry/write.ts'
import { exportedPage, mentionOf, storySection, type WrittenPage, writeExport } from './exported.ts'

const folder = 'loreloom-karrow-0000ab'
const write = (pages: readonly WrittenPage[], more: Partial<Parameters<typeof writeExport>[1]> = {}) =>
  writeExport(foundryWriter, { name: 'Karrow', folder, pages, ...more })
const json = (files: Readonly<Record<string, string>>, path: string) => JSON.parse(files[`${folder}/${path}`] ?? '')
const journals = (files: Readonly<Record<string, string>>): FoundryJournal[] =>
  Object.keys(files)
    .filter((path) => path.includes('/journals/'))
    .map((path) => JSON.parse(files[path] ?? ''))
const contentOf = (journal: FoundryJournal | undefined) => journal?.pages[0]?.text?.content ?? ''
const secretsIn = (html: string) =>
  [...html.matchAll(/<section class="secret" id="secret-(\w{16})">(.*?)<\/section>/gs)].map(([, , inner]) => inner)

/** What players see of a text: Foundry removes secrets for them. */
const openIn = (html: string) => html.replaceAll(/<section class="secret".*?<\/section>/gs, '')

describe('journals for Foundry', () => {
  test('have the shape that Foundry imports, and links that lead to each other', async () => {
    const keep = exportedPage('The Keep', { tags: ['ruin'] })
    const aldis = exportedPage('Aldis Ren', {
      description: [{ insert: 'Keeper of ' }, mentionOf(keep), { insert: '.\n' }],
      sections: [storySection('Oath', 'He swore it.')],
      links: [{ id: keep.id, name: 'The Keep', direction: 'out', comment: 'guards', isForAll: true }],
    })
    const [first, second] = journals(await write([keep, aldis]))
    expect(first).toMatchObject({
      name: 'The Keep',
      ownership: { default: 2 },
      flags: { loreloom: { tags: ['ruin'] } },
    })
    expect(first?.pages).toMatchObject([
      {
        name: 'The Keep',
        type: 'text',
        title: { show: true, level: 1 },
        ownership: { default: -1 },
        text: { format: 1 },
      },
    ])
    const ids = [first, second].flatMap((each) => [each?._id, ...(each?.pages ?? []).map(({ _id }) => _id)])
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z\d]{16}$/)
    expect(contentOf(second)).toBe(
      `<p>Keeper of @UUID[JournalEntry.${first?._id}]{The Keep}.</p><h2>Oath</h2><p>He swore it.</p>` +
        `<h2>Relationships</h2><ul><li>→ @UUID[JournalEntry.${first?._id}]{The Keep}: guards</li></ul>`,
    )
    const [again] = journals(await write([keep]))
    expect(again?._id).toBe(first?._id)
  })

  test('keep from players what not all members see, as secrets or as entries of their own', async () => {
    const spy = exportedPage('The Spy', { visibility: 'DM' })
    const pictures = { '1': 'gate', '2': '!cellar', '3': '!spy' }
    const keep = exportedPage('The Keep', {
      sections: [
        storySection('Below', 'The cellar is flooded.', { isForDms: true }),
        storySection('Gallery', '', { type: 'GALLERY', ops: [], pictures: ['1', '2'] }),
      ],
      links: [{ id: spy.id, name: 'The Spy', direction: 'in', comment: 'watches', isForAll: false }],
      pictures: ['3'],
    })
    const written = journals(await write([keep, spy], { pictures }))
    const content = contentOf(written[0])
    expect(secretsIn(content)).toHaveLength(3)
    expect(secretsIn(content).join()).toMatch(/Below.*flooded.*cellar\.png.*The Spy.*watches/s)
    expect(openIn(content)).toContain(`<img src="modules/${folder}/Pictures/gate.png" alt="gate">`)
    expect(openIn(content)).not.toMatch(/Below|flooded|cellar|Spy|watches/)
    expect(written[0]?.pages[1]).toMatchObject({
      type: 'image',
      src: `modules/${folder}/Pictures/!spy.png`,
      ownership: { default: 0 },
    })
    expect(written[1]?.ownership).toEqual({ default: 0 })
  })

  test('read as text what Foundry would take for a command, and hostile names as names', async () => {
    const odd = exportedPage('} <img src=x onerror=alert(1)> [[/r 1d6]] {', {
      description: [{ insert: '[[/r 9d9]] @UUID[Actor.x]{you} &Reference[prone] </section><script>1</script>\n' }],
      tags: ['<b>'],
    })
    const others = ['', '../../etc/passwd', 'con', 'a/b\\c', '世界', odd.name].map((name) => exportedPage(name))
    const linking = exportedPage('Linking', { description: [mentionOf(odd), { insert: '\n' }] })
    const files = await write([odd, ...others, linking])
    for (const path of Object.keys(files))
      expect(path).toMatch(/^loreloom-karrow-0000ab\/(?:journals\/\d )?[^/\\<>:"|?*]+$/)
    const written = journals(files)
    expect(written).toHaveLength(8)
    expect(written.map(({ name }) => name)).toEqual(expect.arrayContaining([odd.name, 'Untitled Lore', '世界']))
    const all = written.map(contentOf).join()
    expect(all).not.toMatch(/\[\[|[@&]Reference\[|@UUID\[Actor|<script|<img|<b>/)
    expect(all).toMatch(/@UUID\[JournalEntry\.\w{16}\]\{[^{}]+\}<\/p>/)
  })

  test('are none where there is nothing, and 2,000 with a file each', async () => {
    const none = await write([])
    expect(json(none, 'contents.json')).toMatchObject({ journals: [], folders: [{ name: 'Karrow' }] })
    const many = await write(Array.from({ length: 2000 }, () => exportedPage('Same name')))
    expect(Object.keys(many)).toHaveLength(2004)
    expect(new Set(journals(many).map(({ _id }) => _id)).size).toBe(2000)
  })
})

describe('folders for Foundry', () => {
  const folderOf = (id: number, parent: number | null, visibility: 'CAMPAIGN' | 'DM' = 'CAMPAIGN') => ({
    id: `0198c0de-0000-7000-8000-00000000000${id}`,
    name: `Folder ${id}`,
    parentId: parent === null ? null : `0198c0de-0000-7000-8000-00000000000${parent}`,
    visibility,
  })
  const root = { id: '0198c0de-0000-7000-8000-0000000000ab', name: 'Karrow' }

  test('are no deeper than Foundry shows them', () => {
    const { all } = foundryFolders(
      root,
      [1, 2, 3, 4, 5].map((n) => folderOf(n, n === 1 ? null : n - 1)),
    )
    const byId = new Map(all.map((each) => [each._id, each]))
    const depthOf = (id: string | null): number => (id === null ? 0 : 1 + depthOf(byId.get(id)?.folder ?? null))
    expect(all.map(({ _id }) => depthOf(_id))).toEqual([1, 2, 3, 4, 4, 4])
    expect(all.at(-1)?.name).toBe('Folder 3 › Folder 4 › Folder 5')
  })

  test('show players no name of a hidden folder', () => {
    const hidden = folderOf(1, null, 'DM')
    const within = folderOf(2, 1)
    const { all, of } = foundryFolders(root, [hidden, within])
    expect(all.map(({ folder }) => folder)).toEqual([null, all[0]?._id, all[0]?._id])
    expect(of({ folderId: hidden.id, visibility: 'CAMPAIGN' })).toBe(all[0]?._id)
    expect(of({ folderId: hidden.id, visibility: 'DM' })).toBe(all[1]?._id)
  })
})

describe('a module for Foundry', () => {
  test('has an id of plain letters, whatever the name', () => {
    expect(moduleIdOf('Die Glocken von Kärrow!', root)).toBe('loreloom-die-glocken-von-karrow-0000ab')
    expect(moduleIdOf('世界', root)).toBe('loreloom-0000ab')
    expect(moduleIdOf(`../${'x'.repeat(300)}`, root)).toMatch(/^loreloom-x{40}-0000ab$/)
  })
  const root = '0198c0de-0000-7000-8000-0000000000ab'

  /** Runs the script in the part of Foundry's programming interface that it uses. */
  const runIn = async (files: Readonly<Record<string, string>>, present: string[], isWanted = true) => {
    const hooks: Record<string, () => unknown> = {}
    const settings: Record<string, unknown> = {}
    const created: { _id: string; name: string }[][] = []
    const user = { isGM: true }
    const asked: string[] = []
    const create = {
      createDocuments: async (some: { _id: string; name: string }[], { keepId }: { keepId: boolean }) =>
        keepId && created.push(some),
    }
    const context = vm.createContext({
      Hooks: { once: (name: string, work: () => unknown) => (hooks[name] = work) },
      fetch: async (address: string) => {
        const body = files[decodeURIComponent(address).replace(/^modules\//, '')]
        return { ok: body !== undefined, status: 404, json: async () => JSON.parse(body ?? '') }
      },
      game: {
        user,
        users: { activeGM: user },
        journal: { has: (id: string) => present.includes(id) },
        folders: { has: (id: string) => present.includes(id) },
        modules: { get: () => ({ title: 'Karrow' }) },
        settings: {
          register: (_id: string, name: string, { default: value }: { default: unknown }) => (settings[name] = value),
          get: (_id: string, name: string) => settings[name],
          set: async (_id: string, name: string, value: unknown) => (settings[name] = value),
        },
      },
      foundry: {
        applications: {
          api: {
            DialogV2: { confirm: async ({ content }: { content: string }) => asked.push(content) > 0 && isWanted },
          },
        },
      },
      Folder: create,
      JournalEntry: create,
      ui: { notifications: { info: () => undefined } },
    })
    new vm.Script(files[`${folder}/import.mjs`] ?? '').runInContext(context)
    hooks.init?.()
    await hooks.ready?.()
    await hooks.ready?.()
    return { created, asked }
  }

  test('creates its folders and journals once, in turns of twenty, and leaves what is there', async () => {
    const pages = Array.from({ length: 45 }, (_, n) => exportedPage(`Page #${n} ?`))
    const files = await write(pages)
    expect(json(files, 'module.json')).toMatchObject({ id: folder, esmodules: ['import.mjs'] })
    const { journals: listed } = json(files, 'contents.json')
    const { created, asked } = await runIn(files, [listed[0].id])
    expect(asked).toEqual([expect.stringContaining('44 journal entries')])
    expect(created.map(({ length }) => length)).toEqual([1, 20, 20, 4])
    const declined = await runIn(files, [], false)
    expect(declined).toMatchObject({ created: [], asked: [expect.any(String)] })
    expect(importScript(folder)).not.toContain('Page')
  })
})
