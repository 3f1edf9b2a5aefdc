import { describe, expect, it } from 'vitest'
import { excerpt, splitAtMatches } from '../../frontend/src/features/search/marked.ts'

const shown = (text: string, term: string) =>
  splitAtMatches(text, term)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

describe('what was searched for, in what was found', () => {
  it('is marked where words begin with it, whatever the case', () => {
    expect(shown('The Drowned Bells ring', 'bell')).toBe('The Drowned [Bell]s ring')
    expect(shown('Barbell, bell', 'bell')).toBe('Barbell, [bell]')
  })

  it('is marked for every word of the term', () => {
    expect(shown('Ysolde weighs the tide', 'tide ysolde')).toBe('[Ysolde] weighs the [tide]')
  })

  it('is marked without regard to accents, in the letters that stand there', () => {
    expect(shown('Café Élan', 'cafe elan')).toBe('[Café] [Élan]')
    expect(shown('Cafe Elan', 'café')).toBe('[Cafe] Elan')
  })

  it('takes signs for what they are, not for a pattern', () => {
    expect(shown('a+b (c)', '+ ( [')).toBe('a+b (c)')
    expect(shown('anything', '')).toBe('anything')
  })

  it('keeps letters that become several when they are folded', () => {
    expect(shown('Straße ŉ bell 🔔 bell', 'bell')).toBe('Straße ŉ [bell] 🔔 [bell]')
  })
})

describe('an excerpt', () => {
  it('begins at a word shortly before the first hit', () => {
    const text = `${'word '.repeat(60)}the fifth bell is silent`
    expect(excerpt(text, 'bell')).toMatch(/^…(word )+the fifth bell is silent$/)
    expect(excerpt(text, 'bell').length).toBeLessThan(60)
  })

  it('is the beginning of a text that does not have the term, in one line', () => {
    expect(excerpt('One\n\ntwo', 'bell')).toBe('One two')
    expect(excerpt('x'.repeat(500), 'bell')).toHaveLength(220)
  })
})
