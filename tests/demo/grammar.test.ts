import { expect, test } from 'vitest'
import { CollectionName } from '../../backend/domain/collections.ts'
import { ConjurationName, ConjurationTags } from '../../backend/domain/conjuration-words.ts'
import { folderName, loreName, prose, seeded, tagsOf } from '../../demo/grammar.ts'

const told = (seed: number) => {
  const random = seeded(seed)
  return Array.from({ length: 500 }, () => ({
    name: loreName(random),
    folder: folderName(random),
    text: prose(random),
    tags: tagsOf(random),
  }))
}

test('the same seed tells the same, another seed something else', () => {
  expect(told(7)).toEqual(told(7))
  expect(told(7)).not.toEqual(told(8))
})

test('what it tells is lore, with every word filled in', () => {
  for (const { name, folder, text, tags } of told(10_000)) {
    expect(ConjurationName.parse(name)).toBe(name)
    expect(CollectionName.parse(folder)).toBe(folder)
    expect(ConjurationTags.parse(tags)).toEqual(tags)
    expect(`${name} ${folder} ${text}`).not.toMatch(/[{}]|undefined/)
  }
})
