import { expect, test } from 'vitest'
import { ConjurationDescription, ConjurationName, ConjurationTags } from '../../backend/domain/conjuration-words.ts'
import { folders, splitPath } from '../../demo/folders.ts'
import { deletedPages, stories, versionsOf } from '../../demo/history.ts'
import { readDemoPages, readPages } from '../../demo/pages.ts'
import { demoPeople } from '../../demo/people.ts'
import { pictures } from '../../demo/pictures.ts'
import { readDemoLinks } from '../../demo/relationships.ts'

const pages = readDemoPages()
const pageOf = (name: string) => pages.find((page) => page.name === name)
const paths = folders.map(({ path }) => path)
const binned = folders.filter(({ deleted }) => deleted).map(({ path }) => path)
const kept = pages.filter(({ name, folder }) => !(name in deletedPages) && !binned.includes(folder))
const wordsIn = (text: string) => text.split(/\s+/).length
const twice = (names: readonly string[]) => names.filter((name, n) => names.indexOf(name) !== n)

test('a page is read with its folder, its author, who sees it, its tags and its text', () => {
  const text = '# Bells\n\n## Dave\n*Wren · DM · bell, joke*\n\nOne *bell*.\n\nTwo.\n'
  expect(readPages(text)).toEqual([
    {
      name: 'Dave',
      folder: 'Bells',
      by: 'Wren',
      visibility: 'DM',
      tags: ['bell', 'joke'],
      description: 'One bell.\n\nTwo.',
    },
  ])
})

test('a page that nobody wrote is not read', () => {
  expect(() => readPages('## Dave\n*Nobody · DM · bell*\n\nOne.')).toThrow('Dave')
})

test('there are at least sixty pages to look at, with names of their own', () => {
  expect(kept.length).toBeGreaterThanOrEqual(60)
  expect(twice(pages.map(({ name }) => name))).toEqual([])
})

test.each(pages)('$name is lore that the domain takes as it stands, in a folder that there is', (page) => {
  expect(ConjurationName.parse(page.name)).toBe(page.name)
  expect(ConjurationDescription.parse(page.description)).toBe(page.description)
  expect(ConjurationTags.parse(page.tags)).toEqual(page.tags)
  expect(page.tags).not.toContain('')
  expect(['', ...paths]).toContain(page.folder)
})

test.each(kept)('$name is worth reading, and read in a minute', ({ description }) => {
  expect(wordsIn(description)).toBeGreaterThanOrEqual(60)
  expect(wordsIn(description)).toBeLessThanOrEqual(180)
})

test('folders have paths of their own, each below one that is made before it, three levels deep', () => {
  expect(twice(paths)).toEqual([])
  for (const [n, { path }] of folders.entries()) expect(['', ...paths.slice(0, n)]).toContain(splitPath(path).parent)
  expect(Math.max(...paths.map((path) => path.split(' › ').length))).toBe(3)
})

test('no folder that stays is empty', () => {
  for (const path of paths) expect(pages.some(({ folder }) => folder.startsWith(path))).toBe(true)
})

test('every visibility is there, and every player has written', () => {
  expect(new Set(kept.map(({ visibility }) => visibility))).toEqual(new Set(['PRIVATE', 'DM', 'CAMPAIGN']))
  expect(new Set(kept.map(({ by }) => by))).toEqual(new Set(Object.keys(demoPeople)))
})

test('only those keep lore to themselves whose plan lets them', () => {
  for (const { by, visibility } of pages) if (visibility === 'PRIVATE') expect(demoPeople[by].plan).not.toBe('FREE')
})

test.each(stories)('the story of $page changes it at every step and ends as the page is written', (story) => {
  const page = pageOf(story.page)
  if (!page) throw new Error('There is no such page')
  const versions = versionsOf(page, story)
  expect(versions.at(-1)).toEqual(page)
  for (const [n, version] of versions.entries())
    expect(version).not.toEqual(versions[n - 1] ?? { ...page, ...story.first })
})

test.each(stories)('whoever changes $page may: its author, the DM and the owner', ({ page, steps }) => {
  for (const { by } of steps) expect([pageOf(page)?.by, 'Tomasz', 'Ines']).toContain(by)
})

test('what is deleted and what is drawn is there', () => {
  for (const name of [...Object.keys(deletedPages), ...pictures.flatMap(({ page }) => page ?? [])])
    expect(pageOf(name)?.name).toBe(name)
  expect(twice(pictures.map(({ name }) => name))).toEqual([])
})

test('a picture hangs on a page that whoever made it may change', () => {
  for (const { page, by } of pictures) if (page && demoPeople[by].role === 'PLAYER') expect(pageOf(page)?.by).toBe(by)
})

test('every relationship is between pages that stay, from one that its maker may edit, and each is said once', () => {
  const links = readDemoLinks()
  for (const { by, from, to } of links) {
    const [source, target] = [from, to].map((name) => kept.find((page) => page.name === name))
    expect([from, to, Boolean(source), Boolean(target)]).toEqual([from, to, true, true])
    if (demoPeople[by].role === 'PLAYER') expect(source?.by).toBe(by)
  }
  expect(twice(links.map(({ from, to }) => `${from} → ${to}`))).toEqual([])
  expect(links.length).toBeGreaterThan(60)
})
