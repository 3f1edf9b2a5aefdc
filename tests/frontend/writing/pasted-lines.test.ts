import { expect, test } from 'vitest'
import { withLines } from '../../../frontend/src/writing/paste/looks-like-markdown.ts'
import { fromMarkdown } from '../../../richtext/from-markdown.ts'
import { toMarkdown } from '../../../richtext/to-markdown.ts'

test('lines of pasted notes stay lines before and after a list', () => {
  const notes =
    'Session 12\nat the bridge\n- 3 eels\n- a key\nBrannoc took the key.\nTam left.\n\n> So he said.\nOr not.'
  expect(toMarkdown(fromMarkdown(withLines(notes))).trim()).toBe(
    'Session 12\n\nat the bridge\n\n- 3 eels\n- a key\n\nBrannoc took the key.\n\nTam left.\n\n> So he said.\n\nOr not.',
  )
})

test('Markdown that was wrapped at a width, items with a second line, code and tables are read as before', () => {
  for (const markdown of [
    '# Bells\n\nThe bells of Orison ring by themselves when a ship is lost, and\nnobody pulls the ropes of any of them.',
    '1. We met\nBrannoc sang.\n2. We left',
    '```\na\nb\n```',
    '````\n```\na\nb\n```\nc\nd\n````',
    '```\na\n~~~\nb\nc\n```',
    '| a | b |\n| --- | --- |\n| c | d |',
    'Title\n=====\n\n- a\n  more of a',
  ])
    expect(withLines(markdown)).toBe(markdown)
})

test('lines between two headings stay lines, and a long address does not end those of wrapped Markdown', () => {
  expect(withLines('# Session 12\nWe met Tam.\nHe lied.\n# Session 13')).toBe(
    '# Session 12\nWe met Tam.\n\nHe lied.\n# Session 13',
  )
  const wrapped = `The bells of Orison ring by themselves when a ship is lost, and\nnobody pulls the ropes of any of them.\n\nSee https://example.org/${'a'.repeat(120)}`
  expect(withLines(wrapped)).toBe(wrapped)
})
