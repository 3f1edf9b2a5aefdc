import { expect, test } from 'vitest'
import type { RelationshipItem } from '#projections/relationship-answers.ts'
import { type Exported, loreMarkdown } from '../../frontend/src/features/conjurations/contents/lore-markdown.ts'

const [here, there] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const
const origin = 'https://lore.example'
const link = (more: object) =>
  ({
    id: '1',
    sourceId: here,
    reverseId: null,
    comment: 'weighs for',
    entitydata: { id: there, name: 'Nan *Coble*' },
    ...more,
  }) as RelationshipItem
const exported = (more: Partial<Exported>): Exported => ({
  lore: { id: here, name: 'The Weighhouse', tags: ['harbour', 'guild'] },
  description: 'Every crate.',
  segments: [],
  links: [],
  origin,
  ...more,
})
const relations = { type: 'RELATIONSHIPS', title: 'Who is who', content: null, gallerySegments: [] } as const

test('lore as Markdown has its contents in their order, its links where they stand in it', () => {
  const story = {
    type: 'STORY',
    title: 'Scales',
    content: `See [Nan](/lore/view/${there}).`,
    gallerySegments: [],
  } as const
  expect(loreMarkdown(exported({ segments: [relations, story] as never, links: [link({})] }))).toBe(
    `${[
      '# The Weighhouse',
      '#harbour #guild',
      'Every crate.',
      '## Who is who',
      `- → [Nan \\*Coble\\*](${origin}/lore/view/${there}): weighs for`,
      '## Scales',
      `See [Nan](${origin}/lore/view/${there}).`,
    ].join('\n\n')}\n`,
  )
})

test('a picture among the words is its file, which a reader of Markdown can show', () => {
  const description = `![](/images/${there}) and [its page](/images/${there})`
  const written = loreMarkdown(exported({ description }))
  expect(written).toContain(`![](${origin}/api/images/${there}/download) and [its page](${origin}/images/${there})`)
})

test('links that no content has come last; what goes both ways is one line', () => {
  const links = [
    link({ reverseId: '2' }),
    link({ id: '2', sourceId: there, reverseId: '1' }),
    link({ id: '3', sourceId: there, comment: '' }),
  ]
  expect(loreMarkdown(exported({ links })).split('\n\n').slice(3)).toEqual([
    '## Relationships',
    `- ↔ [Nan \\*Coble\\*](${origin}/lore/view/${there}): weighs for\n- ← [Nan \\*Coble\\*](${origin}/lore/view/${there})\n`,
  ])
})

test('lore without a name or anything else is a heading', () =>
  expect(loreMarkdown(exported({ lore: { id: here, name: '', tags: [] }, description: '' }))).toMatch(/^# .+\n$/))

test('what only DMs see is marked, as it is on the page and in print', () => {
  const secret = {
    type: 'STORY',
    title: 'Thumb',
    content: 'The scales are false.',
    gallerySegments: [],
    isForDms: true,
  }
  expect(loreMarkdown(exported({ segments: [secret] as never }))).toContain(
    '## Thumb (DM only)\n\nThe scales are false.',
  )
})

test('headings of a text stand below the title of the text, and those of the description below the name', () => {
  const content = ['# One', '#### Four', '##### Five', '#tag', '```', '# a comment', '```', 'Words # not'].join('\n\n')
  const story = { type: 'STORY', title: 'Scales', content, gallerySegments: [], isForDms: false }
  const written = loreMarkdown(exported({ description: '# Of old\n\nWords.', segments: [story] as never }))
  expect(written.split('\n').filter((line) => line.includes('#'))).toEqual([
    '# The Weighhouse',
    '#harbour #guild',
    '## Of old',
    '## Scales',
    '### One',
    '###### Four',
    '###### Five',
    '#tag',
    '# a comment',
    'Words # not',
  ])
})
