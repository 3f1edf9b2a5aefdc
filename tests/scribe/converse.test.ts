import { expect, test } from 'vitest'
import { changesSince, converse, type Knowledge, type KnownPassage, sentencesOf } from '../../scribe/index.ts'

const bell = { id: 'bell', name: 'The Seventh Bell' }
const passage = (id: string, name: string, text: string): KnownPassage => ({
  kind: 'lore',
  id,
  name,
  segmentId: null,
  text,
})
const knowledge = (over: Partial<Knowledge>): Knowledge => ({
  question: '',
  typed: '',
  subjects: [],
  candidates: [],
  isEach: false,
  isLoose: false,
  isMore: false,
  misspelt: [],
  passages: [],
  links: [],
  groups: [],
  lists: null,
  near: new Set(),
  path: [],
  mayKnowReaders: false,
  quoted: new Set(),
  ...over,
})
const textsOf = (question: string, over: Partial<Knowledge>) =>
  converse(question, knowledge({ question, typed: question, ...over })).map((part) =>
    part.kind === 'words' || part.kind === 'quote' ? part.text : part.kind,
  )

test('what has only some words of a question is no direct answer', () => {
  const passages = [
    passage('a', 'A', 'A lighter of the harbour broke up with the seventh bell. Gulls cry.'),
    passage('b', 'B', 'Carters hang small bells on their harness.'),
  ]
  expect(textsOf('In which tower does the seventh bell of the harbour hang?', { passages })).toEqual([
    'I find no direct answer. This comes nearest to it:',
    'A lighter of the harbour broke up with the seventh bell.',
  ])
})

test('small bells are not the Seventh Bell', () => {
  const passages = [
    passage('bell', bell.name, 'It hangs beneath the hill. It is full of sea.'),
    passage('b', 'B', 'Carters hang small bells on their harness.'),
  ]
  expect(textsOf('Where does it hang?', { subjects: [bell], passages })).toEqual([
    'This is what your campaign says:',
    'It hangs beneath the hill.',
  ])
})

test('more is what was not quoted yet, and a reason is no repetition', () => {
  const passages = [passage('bell', bell.name, 'It hangs beneath the hill. It is full of sea.')]
  const asked = { subjects: [bell], passages, isMore: true }
  expect(textsOf('Tell me more', { ...asked, quoted: new Set(['It hangs beneath the hill.']) })).toEqual([
    'This is what your campaign says:',
    'It is full of sea.',
  ])
  const all = new Set(['It hangs beneath the hill.', 'It is full of sea.'])
  expect(textsOf('Tell me more', { ...asked, quoted: all })).toEqual([expect.stringMatching(/^That is all/), 'entries'])
})

test('about somebody else, of whom a question is not answered, it says what there is', () => {
  const passages = [passage('bell', bell.name, 'It is full of sea.')]
  const question = 'Who grows leeks? And the Seventh Bell?'
  const typed = 'And the Seventh Bell?'
  expect(textsOf(question, { typed, subjects: [bell], passages })).toEqual([
    expect.stringMatching(/^I find no answer to that/),
    'It is full of sea.',
  ])
})

test('a count tells what the counted entries share, and quotes the numbers that texts give', () => {
  const groups = [{ label: 'bell', by: 'tag', ids: ['a', 'b'], total: 2 } as const]
  const passages = [passage('a', 'A', 'She cast seven bells in a winter.')]
  expect(textsOf('How many bells are there?', { groups, passages })).toEqual([
    '2 entries that you can see have this tag:',
    'entries',
    'This is what your campaign says:',
    'She cast seven bells in a winter.',
  ])
})

test('an age is no span of years', () => {
  const roake = { id: 'roake', name: 'Roake' }
  const passages = [
    passage('roake', 'Roake', 'Captain, forty-four, and tidy. He rebuilt it in five years. He told no one.'),
  ]
  expect(textsOf('How old is Roake?', { subjects: [roake], passages })).toEqual([
    'This is what your campaign says:',
    'Captain, forty-four, and tidy.',
  ])
})

test('players are not told who knows something; thanks are answered in kind', () => {
  const passages = [passage('a', 'A', 'The rope was cut.')]
  expect(textsOf('Who knows that the rope was cut?', { passages })[0]).toMatch(/^Only Dungeon Masters/)
  expect(textsOf('Thanks!', {})).toEqual([expect.stringMatching(/welcome/)])
})

test('a question about a time before all clocks is about everything', () => {
  for (const time of ['the last 99999999999 days', '1000000 years', 'since 0000-01-01'])
    expect(changesSince(`What changed in ${time}?`, Date.now())).toBe(0)
})

test('a passage of numbers without an end is read in part', () => {
  const [sentence = '', ...others] = sentencesOf('1 '.repeat(20_000))
  expect([sentence.length, others]).toEqual([2_000, []])
})
