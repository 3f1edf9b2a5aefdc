import { describe, expect, test } from 'vitest'
import { describeEntry, requestedChange } from '../../scribe/index.ts'

describe('a request in plain words', () => {
  test.each([
    [
      'create an entry about the Blue Heron inn, a smoky tavern at the docks',
      { kind: 'entry', name: 'The Blue Heron inn', text: 'a smoky tavern at the docks', tags: [], template: null },
    ],
    [
      'Could you create a tavern called “The Gull”, run by Mother Brine. Tagged inn and harbour',
      { kind: 'entry', name: 'The Gull', text: 'run by Mother Brine', tags: ['inn', 'harbour'], template: null },
    ],
    [
      'Create an entry from the Tavern template called The Drowned Rat',
      { kind: 'entry', name: 'The Drowned Rat', text: '', tags: [], template: 'Tavern' },
    ],
    [
      'Tag Ysolde with clerk, #guild and suspect',
      { kind: 'tags', entry: 'Ysolde', tags: ['clerk', 'guild', 'suspect'] },
    ],
    ['Please add the tag harbour to this page', { kind: 'tags', entry: 'this page', tags: ['harbour'] }],
    [
      'Mira Vane is the sister of Petra Vane.',
      { kind: 'relationship', from: 'Mira Vane', to: 'Petra Vane', comment: 'is the sister of' },
    ],
    ['Mira is Petra’s sister', { kind: 'relationship', from: 'Mira', to: 'Petra', comment: 'is the sister of' }],
    ['Link Osk to The Harbour', { kind: 'relationship', from: 'Osk', to: 'The Harbour', comment: '' }],
    [
      'Add a section “Rumours” to The Salt Gate: It opens by itself.',
      { kind: 'section', entry: 'The Salt Gate', title: 'Rumours', text: 'It opens by itself.' },
    ],
  ])('%s', (message, change) => expect(requestedChange(message)).toEqual(change))

  test.each([
    'Who is the sister of Petra?',
    'Where is the lighthouse?',
    'Is Mira the sister of Petra?',
    'Write a poem about bells',
    'Prepare tonight’s session',
    'What links Mira and Petra?',
    'The secret is gold.',
    '',
    `Tag ${'very '.repeat(2_000)}with x`,
  ])('is none: %s', (message) => expect(requestedChange(message)).toBeUndefined())

  // Expressions that try every way to share a run would not end within the time of a test.
  test('is read in linear time, whatever it consists of', () => {
    for (const piece of ['is the of ', 'add a section ', 'tag with ', ', and ', '“', ' ’s '])
      for (const begin of ['', 'create an entry about ', 'add a section ', 'link ', 'tag '])
        expect(() => requestedChange((begin + piece.repeat(1_000)).slice(0, 2_000))).not.toThrow()
  })
})

describe('the description of a new entry', () => {
  test('is what its user says of it', () => {
    const described = (name: string, text: string) => describeEntry({ name, text, seed: 1 })
    expect(described('The Gull', 'a tavern')).toEqual({ text: 'The Gull is a tavern.', isInvented: false })
    expect(described('Mira', 'she rows.')).toEqual({ text: 'She rows.', isInvented: false })
    expect(described('Baltus', '')).toEqual({ text: '', isInvented: false })
  })
  test('is invented where the name tells its kind, and the same each time', () => {
    const [one, other] = [1, 2].map(() => describeEntry({ name: 'The Blue Heron inn', text: '', seed: 1 }))
    expect(one).toEqual(other)
    expect(one).toMatchObject({ isInvented: true, text: expect.stringContaining('Blue Heron') })
  })
})
