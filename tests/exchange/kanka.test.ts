import { describe, expect, test } from 'vitest'
import { readPlan } from './plans.ts'
import { picture, zipped } from './vaults.ts'

/** An export of a campaign of Kanka as its documentation describes it, invented. */
const file = (record: object) => JSON.stringify(record)
const gallery = '3f0c0000-0000-4000-8000-000000000001'
const person = (n: number) =>
  file({
    id: 700 + n,
    name: `Person ${n}`,
    is_private: 0,
    entity: { id: 9700 + n, name: `Person ${n}`, entry: `<p>Person ${n} lives in [location:9002].</p>` },
  })

const aldis = {
  id: 512,
  name: 'Aldis Ren',
  title: 'Keeper',
  age: 61,
  is_personality_visible: 0,
  location_id: 33,
  characterTraits: [
    { name: 'Eyes', entry: 'grey', section_id: 1, is_private: 0 },
    { name: 'Fear', entry: 'deep water', section_id: 2, is_private: 0 },
  ],
  organisationMemberships: [{ organisation_id: 4, role: 'Spy', is_private: 1 }],
  entity: {
    id: 9001,
    entity_id: 512,
    name: 'Aldis Ren',
    type: 'Guard',
    is_private: 0,
    image_uuid: gallery,
    parent_id: null,
    entry: `<p>Keeper of [location:9002|the <em>Keep</em>] &amp; friend of [character:9003]. %%not hidden%% [[no link]]</p><img data-gallery-id="${gallery}" src="https://th.kanka.io/x/w/1/a.png"><script>alert(1)</script>`,
    entityTags: [{ tag_id: 4 }],
    posts: [
      { id: 31, name: 'Oath', entry: '<p>Broken in amaranth.</p>', visibility_id: 2, position: 2 },
      { id: 32, name: 'Diary', entry: '<p>Byssus.</p>', visibility_id: 4, position: 3, created_by: 8 },
      { id: 33, name: 'Deeds', entry: '<ul><li>One</li><li>Two</li></ul>', visibility_id: 1, position: 1 },
    ],
    entityAttributes: [
      { id: 5, name: 'Luck[range:1,20]', value: '7', type_id: 6, is_private: 0 },
      { id: 6, name: 'Patron', value: 'cinnabar', type_id: 1, is_private: 1 },
      { id: 7, name: 'Heading', value: '', type_id: 4, is_private: 0 },
    ],
    relationships: [
      { id: 8, owner_id: 9001, target_id: 9002, relation: 'guards', visibility_id: 1 },
      { id: 9, owner_id: 9001, target_id: 9003, relation: 'betrays', visibility_id: 2 },
    ],
    assets: [
      { type_id: 3, name: 'The Keeper', visibility_id: 1 },
      { type_id: 3, name: 'Damask', visibility_id: 2 },
    ],
  },
}
const files = async (people = 44): Promise<Record<string, string | Buffer>> => ({
  'info.json': file({ kanka_version: '3.6', export_version: 1 }),
  'campaign.json': file({ id: 1, name: 'Karrow' }),
  'settings/modules.json': file({ characters: { enabled: 1 } }),
  'characters/aldis-ren_9001.json': file(aldis),
  'characters/_9003.json': file({
    id: 513,
    name: 'Vex',
    is_private: 1,
    entity: { id: 9003, name: 'Vex', is_private: 1, entry: '<p>He is the eglantine traitor.</p>' },
  }),
  'locations/the-keep_9002.json': file({
    id: 33,
    name: 'The Keep',
    entity: {
      id: 9002,
      name: 'The Keep',
      parent_id: 9004,
      entry: '<table><tr><th>Guards</th></tr><tr><td>12</td></tr></table>',
    },
  }),
  'locations/vale_9004.json': file({
    id: 34,
    name: 'The Vale',
    entity: { id: 9004, name: 'The Vale', entry: '<h2>North</h2><p>Cold.</p>' },
  }),
  'organisations/order_9005.json': file({
    id: 4,
    name: 'The Order',
    entity: { id: 9005, name: 'The Order', entry: '<p>Silent.</p>' },
  }),
  'tags/guard_9006.json': file({ id: 4, name: 'guard', entity: { id: 9006, name: 'guard', entry: null } }),
  'quests/ring_9007.json': file({
    id: 2,
    name: 'The Ring',
    elements: [{ name: 'Find it', entity_id: 9002, entry: '<p>Below.</p>', role: 'Goal', visibility_id: 1 }],
    entity: { id: 9007, name: 'The Ring', entry: '' },
  }),
  'maps/map_9008.json': file({ id: 3, name: 'Map', entity: { id: 9008, name: 'Map', entry: '<p>A map.</p>' } }),
  [`gallery/${gallery}.json`]: file({ id: gallery, name: 'Aldis', ext: 'png' }),
  [`gallery/${gallery}.png`]: await picture(1),
  'characters/broken_9999.json': '{"id":',
  ...Object.fromEntries(
    Array.from({ length: people }, (_, n) => [`characters/person-${n}_${9700 + n}.json`, person(n)]),
  ),
})
const read = (bytes: Buffer) => readPlan(bytes, 'karrow.zip')
type Read = Awaited<ReturnType<typeof read>>
const sectionsOf = ({ plan, parts }: Read, name: string): { title: string; isForDms: boolean }[] => {
  const { part, at, length } = plan.pages.find((page) => page.name === name)?.blob ?? { part: 0, at: 0, length: 0 }
  const from = plan.parts.slice(0, part).reduce((sum, each) => sum + each, 0) + at
  return JSON.parse(String(parts.subarray(from, from + length)))
}
const textFor = (result: Read, name: string, isForDms: boolean) =>
  JSON.stringify(sectionsOf(result, name).filter((section) => section.isForDms === isForDms))

describe('an export of Kanka becomes a plan', () => {
  test('with pages, pictures, tags, relationships and mentions', async () => {
    const result = await read(zipped(await files()))
    const { plan } = result
    expect(plan).toMatchObject({ source: 'kanka', name: 'Karrow' })
    // A tag without a text is a tag alone.
    expect(plan.pages).toHaveLength(51)
    expect(plan.folders.map(({ name }) => name).toSorted()).toEqual([
      'Characters',
      'Locations',
      'Maps',
      'Organisations',
      'Quests',
    ])
    const page = plan.pages.find(({ name }) => name === 'Aldis Ren')
    expect(page).toMatchObject({ tags: ['guard'], isPublished: true, isHidden: false, primary: 0 })
    expect(plan.pages.find(({ name }) => name === 'Vex')).toMatchObject({ isPublished: false, isHidden: true })
    const names = plan.links?.map(({ source, target, comment }) => [
      plan.pages[source]?.name,
      comment,
      plan.pages[target]?.name,
    ])
    expect(names).toEqual([['Aldis Ren', 'guards', 'The Keep']])

    const text = textFor(result, 'Aldis Ren', false)
    expect(text).toContain('%%not hidden%% [[no link]]')
    expect(text).toMatch(/Deeds.*One.*Two/)
    for (const word of ['Keeper', '61', 'grey', 'Luck', 'The Keeper', 'Guard']) expect(text).toContain(word)
    expect(text).not.toContain('alert')
    expect(textFor(result, 'The Keep', false)).toMatch(/Guards.*12.*Part of.*The Vale/)
    expect(textFor(result, 'The Ring', false)).toMatch(/Find it, Goal.*The Keep.*Below/)
  })

  test('with everything that Kanka hides in sections for DMs, and no name of a private page', async () => {
    const result = await read(zipped(await files()))
    const [open, hidden] = [textFor(result, 'Aldis Ren', false), textFor(result, 'Aldis Ren', true)]
    for (const secret of ['amaranth', 'Byssus', 'cinnabar', 'deep water', 'Damask', 'Spy', 'betrays']) {
      expect(open).not.toContain(secret)
      expect(hidden).toContain(secret)
    }
    expect(open).not.toContain('Vex')
    expect(result.plan.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'left', path: 'characters/broken_9999.json', reason: 'It is damaged.' }),
        expect.objectContaining({
          path: 'Characters/Aldis Ren.md',
          reason: '“Diary” was for one person. It became a section for DMs.',
        }),
        expect.objectContaining({ path: 'Characters/Aldis Ren.md', reason: expect.stringContaining('private page') }),
        expect.objectContaining({ path: 'Maps', reason: expect.stringContaining('markers') }),
      ]),
    )
  })

  test('of many pages of one name, parents in a circle and JSON of any depth', { tags: 'long' }, async () => {
    const deep = `{"id":1,"entity":{"id":5,"name":"Deep","entry":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
    const many = Array.from({ length: 500 }, (_, n) => [
      `characters/inn_${n}.json`,
      file({
        id: n,
        entity: {
          id: n + 10,
          name: 'Inn',
          parent_id: ((n + 1) % 500) + 10,
          entry: `<p>${'<div>'.repeat(n * 4)}Inn ${n}`,
        },
      }),
    ])
    const { plan } = await read(
      zipped({
        'info.json': file({ kanka_version: '3' }),
        'characters/deep_5.json': deep,
        ...Object.fromEntries(many),
      }),
    )
    expect(plan.pages).toHaveLength(500)
    expect(new Set(plan.pages.map(({ id }) => id)).size).toBe(500)
  })

  test('unless it is the Markdown export, which says nothing of what is hidden', async () => {
    const markdown = { 'campaign.md': '# Karrow', 'index.md': '# Index', 'characters/aldis-ren_9001.md': '# Aldis' }
    await expect(read(zipped(markdown))).rejects.toMatchObject({ code: 'kanka_markdown' })
  })
})
