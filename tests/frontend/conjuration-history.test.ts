import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConjurationChange } from '#projections/conjuration-answers.ts'
import { around, diff } from '../../frontend/src/features/conjurations/history/diff.ts'
import { isVersion, sittings } from '../../frontend/src/features/conjurations/history/sittings.ts'
import { timelineOf } from '../../frontend/src/features/conjurations/history/timeline.ts'
import { sectionDeed } from '../../frontend/src/features/conjurations/history/words.ts'

const shown = (before: string, after: string) =>
  diff(before, after).map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))

describe('what became of a text', () => {
  it('is told word by word, the old word before the new one', () => {
    expect(shown('She weighs cargo.', 'She weighs more cargo.')).toEqual(['She weighs ', '+more +', 'cargo.'])
    expect(shown('Keeps two ledgers', 'Keeps three ledgers')).toEqual(['Keeps ', '-two-', '+three+', ' ledgers'])
  })

  it('takes several changed words in a row as one change', () => {
    expect(shown('the small brass bell rang', 'the great iron bell rang')).toEqual([
      'the ',
      '-small brass-',
      '+great iron+',
      ' bell rang',
    ])
  })

  it('is not told by words that are common by chance', () => {
    expect(shown('He keeps one promise.', 'Nobody saw it, and nobody had one word.')).toEqual([
      '-He keeps one promise-',
      '+Nobody saw it, and nobody had one word+',
      '.',
    ])
    expect(shown('The old king died in winter', 'The young king died in spring')).toEqual([
      'The ',
      '-old-',
      '+young+',
      ' king died in ',
      '-winter-',
      '+spring+',
    ])
  })

  it('is nothing where nothing changed, and all of it where nothing was or is', () => {
    expect(shown('as it was', 'as it was')).toEqual(['as it was'])
    expect(shown('', 'new')).toEqual(['+new+'])
    expect(shown('old', '')).toEqual(['-old-'])
    expect(shown('', '')).toEqual([])
  })

  it('keeps paragraphs and letters of any alphabet whole', () => {
    expect(shown('Ålesund\n\nÖst', 'Ålesund\n\nVäst')).toEqual(['Ålesund\n\n', '-Öst-', '+Väst+'])
  })

  it('has both texts in it, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('bell', 'tide', ' ', '\n', ',', 'ledger', 'Eel'))
      .map((words) => words.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diff(before, after)
        const side = (other: string) =>
          parts
            .filter(({ kind }) => kind !== other)
            .map(({ text }) => text)
            .join('')
        expect(side('added')).toBe(before)
        expect(side('removed')).toBe(after)
      }),
    )
  })

  it('of two long texts that have nothing in common is one for the other', () => {
    const long = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word}${n}`).join(' ')
    expect(diff(long('a'), long('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })

  it('leaves out what stands far from any change', () => {
    const far = 'word '.repeat(100)
    const [head, , tail] = around(diff(`${far}old ${far}`, `${far}new ${far}`).filter(({ kind }) => kind !== 'removed'))
    expect(head?.text.startsWith('…')).toBe(true)
    expect(tail?.text.endsWith('…')).toBe(true)
    expect((head?.text.length ?? 0) + (tail?.text.length ?? 0)).toBeLessThan(220)
  })
})

const change = (revision: number, minute: number, over: Partial<ConjurationChange>): ConjurationChange => ({
  revision,
  position: String(revision),
  at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  type: 'ConjurationDescribed',
  actorId: 'ines',
  actorName: 'Ines',
  impersonatorName: null,
  fields: {},
  previous: {},
  ...over,
})
const described = (revision: number, minute: number, before: string, after: string, actorId = 'ines') =>
  change(revision, minute, { actorId, previous: { description: before }, fields: { description: after } })

describe('a sitting', () => {
  it('is what one person wrote at one go: from the first to the last of it', () => {
    const [only, ...others] = sittings([
      described(3, 4, 'AB', 'ABC'),
      described(2, 2, 'A', 'AB'),
      described(1, 1, '', 'A'),
    ])
    expect(others).toEqual([])
    expect(only).toMatchObject({ revision: 3, before: { description: '' }, after: { description: 'ABC' } })
    expect(only?.changes).toHaveLength(3)
  })

  it('ends with a pause, with another person, and with another kind of change', () => {
    const moved = change(4, 23, { type: 'ConjurationVisibilityChanged', fields: { visibility: 'DM' } })
    const found = sittings([
      described(5, 24, 'C', 'D'),
      moved,
      described(3, 22, 'B', 'C', 'priya'),
      described(2, 21, 'A', 'B'),
      described(1, 1, '', 'A'),
    ])
    expect(found.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1])
  })

  it('covers several fields, and says nothing of what came back to what it was', () => {
    const renamed = change(2, 2, {
      type: 'ConjurationRenamed',
      previous: { name: 'Bell' },
      fields: { name: 'The fifth bell' },
    })
    const [only] = sittings([described(3, 3, 'AB', 'A'), renamed, described(1, 1, 'A', 'AB')])
    expect(only).toMatchObject({ before: { name: 'Bell' }, after: { name: 'The fifth bell' } })
    expect(only?.after).not.toHaveProperty('description')
  })

  it('that changed nothing in the end is left out', () => {
    expect(sittings([described(2, 2, 'AB', 'A'), described(1, 1, 'A', 'AB')])).toEqual([])
  })

  it('can be gone back to when something was written in it', () => {
    const of = (type: string) => isVersion({ types: [type], changes: [] })
    expect([of('ConjurationDescribed'), of('ConjurationCreated'), of('ConjurationVersionRestored')]).toEqual([
      true,
      true,
      true,
    ])
    expect([of('ConjurationMoved'), of('ConjurationDeleted')]).toEqual([false, false])
  })
})

describe('the history of a page', () => {
  const section = { id: 'bells', type: 'STORY' as const, title: 'The bells' }
  const ofSection = (revision: number, minute: number, type: string, over: Partial<ConjurationChange> = {}) =>
    change(revision, minute, { type, section, ...over })

  it('has a line for each change of a section, between the sittings of the lore', () => {
    const lines = timelineOf([
      described(4, 4, 'B', 'C'),
      ofSection(3, 3, 'SegmentAdded'),
      described(2, 2, 'A', 'B'),
      described(1, 1, '', 'A'),
    ])
    expect(lines.map(({ kind }) => kind)).toEqual(['sitting', 'section', 'sitting'])
  })

  it('has a line for each change of a picture', () => {
    const picture = { id: 'tower', name: 'The tower', isDeleted: false }
    const lines = timelineOf([
      change(3, 3, { type: 'ImageLinked', picture }),
      change(2, 2, { type: 'ImageUploaded', picture }),
      described(1, 1, '', 'A'),
    ])
    expect(lines.map(({ kind }) => kind)).toEqual(['picture', 'picture', 'sitting'])
  })

  it('tells one move of a section that was moved several times in a row', () => {
    const lines = timelineOf([
      ofSection(5, 40, 'SegmentMoved', { actorId: 'priya' }),
      ofSection(4, 32, 'SegmentMoved'),
      ofSection(3, 31, 'SegmentMoved'),
      ofSection(2, 1, 'SegmentMoved'),
    ])
    expect(lines.map((line) => line.kind === 'section' && line.change.revision)).toEqual([5, 4, 2])
  })

  it('names a section by its title of then and before', () => {
    const retitled = ofSection(2, 1, 'SegmentRetitled', { section: { ...section, previousTitle: 'Bells' } })
    expect(sectionDeed(retitled)).toEqual({ before: 'retitled the text', titles: ['Bells', 'The bells'], after: '' })
  })
})
