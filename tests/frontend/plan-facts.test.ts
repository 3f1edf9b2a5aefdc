import { expect, test } from 'vitest'
import { isBuilt, planFeatures } from '#domain/built-features.ts'
import { endingWith, planFacts } from '../../frontend/src/features/account/plan-facts.ts'

test('plans advertise what this version has, and nothing else', () => {
  const said = Object.values(planFacts).flatMap(({ opens, locked }) => [...opens, ...locked])
  const words = {
    templates: /templates/i,
    conversations: /weavy/i,
    privateLore: /private lore/i,
    battleMaps: /battle maps/i,
    tokens: /tokens/i,
    conjurationModels: /3d/i,
    stlDownloads: /stl/i,
    premiumEdits: /inpainting/i,
    audioTranscripts: /transcripts/i,
    nsfw: /nsfw/i,
    prioritySupport: /priority/i,
  }
  expect(Object.keys(words)).toEqual([...planFeatures])
  for (const feature of planFeatures)
    expect([feature, said.some((line) => words[feature].test(line))]).toEqual([feature, isBuilt(feature)])
})

test('the end of a plan names what it opened, those of the smaller plan too, and nothing that Free has', () => {
  expect(endingWith('BASIC')[0]).toBe('500 new credits a month')
  expect(endingWith('BASIC')).toEqual(
    expect.arrayContaining(['Up to 10 custom templates', 'Image models marked Basic']),
  )
  expect(endingWith('PRO')).toEqual(expect.arrayContaining(['Battle maps', 'Private lore, for your eyes only']))
  for (const text of endingWith('PRO')) expect(text).not.toMatch(/Everything in|Up to 10|marked Basic/)
})
